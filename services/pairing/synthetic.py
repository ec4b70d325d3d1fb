"""Events whose results are made up, to compare ways of pairing: no games are played."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

from domain.tournament.pairing.question import Entrant, Question, Table

POINTS = {4: (60, 36, 24, 12), 3: (60, 36, 24), 2: (60, 24)}
NOISE = 20
"""Strengths are 0 to 99; who is as strong as another by this much may well lose."""


class SyntheticEvent:
    """People with strengths and luck; the same seed gives the same people and the same luck."""

    def __init__(self, people: int, rounds: int, seed: int, size: int = 4) -> None:
        self._luck = Random(seed)
        self._rounds, self._size = rounds, size
        self._people = tuple(range(1, people + 1))
        self._strength = {one: self._luck.randrange(100) for one in self._people}
        self._twelfths = Counter[Entrant]()
        self._shorts = Counter[Entrant]()
        self._byes = Counter[Entrant]()
        self._meetings = Counter[tuple[Entrant, Entrant]]()
        self._places = {one: [0] * 4 for one in self._people}
        self._round = 1

    def question(self) -> Question:
        return Question(
            round=self._round,
            size=self._size,
            short=self._size - 1 if self._size > 2 else None,
            present=self._people,
            twelfths=dict(self._twelfths),
            shorts=dict(self._shorts),
            byes=dict(self._byes),
            meetings=dict(self._meetings),
            places={one: tuple(had) for one, had in self._places.items()},
            is_last_of_stage=self._round == self._rounds,
        )

    def play(self, tables: Sequence[Table], byes: Sequence[Entrant] = ()) -> None:
        for table in tables:
            self._meetings.update(combinations(sorted(table), 2))
            for place, one in enumerate(table):
                self._places[one][place] += 1
                self._shorts[one] += len(table) != self._size
            shown = {one: self._strength[one] + self._luck.gauss(0, NOISE) for one in table}
            best = sorted(table, key=lambda one: -shown[one])
            for one, points in zip(best, POINTS[len(table)], strict=True):
                self._twelfths[one] += points
        for one in byes:
            self._byes[one] += 1
            self._twelfths[one] += 48
        self._round += 1


def played(
    event: SyntheticEvent,
    rounds: int,
    pair: Callable[[Question], tuple[Sequence[Table], Sequence[Entrant]]],
) -> list[tuple[Question, Sequence[Table]]]:
    """Every round that was asked, and its tables."""
    found = []
    for _ in range(rounds):
        question = event.question()
        tables, byes = pair(question)
        found.append((question, tables))
        event.play(tables, byes)
    return found
