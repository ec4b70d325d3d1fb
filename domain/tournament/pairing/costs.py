"""What one table costs, term by term [A4 to A9]: a round costs the sum of its tables."""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import combinations, permutations
from math import gcd

from domain.kernel.chance import Lots
from domain.tournament.pairing.question import Entrant, Pair, Question, Table, pair

LOTS = 2**20


class Costs:
    """The costs of tables for one question. Order within a table matters to `seats` alone."""

    def __init__(self, question: Question) -> None:
        self.question = question

    @cached_property
    def points(self) -> dict[Entrant, int]:
        """Twelfths divided by their greatest common divisor [A6]."""
        question = self.question
        twelfths = {one: question.twelfths.get(one, 0) for one in question.present}
        unit = gcd(*twelfths.values()) or 1
        return {one: amount // unit for one, amount in twelfths.items()}

    @cached_property
    def order(self) -> list[Entrant]:
        """By twelfths descending, then by number [A11]."""
        return sorted(self.question.present, key=lambda one: (-self.points[one], one))

    @cached_property
    def bands(self) -> dict[Entrant, int] | None:
        """The bands of seeding, where they decide instead of points [A7]."""
        question = self.question
        if any(self.points.values()) or not any(one in question.seeds for one in question.present):
            return None
        last = max(question.seeds.values()) + 1
        row = sorted(question.present, key=lambda one: (question.seeds.get(one, last), one))
        return {one: at * question.size // len(row) for at, one in enumerate(row)}

    @cached_property
    def rematch_costs(self) -> dict[Pair, int]:
        """Of every pair that has met [A5]."""
        more = int(self.question.is_last_of_stage)
        return {
            two: times * (times + 1) // 2 + more
            for two, times in self.question.meetings.items()
            if times
        }

    def rematches(self, table: Collection[Entrant]) -> int:
        costs = self.rematch_costs
        return sum(costs.get(two, 0) for two in combinations(sorted(table), 2))

    def shorts(self, table: Collection[Entrant]) -> int:
        """[A4]: a bye is no table."""
        if len(table) in (1, self.question.size):
            return 0
        return sum(map(self.short_cost, table))

    def short_cost(self, one: Entrant) -> int:
        return 2 * self.question.shorts.get(one, 0) + 1

    def spread(self, table: Collection[Entrant]) -> int:
        """[A6, A7]: a bye costs nothing."""
        if not self.question.spread_counts or len(table) == 1:
            return 0
        if self.bands is not None:
            bands = [self.bands[one] for one in table]
            return 12 * sum(one == other for one, other in combinations(bands, 2))
        points = [self.points[one] for one in table]
        squares = sum((one - other) ** 2 for one, other in combinations(points, 2))
        return 12 // len(table) * squares

    def seats(self, table: Table) -> int:
        """[A8]: of these people in this order."""
        if self.question.seats == "random":
            return 0
        return sum(2 * self._times(one, place) + 1 for place, one in enumerate(table))

    def _times(self, one: Entrant, place: int) -> int:
        places = self.question.places.get(one, ())
        return places[place] if place < len(places) else 0

    def best_orders(self, table: Iterable[Entrant]) -> list[Table]:
        """All orders of these people that cost least."""
        orders = list(permutations(sorted(table)))
        costs = [self.seats(order) for order in orders]
        least = min(costs)
        return [order for order, cost in zip(orders, costs, strict=True) if cost == least]

    def best_order(self, table: Iterable[Entrant], lots: Lots) -> Table:
        """Of the orders that cost least the one whose lot is smallest."""
        orders = self.best_orders(table)
        return min(orders, key=lambda order: (self.seat_lot(order, lots), order))

    def seat_lot(self, table: Table, lots: Lots) -> int:
        return lots.below(_label("seat", self.question.round, table), LOTS)

    def lot(self, table: Collection[Entrant], lots: Lots) -> int:
        """[A9]"""
        return lots.below(_label("lot", self.question.round, sorted(table)), LOTS)

    def is_forbidden(self, table: Collection[Entrant]) -> bool:
        return any(two in self.question.forbidden for two in combinations(sorted(table), 2))

    def met(self, one: Entrant, other: Entrant) -> int:
        return self.question.meetings.get(pair(one, other), 0)


def _label(kind: str, number: int, table: Sequence[Entrant]) -> str:
    return f"{kind}/{number}/{'-'.join(map(str, table))}"
