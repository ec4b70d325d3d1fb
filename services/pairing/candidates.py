"""The few tables that a pairing near the bound can have, and the best pairing among them.

Diving comes first: the table that the fractions want most is taken whole, and the rest is asked
again, until nothing is broken. A handful of questions leads to a pairing at or near the bound,
where the integer program needs a hundred times as long to find one.
"""

from collections.abc import Sequence
from random import Random
from time import process_time

import numpy as np

from services.pairing.ground import Seating
from services.pairing.highs import Floats, Pace, Solver

WHOLE = 1e-6
"""As much as a solver's figures may be off."""
DARING = 0.25
"""How far behind the most wanted table another one may be taken, but on the first dive."""
MOST_REFUSED = 30
"""Dead ends of one dive."""


class Candidates:
    def __init__(
        self,
        solver: Solver,
        tables: Sequence[tuple[int, ...]],
        first: Seating,
        certain: Sequence[tuple[int, ...]],
        pace: Pace,
    ) -> None:
        """`certain` are tables that every legal pairing has."""
        self._solver, self._tables, self._pace = solver, tables, pace
        wanted = {tuple(sorted(table)) for table in certain}
        self._first = {tuple(sorted(table)) for table in first}
        self._forced = [at for at, table in enumerate(tables) if table in wanted]

    def dive(self, number: int, until: float) -> Seating | None:
        """A pairing, if this dive comes to one; each number dives elsewhere."""
        taken, refused = list(self._forced), list[int]()
        for column in taken:
            self._solver.take(column)
        found = self._dived(Random(number), DARING * bool(number), taken, refused, until)
        for column in (*taken, *refused):
            self._solver.release(column)
        return found

    def _dived(
        self, luck: Random, daring: float, taken: list[int], refused: list[int], until: float
    ) -> Seating | None:
        """Where nothing is possible any more, what was taken last was wrong."""
        while process_time() < until:
            parts = self._solver.fractions()
            if parts is None:
                if len(taken) == len(self._forced) or len(refused) == MOST_REFUSED:
                    return None
                refused.append(taken.pop())
                self._solver.refuse(refused[-1])
                continue
            broken = np.flatnonzero((parts > WHOLE) & (parts < 1 - WHOLE))
            if not len(broken):
                return self._seating(parts)
            wanted = [parts[column] + daring * luck.random() for column in broken]
            taken.append(int(broken[np.argmax(wanted)]))
            self._solver.take(taken[-1])
        return None

    def best(self, seconds: float, step: int = 1) -> tuple[Seating | None, bool]:
        """The best pairing; also whether the solver says that there is none better by a step."""
        start = np.array([float(table in self._first) for table in self._tables])
        chosen, is_best = self._solver.solve_whole(self._forced, start, seconds, step, self._pace)
        return None if chosen is None else self._seating(chosen), is_best

    def _seating(self, parts: Floats) -> Seating:
        return [self._tables[int(at)] for at in np.flatnonzero(parts > 0.5)]
