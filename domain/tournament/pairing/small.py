"""The best tables for few people: exact up to 16, above that by mending two tables at a time."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import structs

from domain.kernel.chance import Lots
from domain.tournament.pairing.byes import may_have_byes
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.proposal import Terms
from domain.tournament.pairing.question import Entrant, Question, Table
from domain.tournament.pairing.terms import terms_of

EXACT = 16
Pairing = tuple[list[Table], list[Entrant]]
"""Tables and byes."""
Solved = tuple[int, tuple[Table, ...]]

_RADIX = 2**40
"""Larger than any sum of a term over 16 people: one number then orders all five terms."""


def best_of_few(
    question: Question, people: Sequence[Entrant], sizes: Sequence[int], lots: Lots | None
) -> Pairing | None:
    """The best legal tables of these sizes, the rest as byes; None if there are none.

    Without lots the first four terms decide.
    """
    few = Few(question, lots)
    best: tuple[Terms, Pairing] | None = None
    for byes in _byes(question, people, len(people) - sum(sizes)):
        seated = [one for one in people if one not in byes]
        tables = few.tables(seated, sizes)
        if tables is not None:
            terms = terms_of(few.costs, tables, byes, lots)
            if best is None or terms < best[0]:
                best = terms, (tables, list(byes))
    return best[1] if best else None


def _byes(
    question: Question, people: Sequence[Entrant], count: int
) -> Iterator[tuple[Entrant, ...]]:
    return (byes for byes in combinations(people, count) if may_have_byes(question, byes))


class Few:
    """Tables for one question, the cost of each computed once."""

    def __init__(self, question: Question, lots: Lots | None) -> None:
        self.costs, self._lots = Costs(question), lots
        self._known: dict[Table, int | None] = {}

    def tables(self, people: Sequence[Entrant], sizes: Sequence[int]) -> list[Table] | None:
        """In turn order."""
        if len(people) <= EXACT:
            found = self.best(tuple(sorted(people)), tuple(sorted(sizes)))
            sets = list(found[1]) if found else None
        else:
            sets = self._mended(people, sizes)
        return None if sets is None else [self._seated(table) for table in sets]

    def _seated(self, table: Table) -> Table:
        if self._lots is None:
            return self.costs.best_orders(table)[0]
        return self.costs.best_order(table, self._lots)

    def cost(self, table: Table) -> int | None:
        """All terms as one number; None if the table is forbidden."""
        if table not in self._known:
            self._known[table] = self._computed(table)
        return self._known[table]

    def _computed(self, table: Table) -> int | None:
        costs = self.costs
        if costs.is_forbidden(table):
            return None
        seats = costs.seats(costs.best_orders(table)[0])
        terms = Terms(
            costs.rematches(table),
            costs.shorts(table),
            costs.spread(table),
            seats,
            costs.lot(table, self._lots) if self._lots else 0,
        )
        number = 0
        for value in structs.astuple(terms):
            number = number * _RADIX + value
        return number

    def best(self, people: tuple[Entrant, ...], sizes: tuple[int, ...]) -> Solved | None:
        """Whoever has the smallest number chooses a table, then the rest, each rest solved once.

        Of equals the one whose sorted list of sorted tables is smallest [A9].
        """
        solved: dict[tuple[tuple[Entrant, ...], tuple[int, ...]], Solved | None] = {}

        def solve(left: tuple[Entrant, ...], to_seat: tuple[int, ...]) -> Solved | None:
            if not to_seat:
                return 0, ()
            key = left, to_seat
            if key in solved:
                return solved[key]
            best: Solved | None = None
            for table, size in self._first_tables(left, to_seat):
                own = self.cost(table)
                if own is None or (best is not None and own > best[0]):
                    continue
                others = tuple(one for one in left if one not in table)
                rest = solve(others, _without(to_seat, size))
                if rest is None:
                    continue
                found = own + rest[0], (table, *rest[1])
                if best is None or found < best:
                    best = found
            solved[key] = best
            return best

        return solve(people, sizes)

    def _first_tables(
        self, people: tuple[Entrant, ...], sizes: tuple[int, ...]
    ) -> Iterator[tuple[Table, int]]:
        for size in sorted(set(sizes)):
            for others in combinations(people[1:], size - 1):
                yield (people[0], *others), size

    def _mended(self, people: Sequence[Entrant], sizes: Sequence[int]) -> list[Table] | None:
        """From the order of points; then any two tables share their people anew while it helps."""
        row = [one for one in self.costs.order if one in set(people)]
        tables: list[Table] = []
        for size in sorted(sizes, reverse=True):
            tables.append(tuple(sorted(row[:size])))
            row = row[size:]
        changed = True
        while changed:
            changed = False
            for i, j in combinations(range(len(tables)), 2):
                before = self._together(tables[i], tables[j])
                sizes_of_two = tuple(sorted((len(tables[i]), len(tables[j]))))
                found = self.best(tuple(sorted(tables[i] + tables[j])), sizes_of_two)
                if found is not None and (before is None or found[0] < before):
                    tables[i], tables[j] = found[1]
                    changed = True
        return None if any(self.cost(table) is None for table in tables) else tables

    def _together(self, one: Table, other: Table) -> int | None:
        costs = self.cost(one), self.cost(other)
        return None if None in costs else sum(cost for cost in costs if cost is not None)


def _without(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    at = sizes.index(size)
    return sizes[:at] + sizes[at + 1 :]
