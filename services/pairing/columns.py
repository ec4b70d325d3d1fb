"""All possible tables of a question as arrays, with what each costs by every term."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from services.pairing.ground import FORBIDDEN, Ground

Numbers = NDArray[np.int64]
Ranks = NDArray[np.int16]


class Columns(Struct, frozen=True):
    """Tables of one size; people are ranks, ascending in each row."""

    size: int
    people: Ranks
    rematches: Numbers
    shorts: Numbers
    spread: Numbers

    def __len__(self) -> int:
        return len(self.people)

    def cost(self, term: str) -> Numbers:
        costs: Numbers = getattr(self, term)
        return costs

    def some(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> "Columns":
        return Columns(
            self.size,
            self.people[chosen],
            self.rematches[chosen],
            self.shorts[chosen],
            self.spread[chosen],
        )


def all_columns(ground: Ground, most_rematches: int) -> list[Columns]:
    """One block per size; byes as tables of one."""
    blocks = [_block(ground, size, most_rematches) for size in sorted(set(ground.sizes.tables))]
    if ground.sizes.byes:
        byes = np.array(sorted(ground.possible_byes), dtype=np.int16).reshape(-1, 1)
        nothing = np.zeros(len(byes), dtype=np.int64)
        blocks.append(Columns(1, byes, nothing, nothing, nothing))
    return blocks


def _block(ground: Ground, size: int, most_rematches: int) -> Columns:
    met = np.array(ground.rematches, dtype=np.int64).reshape(ground.count, ground.count)
    people = np.arange(ground.count, dtype=np.int16).reshape(-1, 1)
    rematches = np.zeros(ground.count, dtype=np.int64)
    for _ in range(size - 1):
        people, rematches = _one_more(people, rematches, met, most_rematches)
    shorts = np.zeros(len(people), dtype=np.int64)
    if size != ground.question.size:
        shorts = np.array(ground.short_costs, dtype=np.int64)[people].sum(axis=1)
    return Columns(size, people, rematches, shorts, _spread(ground, people))


def _one_more(
    people: Ranks, rematches: Numbers, met: Numbers, most_rematches: int
) -> tuple[Ranks, Numbers]:
    """Every table with each who comes later, without those that have met too often already."""
    counts = len(met) - 1 - people[:, -1].astype(np.int64)
    rows = np.repeat(np.arange(len(people)), counts)
    begins = np.repeat(np.cumsum(counts) - counts, counts)
    joining = np.arange(len(rows)) - begins + people[rows, -1] + 1
    found = rematches[rows]
    for place in range(people.shape[1]):
        found = found + met[people[rows, place], joining]
    fine = found <= min(most_rematches, FORBIDDEN - 1)
    grown = np.column_stack([people[rows[fine]], joining[fine].astype(np.int16)])
    return grown, found[fine]


def _spread(ground: Ground, people: Ranks) -> Numbers:
    size = people.shape[1]
    if not ground.question.spread_counts:
        return np.zeros(len(people), dtype=np.int64)
    if ground.bands is not None:
        bands = np.array(ground.bands, dtype=np.int64)[people]
        same = np.zeros(len(people), dtype=np.int64)
        for one in range(size):
            for other in range(one):
                same += bands[:, one] == bands[:, other]
        return 12 * same
    points = np.array(ground.points, dtype=np.int64)[people]
    return np.asarray(
        12 // size * (size * (points * points).sum(axis=1) - points.sum(axis=1) ** 2),
        dtype=np.int64,
    )


def boundaries(points: Sequence[int]) -> list[int]:
    """Ranks at which the points change: how many stand above each."""
    return [at for at in range(1, len(points)) if points[at] != points[at - 1]]
