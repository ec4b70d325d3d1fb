"""The linear program of a round: tables as columns, added while the prices ask for more [A11].

Rows: one per person, one per size, and where the spread is asked one per boundary of points from
above and from below; rematches and shorts are held by ≤ while a later term is made small.
"""

from collections.abc import Sequence
from time import process_time

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from domain.tournament.pairing.proposal import Term
from services.pairing.candidates import Candidates
from services.pairing.columns import Columns, Numbers, boundaries
from services.pairing.ground import Ground, Seating
from services.pairing.highs import Floats, Pace, Solver

SCALE = 1000
ADDED_AT_ONCE = 3000
TOLERANCE = 1e-7


class OutOfTime(Exception):
    """The limit is reached before the prices hold everywhere."""


class Held(Struct, frozen=True):
    """What earlier terms may not exceed."""

    rematches: int
    shorts: int


class Duals(Struct, frozen=True):
    people: Floats
    sizes: dict[int, float]
    top: dict[int, float]
    bottom: dict[int, float]
    rematches: float
    shorts: float


class Program:
    """One term, made as small as fractions of tables allow."""

    def __init__(self, ground: Ground, blocks: Sequence[Columns], term: Term, held: Held) -> None:
        self._ground, self._blocks, self._term, self._held = ground, blocks, term, held
        self._kinds = sorted(ground.sizes.counts().items())
        cuts = term == "spread" and ground.bands is None
        self._bounds = boundaries(ground.points) if cuts else []
        self._solver, self._pace = Solver(), Pace()
        self._in: list[NDArray[np.bool_]] = [np.zeros(len(block), dtype=bool) for block in blocks]
        self._rows()

    def _rows(self) -> None:
        infinite = self._solver.inf
        ground, size = self._ground, self._ground.question.size
        limits = [(1.0, 1.0)] * ground.count
        limits += [(float(count), float(count)) for _, count in self._kinds]
        limits += [(-infinite, float(m // size)) for m in self._bounds]
        limits += [(-infinite, float((ground.count - m) // size)) for m in self._bounds]
        limits += [(-infinite, float(self._held.rematches)), (-infinite, float(self._held.shorts))]
        for low, high in limits:
            self._solver.add_row(low, high)

    def value(self, first: Sequence[tuple[int, ...]], until: float) -> tuple[float, Duals]:
        """The least value over all columns, and its prices. `first` is a pairing that exists."""
        self._add_pairing(first)
        self._add_cheap()
        while True:
            if process_time() > until:
                raise OutOfTime
            value, duals = self._solve()
            if not self._add_wanted(duals):
                return value, duals

    def _solve(self) -> tuple[float, Duals]:
        value, rows = self._solver.solve()
        count, kinds, cuts = self._ground.count, len(self._kinds), len(self._bounds)
        sizes, tops = rows[count:][:kinds], rows[count + kinds :][:cuts]
        bottoms = rows[count + kinds + cuts :][:cuts]
        return value, Duals(
            people=rows[:count],
            sizes={size: float(d) for (size, _), d in zip(self._kinds, sizes, strict=True)},
            top={m: float(d) for m, d in zip(self._bounds, tops, strict=True)},
            bottom={m: float(d) for m, d in zip(self._bounds, bottoms, strict=True)},
            rematches=float(rows[-2]),
            shorts=float(rows[-1]),
        )

    def reduced(self, block: Columns, duals: Duals) -> Floats:
        """What each column of a block costs beyond its prices."""
        left = block.cost(self._term).astype(np.float64)
        for place in range(block.size):
            left -= duals.people[block.people[:, place]]
        left -= duals.sizes[block.size]
        if self._term != "rematches":
            left -= duals.rematches * block.rematches
        if self._term == "spread":
            left -= duals.shorts * block.shorts
        if block.size == self._ground.question.size and self._bounds:
            within, behind = self._cut_duals(duals)
            left -= within[block.people[:, -1]] + behind[block.people[:, 0]]
        return left

    def _cut_duals(self, duals: Duals) -> tuple[Floats, Floats]:
        """By the last person's rank the tops around a table, by the first one's the bottoms."""
        ranks = range(self._ground.count)
        within = np.array([sum(d for m, d in duals.top.items() if m > at) for at in ranks])
        behind = np.array([sum(d for m, d in duals.bottom.items() if m <= at) for at in ranks])
        return within, behind

    def _add_wanted(self, duals: Duals) -> int:
        added = 0
        for number, block in enumerate(self._blocks):
            reduced = self.reduced(block, duals)
            wanted = np.flatnonzero((reduced < -TOLERANCE) & ~self._in[number])
            if len(wanted) > ADDED_AT_ONCE:
                wanted = _for_everybody(block, reduced, wanted, self._ground.count)
            self._add(number, wanted)
            added += len(wanted)
        return added

    def _add_cheap(self) -> None:
        """The cheapest columns of everybody, so that the first prices are not far off."""
        for number, block in enumerate(self._blocks):
            costs = block.cost(self._term).astype(np.float64)
            wanted = np.flatnonzero(~self._in[number])
            if len(wanted) > ADDED_AT_ONCE:
                wanted = _for_everybody(block, costs, wanted, self._ground.count)
            self._add(number, wanted)

    def _add_pairing(self, tables: Sequence[tuple[int, ...]]) -> None:
        for number, block in enumerate(self._blocks):
            found = [_row_of(block, t) for t in tables if len(t) == block.size]
            self._add(number, np.array(found, dtype=np.int64))

    def _add(self, number: int, rows: Numbers) -> None:
        self._in[number][rows] = True
        block = self._blocks[number].some(rows)
        starts, indices, values = self._entries(block)
        self._solver.add_columns(block.cost(self._term), starts, indices, values)

    def _entries(self, block: Columns) -> tuple[Numbers, Numbers, Floats]:
        """The column of each table: its rows and what stands there."""
        total, count = len(block), self._ground.count
        kinds = [size for size, _ in self._kinds]
        is_full = block.size == self._ground.question.size
        parts: list[tuple[Numbers, Numbers, Floats]] = []
        every = np.arange(total)

        def put(which: Numbers, row: Numbers | int, value: Numbers | float = 1.0) -> None:
            shape = len(which)
            rows = np.broadcast_to(np.asarray(row, dtype=np.int64), shape)
            parts.append((which, rows, np.broadcast_to(np.asarray(value, dtype=float), shape)))

        for place in range(block.size):
            put(every, block.people[:, place].astype(np.int64))
        put(every, count + kinds.index(block.size))
        after = count + len(kinds)
        if is_full:
            for at, m in enumerate(self._bounds):
                put(np.flatnonzero(block.people[:, -1] < m), after + at)
                put(np.flatnonzero(block.people[:, 0] >= m), after + len(self._bounds) + at)
        last = after + 2 * len(self._bounds)
        if self._term != "rematches":
            met = np.flatnonzero(block.rematches)
            put(met, last, block.rematches[met])
        if self._term == "spread":
            short = np.flatnonzero(block.shorts)
            put(short, last + 1, block.shorts[short])
        which = np.concatenate([part[0] for part in parts])
        order = np.argsort(which, kind="stable")
        starts = np.searchsorted(which[order], every)
        indices = np.concatenate([part[1] for part in parts])[order]
        values = np.concatenate([part[2] for part in parts])[order]
        return starts, indices, values

    def near(
        self, duals: Duals, gap: float, first: Seating, certain: Sequence[tuple[int, ...]]
    ) -> Candidates:
        """All columns up to a reduced cost, those of `first`, and those that are certain."""
        solver = Solver()
        program = Program.__new__(Program)
        program.__dict__.update(self.__dict__, _solver=solver)
        program._in = [np.zeros(len(block), dtype=bool) for block in self._blocks]
        program._rows()
        tables: Seating = []
        for number, block in enumerate(self._blocks):
            near = self.reduced(block, duals) <= gap
            for table in (*first, *certain):
                if len(table) == block.size:
                    near[_row_of(block, table)] = True
            program._add(number, np.flatnonzero(near))
            tables += [tuple(int(at) for at in row) for row in block.people[near]]
        return Candidates(solver, tables, first, certain, self._pace)


def _row_of(block: Columns, table: tuple[int, ...]) -> int:
    found = np.flatnonzero((block.people == np.array(sorted(table))).all(axis=1))
    return int(found[0])


def _for_everybody(block: Columns, costs: Floats, wanted: Numbers, count: int) -> Numbers:
    """The best columns of all, and the best few of every person."""
    most = 40 * ADDED_AT_ONCE
    if len(wanted) > most:
        wanted = wanted[np.argpartition(costs[wanted], most)[:most]]
    order = wanted[np.argsort(costs[wanted], kind="stable")]
    each = 2 * ADDED_AT_ONCE // 3 // count + 1
    chosen = [order[: ADDED_AT_ONCE // 3]]
    for place in range(block.size):
        people = block.people[order, place]
        by_person = np.argsort(people, kind="stable")
        begins = np.searchsorted(people[by_person], np.arange(count))
        nth = np.arange(len(order)) - begins[people[by_person]]
        chosen.append(order[by_person[nth < each]])
    return np.unique(np.concatenate(chosen))
