"""What the worker answers when a round is to be paired is accepted, whatever the stage."""

import msgspec
import pytest

from domain.tournament import actions as a
from replays.entry import sha256
from replays.tournaments.aggregate import Tournament
from services.worker.pairing import answered, asked_of

AT = "2026-11-16T12:00:00.000Z"
SCHEDULE = {"kind": "schedule", "rounds": 4}
SWISS = {"kind": "swiss", "rounds": 3}


def event(stage: dict[str, object], people: int) -> Tournament:
    regulation = {
        "title": "Zeche Open",
        "game": "gluck-auf",
        "tables": {"size": 3, "short": 2},
        "stages": [stage],
        "scoring": {"kind": "rank", "points": {"3": [60, 36, 24], "2": [60, 24]}},
        "ranking": ["points", "lots"],
    }
    new, first = Tournament.create("open", msgspec.json.encode(regulation).decode(), bytes(32), AT)
    new.apply(first)
    for number in range(people):
        act(new, a.Register(sha256(b"%d" % number)))
    act(new, a.CloseRegistration())
    return new


def act(tournament: Tournament, action: a.TournamentAction, by: a.Author = "organizer") -> None:
    tournament.apply(tournament.decide(by, action, AT))


def pair(tournament: Tournament) -> None:
    """As the worker does: until nothing is asked any more."""
    act(tournament, a.PairRound())
    while asked := asked_of(tournament):
        act(tournament, answered(asked), "service")


def close(tournament: Tournament) -> None:
    act(tournament, a.PublishRound())
    act(tournament, a.StartRound())
    now = tournament.state.round_now
    assert now is not None
    for table in now.tables:
        places = tuple(range(1, len(table.seats) + 1))
        points = tuple(-place for place in places)
        act(tournament, a.CorrectResult(table.number, places, "Typed.", points=points))
    act(tournament, a.CloseRound())


def test_c5_a_planned_stage_is_paired_round_by_round() -> None:
    tournament = event(SCHEDULE, 9)
    for number in range(1, 3):
        pair(tournament)
        now = tournament.state.round_now
        assert now is not None
        assert (now.number, now.status, now.pairing) == (number, "paired", "optimal")
        assert {table.seats for table in now.tables} == {*tournament.state.schedule[number]}
        close(tournament)


def test_c5_where_the_plan_does_not_fit_the_round_is_paired_anew() -> None:
    tournament = event(SCHEDULE, 9)
    pair(tournament)
    close(tournament)
    act(tournament, a.Withdraw(4, "Ill."))
    pair(tournament)
    now = tournament.state.round_now
    assert now is not None
    assert now.pairing != "optimal"
    assert sorted(len(table.seats) for table in now.tables) == [2, 3, 3]


@pytest.mark.parametrize("leaves", [True, False])
def test_b7_a_repair_keeps_who_is_not_concerned(leaves: bool) -> None:
    tournament = event(SWISS, 9)
    pair(tournament)
    before = {table.seats for table in tournament.state.rounds[0].tables}
    if leaves:
        act(tournament, a.MarkAbsent(5, reason="Late train."))
    act(tournament, a.RepairRound("Somebody is missing."))
    asked = asked_of(tournament)
    assert asked is not None
    act(tournament, answered(asked), "service")
    after = {table.seats for table in tournament.state.rounds[0].tables}
    assert len(before & after) == (2 if leaves else 3)
    assert tournament.state.rounds[0].pairing == "repaired"
