"""Seats and lots, last: two people change tables if no term before these gets worse."""

from time import process_time

from domain.kernel.chance import Lots
from services.pairing.ground import Ground

Tables = list[tuple[int, ...]]
MOST_PASSES = 6


def polished(ground: Ground, seating: Tables, lots: Lots, until: float) -> Tables:
    """The same rematches, shorts and spread, or better; of these the seats, then the lot."""
    polish = _Polish(ground, seating, lots)
    for _ in range(MOST_PASSES):
        if process_time() > until or not polish.improve():
            break
    return polish.tables


class _Polish:
    def __init__(self, ground: Ground, seating: Tables, lots: Lots) -> None:
        self._ground, self._lots = ground, lots
        fixed = {at for table in ground.pinned for at in table}
        self.tables = [tuple(sorted(table)) for table in seating]
        self._at = {one: number for number, table in enumerate(self.tables) for one in table}
        self._movable = [at for at in range(ground.count) if at not in fixed]
        self._first: dict[tuple[int, ...], tuple[int, int, int]] = {}
        self._last: dict[tuple[int, ...], tuple[int, int]] = {}

    def improve(self) -> bool:
        """Tries every exchange of two people once."""
        changed = False
        for number, one in enumerate(self._movable):
            for other in self._movable[number + 1 :]:
                here, there = self._at[one], self._at[other]
                if here != there and self._exchange(one, other, here, there):
                    changed = True
        return changed

    def _exchange(self, one: int, other: int, here: int, there: int) -> bool:
        left, right = self.tables[here], self.tables[there]
        if 1 in (len(left), len(right)) or not self._may_help(one, other, left, right):
            return False
        new_left = tuple(sorted(other if at == one else at for at in left))
        new_right = tuple(sorted(one if at == other else at for at in right))
        if self._cost(new_left, new_right) >= self._cost(left, right):
            return False
        self.tables[here], self.tables[there] = new_left, new_right
        self._at[one], self._at[other] = there, here
        return True

    def _may_help(
        self, one: int, other: int, left: tuple[int, ...], right: tuple[int, ...]
    ) -> bool:
        """Quickly: whether there are no more rematches after it."""
        own, his = self._ground.rematches[one], self._ground.rematches[other]
        met = sum(his[at] - own[at] for at in left) + sum(own[at] - his[at] for at in right)
        return met - 2 * own[other] <= 0

    def _cost(self, left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
        first = [self._provable(table) for table in (left, right)]
        last = [self._drawn(table) for table in (left, right)]
        return (
            *(sum(values) for values in zip(*first, strict=True)),
            *(sum(values) for values in zip(*last, strict=True)),
        )

    def _provable(self, table: tuple[int, ...]) -> tuple[int, int, int]:
        if table not in self._first:
            costs, people = self._ground.costs, self._ground.people(table)
            found = costs.rematches(people), costs.shorts(people), costs.spread(people)
            self._first[table] = found
        return self._first[table]

    def _drawn(self, table: tuple[int, ...]) -> tuple[int, int]:
        if table not in self._last:
            costs, people = self._ground.costs, self._ground.people(table)
            seats = costs.seats(costs.best_orders(people)[0])
            self._last[table] = seats, costs.lot(people, self._lots)
        return self._last[table]
