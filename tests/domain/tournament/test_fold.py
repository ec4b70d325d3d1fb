"""Following the log of an event gives exactly the state that deciding gave, entry by entry."""

from collections.abc import Callable

import pytest

from domain.tournament import actions as a
from domain.tournament.decide import decide
from domain.tournament.events import TOURNAMENT_EVENTS, StandingsSettled
from domain.tournament.standings import standings
from replays.tournaments.aggregate import Tournament
from replays.tournaments.entry import read_line
from tests.domain.tournament.moments import (
    COMMITMENT,
    CROSSED,
    ROUND_ROBIN,
    TWO_TABLES,
    WON_IN_ORDER,
    between,
    duplicate,
    over,
    planned,
    registering,
)
from tests.domain.tournament.paper_event import PaperEvent, regulation


def troubled() -> PaperEvent:
    """Nearly everything that can happen to a round."""
    event = registering()
    event.act(a.ChangeRegulation(regulation(standings="live"), "to see them at once"))
    event.act(a.ForbidPair((1, 8), "married"))
    event.act(a.CheckIn(1, 4), 1)
    event.close_registration()
    event.register(seed=3, salt="2" * 32, reason="late")
    event.act(a.Withdraw(9, "left again"))
    event.act(a.PairRound((TWO_TABLES[0],), "friends"))
    event.act(a.ReportFailure(1, ("pairing.too_long",)), "service")
    event.by_hand(*TWO_TABLES)
    event.act(a.PublishRound())
    event.act(a.MarkAbsent(5))
    event.act(a.RepairRound("5 overslept"))
    event.act(event.proposal(), "service")
    event.act(a.StartRound())
    event.open_game(1)
    event.open_game(2)
    event.read(1, (), ())
    event.open_game(1, "again")
    event.read(1, WON_IN_ORDER, version=7)
    event.act(a.ConfirmResult(1, 1), 2)
    event.read(2, (1, 1, 3), (9, 9, -4))
    event.act(a.Penalize(2, 18, "rude"), "arbiter")
    event.act(a.CloseRound())
    event.act(a.CorrectResult(1, (2, 1, 3, 4), "typed", "as ruled"), "arbiter")
    event.act(a.Return(9))
    event.act(a.Replace(3, "a friend", "f" * 64))
    event.act(a.EraseName(4))
    event.pair()
    event.play((1, 2, 3), (1, 2, 3), (1, 2, 3))
    event.read(1, (4, 3, 2, 1), round=1, version=300)
    event.act(a.Finish("snow"))
    return event


def with_a_final() -> PaperEvent:
    stages = [
        {"kind": "swiss", "rounds": 1},
        {"kind": "final", "players": 4, "rounds": 1, "carry": False},
    ]
    event = between(stages=stages)
    event.pair()
    event.play(WON_IN_ORDER)
    event.act(a.Penalize(3, 12, "rude"))
    event.act(a.Finish())
    return event


def dealt() -> PaperEvent:
    event = duplicate(scoring={"kind": "duplicate"}, ranking=["points", "duplicate", "lots"])
    event.act(a.CommitDeal(1, 4, COMMITMENT), "service")
    event.act(a.StartRound())
    for table in (1, 2):
        event.act(a.OpenGame(1, table, f"g{table}", COMMITMENT), "service")
        event.read(table, WON_IN_ORDER, (40 + table, 30, 20 - table, 10))
    event.act(a.CloseRound())
    return event


def scheduled() -> PaperEvent:
    event = planned()
    for number in range(len(ROUND_ROBIN)):
        if number:
            event.act(a.PairRound())
        event.act(event.proposal(), "service")
        event.play((1, 2), (1, 2))
    return event


def crossed() -> PaperEvent:
    event = between()
    event.round_by_hand(*CROSSED)
    return event


EVENTS = [troubled, with_a_final, dealt, scheduled, over, crossed]
EVENT = pytest.mark.parametrize("made", EVENTS, ids=lambda one: one.__name__)


@EVENT
def test_following_the_log_gives_the_same_state(made: Callable[[], PaperEvent]) -> None:
    event = made()
    read = Tournament.begin("paper", event.entries[0])
    read.follow_all(event.entries[1:])
    assert read.state == event.state
    assert (read.last_hash, read.updated_at) == (
        event.tournament.last_hash,
        event.tournament.updated_at,
    )


@EVENT
def test_every_entry_decided_again_gives_its_facts_and_changes_nothing(
    made: Callable[[], PaperEvent],
) -> None:
    event = made()
    now = Tournament.begin("paper", event.entries[0])
    for entry in event.entries[1:]:
        line = read_line(entry.line)
        before = repr(now.state)
        assert decide(now.state, line.by, line.action, now.chance) == [*line.events]
        assert repr(now.state) == before
        now.follow(entry)


@EVENT
def test_standings_computed_again_are_those_that_were_settled(
    made: Callable[[], PaperEvent],
) -> None:
    event = made()
    now = Tournament.begin("paper", event.entries[0])
    settled = 0
    for entry in event.entries[1:]:
        for fact in now.follow(entry).events:
            if isinstance(fact, StandingsSettled):
                ledger = now.state.settled[fact.after].ledger
                assert standings(ledger, now.state.rules, now.chance).order == fact.order
                settled += 1
    assert settled


def test_the_events_tried_here_hold_every_kind_of_fact() -> None:

    found = {
        type(fact)
        for made in EVENTS
        for entry in made().entries
        for fact in read_line(entry.line).events
    }
    assert found == {*TOURNAMENT_EVENTS}
