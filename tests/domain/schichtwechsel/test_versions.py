"""Logs of every version of the rules verify under their own, whatever was mended since."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from domain.bots.random_choice import random_choice
from domain.kernel.actions import OptionValue, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.errors import RuleViolation
from domain.kernel.versions import rules_name
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.actions.answer import Answer
from domain.schichtwechsel.actions.choose_tile import ChooseTile
from domain.schichtwechsel.catalog import CATALOG, SchichtwechselCatalog
from domain.schichtwechsel.events import PointsScored, RoundScored
from domain.schichtwechsel.params import Parts
from domain.schichtwechsel.versions import NEWEST
from replays.file import replay_of
from replays.record import Record
from replays.simulation import advance, clock
from tests.domain.schichtwechsel.situations import A, B, C, D, Situation, all_of, only
from tests.replays.games import SIGNER, check
from tests.replays.verdicts import judged

VERSIONS = pytest.mark.parametrize("rules", range(1, NEWEST + 1))


def begun(
    rules: int,
    options: dict[str, OptionValue] | None = None,
    catalog: SchichtwechselCatalog = CATALOG,
) -> Record:
    return Record.create(
        SCHICHTWECHSEL,
        game_id="a-game",
        seats=[SeatSetup("Anna"), SeatSetup("Bela")],
        secret=b"a fixed secret for two versions ",
        names_salt="0" * 32,
        at=clock(0),
        options=options,
        catalog=catalog,
        rules=rules_name("schichtwechsel", rules),
    )


def play(record: Record, until: Callable[[Any], bool]) -> None:
    luck = CommittedChance(b"luck")
    while not record.over and not until(record.state):
        advance(record, [random_choice] * 2, luck)


def holds(record: Record) -> bool:
    play(record, lambda _: False)
    report = check(replay_of(record, None, SIGNER))
    return judged(report) == {"holds"}


def engine_driver_takes_a_lorry(rules: int) -> Record:
    record = begun(rules)
    play(record, lambda state: state.phase == "II")
    [seat] = SCHICHTWECHSEL.awaited(record.state)
    record.act(seat, ChooseTile("tile_engine_driver"), clock(record.version))
    assert record.state.decision.kind == "tile_bonus"
    return record


BESIDE_THE_POINT = [
    Parts(),
    Parts(card="lorry_small"),
    Parts(lorry="lorry_1"),
    Parts(wagon="lorry_1", choice="coal"),
]


def test_a_log_of_version_1_may_hold_answers_that_fit_nothing() -> None:
    record = engine_driver_takes_a_lorry(1)
    for said in BESIDE_THE_POINT:
        decision = record.state.decision
        record.act(decision.seat, Answer(decision.decision_id, said), clock(record.version))
    assert holds(record)


def test_version_2_refuses_them_and_writes_nothing() -> None:
    record = engine_driver_takes_a_lorry(2)
    before = record.version
    for said in BESIDE_THE_POINT:
        decision = record.state.decision
        with pytest.raises(RuleViolation) as refusal:
            record.act(decision.seat, Answer(decision.decision_id, said), clock(record.version))
        assert refusal.value.code == "option_impossible"
    assert record.version == before
    assert holds(record)


LIMITED: dict[str, OptionValue] = {"token_supply_limited": True}
CHIPS = 9


def few_chips() -> SchichtwechselCatalog:
    content = deepcopy(CATALOG.named)
    content["components"]["victory_point_chips"] = [{"count": CHIPS, "value": 1}]
    return SchichtwechselCatalog(msgspec.json.encode(content))


def in_play(record: Record) -> int:
    return sum(max(0, player.points) for player in record.state.players)


@VERSIONS
def test_a_game_that_runs_out_of_chips_holds(rules: int) -> None:
    record = begun(rules, LIMITED, few_chips())
    most = 0
    while not record.over:
        advance(record, [random_choice] * 2, CommittedChance(b"luck"))
        most = max(most, in_play(record))
    assert (most > CHIPS) == (rules == 1)
    assert holds(record)


def scoring(rules: int, **points: int) -> Situation:
    """Everybody scores 4 for the road, beginning with seat C; Anna and Bela have points."""
    game = Situation(options=LIMITED, catalog=few_chips(), rules=rules)
    for seat in (A, B, C, D):
        game.disc(seat, "road", 7)
    game.of(A).points, game.of(B).points = points["anna"], points["bela"]
    game.state.start_seat = C
    return game.all_passed(card="round_1")


def test_too_few_chips_are_given_in_turn_order() -> None:
    events = scoring(2, anna=2, bela=1).settles()
    assert only(events, RoundScored).points == (0, 0, 4, 2)
    given = [(event.seat, event.points) for event in all_of(events, PointsScored)]
    assert given[:2] == [(C, 4), (D, 2)]


def test_version_1_gives_points_that_are_not_in_the_box() -> None:
    assert only(scoring(1, anna=2, bela=1).settles(), RoundScored).points == (4, 4, 4, 4)


def test_lost_points_go_back_into_the_box() -> None:
    """Final scoring: tool markers cost the owner of eight chips six of them."""
    game = Situation(options=LIMITED, catalog=few_chips()).all_passed(5)
    for seat in (B, C, D):
        game.tools(seat, 0)
    game.tools(A, 3)
    game.of(A).points, game.state.marker_seat = 8, B
    game.settles()
    assert game.of(A).points == 2
    assert game.of(B).points == 2
