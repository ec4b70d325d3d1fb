"""Whole games as files: every guarantee holds, and no reader of a running game calls it broken."""

from copy import deepcopy
from functools import cache

import msgspec
import pytest

from domain.bots import bots_for
from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions.absence import for_absent
from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kartenspiel.events import PlayerPassed
from domain.kernel.chance import CommittedChance
from replays.file import replay_of
from replays.history import History
from replays.record import Record
from replays.simulation import Plan, advance, clock, create, simulate
from replays.verify import Report, verify
from tests.replays.games import SIGNER, broken
from tests.replays.verdicts import judged

ALL_HOLD = {"holds"}


def check(data: bytes) -> Report:
    return verify(data, [SIGNER.key])


def verdicts(report: Report) -> set[str]:
    return judged(report)


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("bots", [("random",), ("greedy", "random")])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_guarantee_holds_for_a_whole_game(
    players: int, bots: tuple[str, ...], number: int
) -> None:
    record = simulate(KARTENSPIEL, Plan("kartenspiel", players, bots, 11), number)
    report = check(replay_of(record, None, SIGNER))
    assert verdicts(report) == ALL_HOLD, report.verdicts
    assert report.winners == record.state.winners


@cache
def running(players: int, upto: int) -> Record:
    """A game of which only so many entries have been written."""
    plan = Plan("kartenspiel", players, ("greedy", "random"), 21)
    record = create(KARTENSPIEL, plan, 0)
    known = bots_for(KARTENSPIEL)
    bots = [known[seat.bot or "random"] for seat in plan.seats(0)]
    luck = CommittedChance(plan.digest(0, "luck"))
    while record.version < upto:
        advance(record, bots, luck)
    return record


@pytest.mark.parametrize("reader", [None, 0, 1, 2])
@pytest.mark.parametrize("upto", [1, 2, 20, 60, 100, 150, 200])
def test_a_running_game_is_never_called_broken(upto: int, reader: int | None) -> None:
    report = check(replay_of(running(3, upto), reader, SIGNER))
    assert not broken(report), report.verdicts
    assert report.verdicts["conservation"].verdict == "holds"
    assert report.verdicts["deal"].verdict == "cannot tell"
    assert report.verdicts["result"].verdict == "cannot tell"


@pytest.mark.parametrize("reader", [None, 0, 1, 2])
@pytest.mark.parametrize("upto", [30, 90, 170, 210])
def test_the_file_of_a_seat_gives_the_view_of_that_seat(upto: int, reader: int | None) -> None:
    record = running(3, upto)
    history = History(replay_of(record, reader, SIGNER))
    state = history.state_at(history.end)
    whole = KARTENSPIEL.view(record.state, reader)
    assert msgspec.json.encode(KARTENSPIEL.view(state, reader)) == msgspec.json.encode(whole)
    if reader is not None:
        assert KARTENSPIEL.choices(state, reader) == KARTENSPIEL.choices(record.state, reader)


def test_a_scored_shift_of_a_running_game_can_be_checked_by_everybody() -> None:
    record = running(3, 200)
    assert any(b'"type":"settle"' in entry.line for entry in record.entries)
    for reader in (None, 0, 1, 2):
        report = check(replay_of(record, reader, SIGNER))
        assert report.verdicts["scoring"].verdict == "holds"


def test_a_game_that_the_arbiter_carries_on_for_absent_players_verifies() -> None:
    plan = Plan("kartenspiel", 3, ("greedy",), 5)
    record = create(KARTENSPIEL, plan, 0)
    bots = [bots_for(KARTENSPIEL)["random"]] * 3
    luck = CommittedChance(b"luck")
    while not record.over:
        seat = record.state.active
        if record.state.phase == "scoring" or record.version % 3:
            advance(record, bots, luck)
        else:
            action = for_absent(record.state, seat)
            record._append("arbiter", action, clock(record.version), None)
    report = check(replay_of(record, None, SIGNER))
    assert verdicts(report) == ALL_HOLD, report.verdicts
    passed = [e for _, e in History(replay_of(record, None, SIGNER)).events()]
    reasons = {event.reason for event in passed if isinstance(event, PlayerPassed)}
    assert reasons == {"player", "absent"}


def corrected() -> KartenspielCatalog:
    """A recount: changed in a dozen places, as an owner of the game might."""
    content = deepcopy(KARTENSPIEL.catalog.content)
    cards = {
        card["id"]: card
        for name, block in content.items()
        if name != "totals"
        for card in block.get("cards", [])
    }
    content["catalog"]["catalog_version"] = "1.1.0"
    for color in ("red", "blue", "green", "yellow"):
        cards[f"worker.{color}.05"]["value"] = 3
    cards["lorry.wheel.03"]["vp"] = 2
    cards["lorry.fox.05"] |= {"lorries": 2, "vp": 0}
    cards["wagon.joker.16"]["crest"] = "fox"
    cards["engine.a.7"]["model"] = "b"
    cards["order.barracks.2"] |= {"min_lorries": 2, "vp": 4}
    cards["objective.shift-markers"] |= {"vp": 4, "per": 3}
    cards["objective.lorries.barracks"]["threshold"] = 6
    cards["innovation.worker-1-5.3"]["max"] = 6
    cards["innovation.mine-4.1"]["max_steps"] = 5
    cards["action.wild"]["draw"] = 3
    cards["action.mine-2-3"]["max_steps"] = 4
    content["shares"]["vp_assigned"] = 4
    for share in content["shares"]["cards"]:
        share["vp"] = 4
    return KartenspielCatalog(msgspec.json.encode(content))


@pytest.mark.parametrize("bots", [("random",), ("greedy",)])
def test_a_corrected_catalog_travels_in_the_replay_and_verifies(bots: tuple[str, ...]) -> None:
    catalog = corrected()
    plan = Plan("kartenspiel", 3, bots, 7, catalog=catalog.digest)
    record = simulate(KARTENSPIEL, plan, 0, catalog)
    data = replay_of(record, None, SIGNER)
    assert b'"catalog_version":"1.1.0"' in data.split(b"\n")[0]
    assert verdicts(check(data)) == ALL_HOLD
    history = History(data)
    assert KARTENSPIEL.view(history.state_at(history.end), 0) == KARTENSPIEL.view(record.state, 0)


def test_the_same_seed_gives_the_same_bytes() -> None:
    plan = Plan("kartenspiel", 2, ("greedy", "random"), 3)
    files = {replay_of(simulate(KARTENSPIEL, plan, 1), None, SIGNER) for _ in range(2)}
    assert len(files) == 1
