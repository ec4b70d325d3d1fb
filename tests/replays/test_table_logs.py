"""What RULES.md of the table says of whole logs; each test names its sentence."""

import pytest

from domain.kernel.errors import RuleViolation
from domain.registry import GAMES
from domain.table import actions as a
from domain.table.result import Result
from domain.table.state import Table, TableSeat
from replays.aggregate import Aggregate, table_result
from replays.entry import read_entry
from replays.file import replay_of
from replays.history import History
from replays.record import Record
from replays.samples import sample_keys, samples
from replays.verify import verify
from tests.domain.table.paper_game import at, per_game
from tests.replays.games import SIGNER, check
from tests.replays.tables import go_on, move, opened, play, sit_down

MOVES = 6


def aggregate(record: Record) -> Aggregate:
    """Folded anew."""
    made = Aggregate.before(record.game_id, record.entries[0])
    made.follow_all(record.entries)
    return made


def test_a1_the_state_after_a_take_back_is_the_one_it_names() -> None:
    record = play(sit_down(), 3)
    then = repr(record.state)
    play(record, 3, 10_000)
    record.rule(a.TakeBack(4, "a slip"), at(20_000))
    assert repr(record.state) == then


@pytest.mark.parametrize("game", GAMES)
def test_a2_nothing_else_goes_back(game: str) -> None:
    """The same actions draw the same again; versions, chain, salts and keys go on."""
    record = play(sit_down(game), 20)
    done = [record.act(*move(record), at(30_000), key=f"first/{n}") for n in range(MOVES)]
    record.rule(a.TakeBack(21, "a slip"), at(30_000))
    actions = [read_entry(record.game, entry) for entry in done]
    again = [
        record.act(line.actor, line.action, at(30_000), key=f"again/{n}")  # type: ignore[arg-type]
        for n, line in enumerate(actions)
    ]
    for then, now in zip(actions, (read_entry(record.game, entry) for entry in again), strict=True):
        assert now.events == then.events
        assert now.v == then.v + MOVES + 1
        assert now.prev != then.prev
    for before, after in zip(done, again, strict=True):
        assert not set(before.seals) & set(after.seals)
    folded = aggregate(record)
    assert folded.keys.keys() == {
        (line.by, f"{time}/{n}") for time in ("first", "again") for n, line in enumerate(actions)
    }
    report = check(opened(record))
    assert {report.verdicts[name].verdict for name in ("chain", "rulings", "rules")} == {"holds"}


def test_a8_seals_are_open_once_a_ruling_has_ended_the_game() -> None:
    record = play(sit_down(clock=per_game(60)), 3)
    record.rule(a.Adjudicate((1, 1, 3), "late"), at(9_000), "Ria")
    report = check(replay_of(record, None, SIGNER))
    assert report.verdicts["seals"].verdict == "holds"
    assert report.verdicts["result"].verdict == "holds"
    points = tuple(record.game.points(record.state))
    assert report.result == Result("adjudicated", points, (1, 1, 3))


def test_a9_the_result_of_a_real_game_has_who_is_out_at_its_end() -> None:
    [finished] = [data for name, data in samples() if name == "gluck_auf/two-players"]
    history = History(finished)
    position = history.at(history.end)
    assert table_result(position) == Result("played", (153, 147), (1, 2))
    position.table.seats = [TableSeat(out=5), TableSeat()]
    assert table_result(position) == Result("played", (153, 147), (2, 1))


def test_b1_all_arbiters_share_one_space_of_keys() -> None:
    record = sit_down()
    record.rule(a.Note("one"), at(1_000), "Ria", key="k")
    assert aggregate(record).keys == {("arbiter", "k"): (2, 2)}


def test_c6_sentences_use_the_name_as_of_their_entry() -> None:
    record = sit_down()
    record.act(0, a.Claim("1", "Look!"), at(1_000))
    record.rule(a.HandOver(0, "Eva", "a guest"), at(1_000), "Ria")
    record.act(0, a.Claim("1", "Look!"), at(1_000))
    told = [said for moment, _, said in History(opened(record)).told("en") if moment.version > 1]
    assert told == [
        "Anna calls the arbiter about 1: “Look!”",
        "Eva takes the seat of Anna: “a guest”",
        "Eva calls the arbiter about 1: “Look!”",
    ]
    assert record.names == ("Eva", "Bruno", "Clara")


def test_c8_logs_grow_after_the_end() -> None:
    record = play(sit_down(), 2)
    record.rule(a.Adjudicate((1, 2, 3), "late"), at(9_000), "Ria")
    finished = aggregate(record).finished_at
    record.act(1, a.Claim("2", "Look!"), at(10_000))
    record.rule(a.CorrectResult((3, 2, 1), "so it is", ("4.2",), (2, 1, 2)), at(11_000), "Ria")
    with pytest.raises(RuleViolation, match="game_ended"):
        go_on(record, 12_000)
    report = check(replay_of(record, None, SIGNER))
    assert report.result == Result("corrected", (3, 2, 1), (2, 1, 2))
    assert report.verdicts["rulings"].verdict == report.verdicts["result"].verdict == "holds"
    assert aggregate(record).finished_at == finished


@pytest.mark.parametrize("name", ["gluck_auf/two-players", "kartenspiel/two-players"])
def test_c10_old_logs_have_a_table_at_its_default(name: str) -> None:
    [data] = [data for sample, data in samples() if sample == name]
    history = History(data)
    table = history.at(history.end).table
    seats = [TableSeat(bot="greedy"), TableSeat(bot="greedy")]
    assert table == Table(seats, event_counts=table.event_counts, marks=table.marks)
    report = verify(data, sample_keys())
    assert report.verdicts["clock"].verdict == report.verdicts["rulings"].verdict == "holds"
