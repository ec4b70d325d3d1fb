"""What standings are computed from, gathered from the rounds up to one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from domain.tournament.state import Ledger, Missed, Penalty, Played, Result, Round, State

TableKey: TypeAlias = tuple[int, int]
"""Round and table."""


def ledger(
    state: State,
    after: int,
    results: Mapping[TableKey, Result | None] | None = None,
    penalties: Sequence[Penalty] = (),
) -> Ledger:
    """As it stands, or will stand with these results and penalties more.

    Tables without a result do not count yet.
    """
    rounds = state.rounds[:after]
    last = rounds[-1] if rounds else None
    settled = state.settled.get(after - 1)
    participants = last.qualified if last else None
    return Ledger(
        after=after,
        stage=last.stage if last else 0,
        entrants=len(state.entrants),
        tables=tuple(_played(rounds, results or {})),
        byes=tuple(Missed(one.number, one.stage, who) for one in rounds for who in one.byes),
        absences=tuple(_absences(state, after)),
        penalties=(*state.penalties, *penalties),
        participants=participants,
        previous=settled.ledger if settled and participants is not None else None,
    )


def _played(rounds: Sequence[Round], results: Mapping[TableKey, Result | None]) -> Iterator[Played]:
    for one in rounds:
        for table in one.tables:
            result = results.get((one.number, table.number), table.result)
            if result:
                seats, points, places = table.seats, result.points, result.places
                yield Played(one.number, one.stage, table.number, seats, points, places)


def _absences(state: State, after: int) -> list[Missed]:
    found = []
    for one in state.rounds[:after]:
        there = {who for table in one.tables for who in table.seats} | {*one.byes}
        found += [
            Missed(one.number, one.stage, entrant.number)
            for entrant in state.entrants
            if one.is_paired and one.number in entrant.absent and entrant.number not in there
        ]
    return found
