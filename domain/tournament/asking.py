"""What is asked of whoever pairs a round: everything its terms depend on, from the log so far."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import msgspec

from domain.tournament.ledger import ledger
from domain.tournament.pairing.question import PLACES, Pair, Question, pair
from domain.tournament.pairing.question import Entrant as Number
from domain.tournament.stages import coming, present
from domain.tournament.state import Round, State
from domain.tournament.words import Books


def question_of(state: State, number: int, *, by_hand: bool = False) -> Question:
    """Of a round that is open or comes next. By hand, nothing is pinned."""
    rules, known = state.rules, state.round(number)
    stage, is_last = _stage(state, number)
    there = present(state, number)
    before = state.rounds[: number - 1]
    pins = () if by_hand or known is None else known.asked_pins
    return Question(
        round=number,
        size=rules.tables.size,
        short=rules.tables.short,
        present=there,
        twelfths=twelfths_now(state, number, stage),
        seeds={one.number: one.seed for one in state.entrants if one.seed is not None},
        byes=dict(Counter(who for one in before for who in one.byes)),
        shorts=_shorts(before, rules.tables.size),
        meetings=_meetings(before),
        places=_places(before),
        forbidden=frozenset(state.forbidden),
        pinned=tuple(table for table in pins if {*table} <= {*there}),
        is_last_of_stage=is_last,
        seats=rules.seats,
        spread_counts=rules.stages[stage].kind != "schedule",
    )


def twelfths_now(state: State, number: int, stage: int) -> dict[Number, int]:
    """Before this round; of its stage only, if the stage does not carry on [A6, C3]."""
    now = msgspec.structs.replace(ledger(state, number - 1), stage=stage)
    books = Books(now, state.rules, lambda _: 0)
    return {one.number: books.twelfths(one.number) for one in state.entrants}


def _stage(state: State, number: int) -> tuple[int, bool]:
    known = state.round(number)
    if known is not None and known.is_paired:
        return known.stage, known.is_last_of_stage
    soon = coming(state, number)
    assert soon is not None, "somebody has asked for a round that there is"
    return soon.stage, soon.is_last_of_stage


def _shorts(before: Sequence[Round], size: int) -> dict[Number, int]:
    tables = (table.seats for one in before for table in one.tables)
    return dict(Counter(who for seats in tables if len(seats) < size for who in seats))


def _meetings(before: Sequence[Round]) -> dict[Pair, int]:
    """Who sat at one table, whatever became of the game [A5]."""
    met = Counter[Pair]()
    for one in before:
        for table in one.tables:
            met.update(pair(*two) for two in combinations(table.seats, 2))
    return dict(met)


def _places(before: Sequence[Round]) -> dict[Number, tuple[int, ...]]:
    sat: dict[Number, list[int]] = {}
    for one in before:
        for table in one.tables:
            for place, who in enumerate(table.seats):
                sat.setdefault(who, [0] * PLACES)[place] += 1
    return {who: tuple(counts) for who, counts in sat.items()}
