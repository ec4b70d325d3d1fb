"""Whether prices hold at every possible table [A11], without looking at each of them.

For a table T of size k, prices hold if its excess is not negative:
  scale·cost(T) + weight·rematches(T) + short_weight·shorts(T)
  − Σ prices − sizes[k] − Σ top − Σ bottom.
All parts but the prices and sizes only make it larger, so a beginning of a table that cannot
become negative whoever else sits down is left at once.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from domain.tournament.pairing.byes import allowed_byes
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.envelope import Envelope
from domain.tournament.pairing.proposal import PricesProof
from domain.tournament.pairing.question import Entrant
from domain.tournament.pairing.sizes import sizes_of

MOST_STEPS = 100_000_000
"""Tables and beginnings looked at: a minute. Honest proofs of 400 people need a tenth."""

Broken = tuple[Entrant, ...]


class TooManySteps(Exception):
    """The proof may hold, but nobody should have to wait for it."""


class PossibleTables:
    """All tables that one proof has to hold for."""

    def __init__(self, costs: Costs, proof: PricesProof, rematches: int) -> None:
        self._costs, self._proof, self._most_rematches = costs, proof, rematches
        self._order = costs.order
        self._sizes = sizes_of(costs.question)
        self._steps = MOST_STEPS
        count = len(self._order)
        self._rematches = [[0] * count for _ in range(count)]
        self._forbidden = [[False] * count for _ in range(count)]
        index = {one: at for at, one in enumerate(self._order)}
        for (one, other), cost in costs.rematch_costs.items():
            if one in index and other in index:
                i, j = index[one], index[other]
                self._rematches[i][j] = self._rematches[j][i] = cost
        for one, other in costs.question.forbidden:
            if one in index and other in index:
                i, j = index[one], index[other]
                self._forbidden[i][j] = self._forbidden[j][i] = True
        self._behind, self._within = _credits(proof, count)

    def broken(self, *, below: int = 0) -> Iterator[Broken]:
        """Tables whose excess is less than `below`: at none of them the price is paid."""
        for size in sorted(set(self._sizes.tables), reverse=True):
            by_points = self._proof.term == "spread" and self._costs.bands is None
            found = self._by_points(size, below) if by_points else self._by_person(size, below)
            for table in found:
                yield tuple(self._order[at] for at in table)
        needed = self._proof.sizes.get(1, 0) + below
        for one in sorted(allowed_byes(self._costs.question, self._sizes.byes)):
            if -self._proof.prices[one] < needed:
                yield (one,)

    def _fixed(self, size: int) -> list[int]:
        """What each person brings to a table's excess, whoever else sits there."""
        proof, costs = self._proof, self._costs
        is_short = size != costs.question.size
        weight = (proof.scale if proof.term == "shorts" else proof.short_weight) * is_short
        return [weight * costs.short_cost(one) - proof.prices[one] for one in self._order]

    def _credit(self, size: int, first: int, last: int) -> int:
        is_full = size == self._costs.question.size
        return self._behind[first] + self._within[last] if is_full else 0

    def _by_person(self, size: int, below: int) -> Iterator[tuple[int, ...]]:
        """For costs of pairs that are never negative: whoever brings least comes first."""
        fixed, pairs = self._fixed(size), self._pair_costs()
        row = sorted(range(len(fixed)), key=fixed.__getitem__)
        needed = self._proof.sizes.get(size, 0) + below

        def grow(table: tuple[int, ...], start: int, excess: int) -> Iterator[tuple[int, ...]]:
            left = size - len(table)
            if not left:
                if excess + self._credit(size, min(table), max(table)) < needed:
                    yield table
                return
            for at in range(start, len(row) - left + 1):
                one = row[at]
                if excess + left * fixed[one] >= needed:
                    return
                self._step()
                if self._may_join(table, one):
                    more = fixed[one] + sum(pairs[one][other] for other in table)
                    yield from grow((*table, one), at + 1, excess + more)

        yield from grow((), 0, 0)

    def _pair_costs(self) -> list[list[int]]:
        proof, bands = self._proof, self._costs.bands
        weight = proof.scale if proof.term == "rematches" else proof.weight
        costs = [[weight * cost for cost in row] for row in self._rematches]
        if proof.term == "spread" and bands is not None:
            for i, j in combinations(range(len(costs)), 2):
                if bands[self._order[i]] == bands[self._order[j]]:
                    costs[i][j] += 12 * proof.scale
                    costs[j][i] += 12 * proof.scale
        return costs

    def _by_points(self, size: int, below: int) -> Iterator[tuple[int, ...]]:
        """First and last of a table by points are chosen first, then those between them.

        To a beginning of r people whose points are s together, squares q, one more with x brings
        c·(r·x² − 2·x·s + q): straight lines in s, of which an envelope knows the least.
        """
        fixed, weight = self._fixed(size), self._proof.weight
        points = [self._costs.points[one] for one in self._order]
        unit = 12 // size * self._proof.scale
        needed = self._proof.sizes.get(size, 0) + below
        one_more = [
            Envelope(
                (-2 * unit * x, unit * r * x * x + own)
                for x, own in zip(points, fixed, strict=True)
            )
            for r in range(size)
        ]

        def between(
            table: tuple[int, ...], start: int, excess: int, total: int, squares: int
        ) -> Iterator[tuple[int, ...]]:
            seated, end = len(table), table[1]
            left = size - seated
            if not left:
                if excess < needed and self._may_sit(table):
                    yield table
                return
            self._step(end - start)
            for at in range(start, end - left + 1):
                x = points[at]
                more = excess + unit * (seated * x * x - 2 * x * total + squares) + fixed[at]
                s, q = total + x, squares + x * x
                if left > 1:
                    cheapest = one_more[seated + 1].at(s) + unit * q
                    if more + (left - 1) * cheapest >= needed:
                        continue
                elif more >= needed:
                    continue
                if weight:
                    more += weight * sum(self._rematches[at][other] for other in table)
                yield from between((*table, at), at + 1, more, s, q)

        for first in range(len(points) - size + 1):
            self._step(len(points) - first)
            for last in range(first + size - 1, len(points)):
                x, y = points[first], points[last]
                s, q = x + y, x * x + y * y
                excess = fixed[first] + fixed[last] + unit * (x - y) ** 2
                excess += self._credit(size, first, last)
                if weight:
                    excess += weight * self._rematches[first][last]
                if excess + (size - 2) * (one_more[2].at(s) + unit * q if size > 2 else 0) < needed:
                    yield from between((first, last), first + 1, excess, s, q)

    def _may_join(self, table: Sequence[int], one: int) -> bool:
        return self._may_sit((*table, one))

    def _may_sit(self, table: Sequence[int]) -> bool:
        pairs = list(combinations(table, 2))
        return (
            not any(self._forbidden[i][j] for i, j in pairs)
            and sum(self._rematches[i][j] for i, j in pairs) <= self._most_rematches
        )

    def _step(self, steps: int = 1) -> None:
        self._steps -= steps
        if self._steps < 0:
            raise TooManySteps


def _credits(proof: PricesProof, count: int) -> tuple[list[int], list[int]]:
    """What `bottom` adds by the first person's index, and `top` by the last person's."""
    behind = [-sum(v for m, v in proof.bottom.items() if m <= at) for at in range(count)]
    within = [-sum(v for m, v in proof.top.items() if m > at) for at in range(count)]
    return behind, within
