"""One question as arrays by rank: what the search and the program work on."""

from domain.tournament.pairing.byes import allowed_byes, bye_rank
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.question import Entrant, Question, Table
from domain.tournament.pairing.sizes import sizes_of

FORBIDDEN = 1_000_000
"""As rematches of a forbidden pair, in the search: more than any legal pairing has."""

Seating = list[tuple[int, ...]]
"""Tables, and byes as tables of one, by rank."""


class Ground:
    """People are indices into `order` here, best in points first."""

    def __init__(self, question: Question) -> None:
        self.question, self.costs, self.sizes = question, Costs(question), sizes_of(question)
        self.order = self.costs.order
        self.index = {one: at for at, one in enumerate(self.order)}
        self.count = len(self.order)
        self.points = [self.costs.points[one] for one in self.order]
        self.short_costs = [self.costs.short_cost(one) for one in self.order]
        bands = self.costs.bands
        self.bands = None if bands is None else [bands[one] for one in self.order]
        self.rematches = [[0] * self.count for _ in range(self.count)]
        for (one, other), cost in self.costs.rematch_costs.items():
            self._set(one, other, cost)
        for one, other in question.forbidden:
            self._set(one, other, FORBIDDEN)
        self.pinned = [tuple(self.index[one] for one in table) for table in question.pinned]
        self.possible_byes = [self.index[one] for one in allowed_byes(question, self.sizes.byes)]
        last = max((bye_rank(question, self.order[at]) for at in self.possible_byes), default=None)
        self.certain_byes = [
            at
            for at in self.possible_byes
            if last is not None and bye_rank(question, self.order[at]) < last
        ]
        """Without them the byes would not be legal; of the other possible ones any will do."""

    def _set(self, one: Entrant, other: Entrant, cost: int) -> None:
        if one in self.index and other in self.index:
            i, j = self.index[one], self.index[other]
            self.rematches[i][j] = self.rematches[j][i] = cost

    def people(self, table: tuple[int, ...]) -> Table:
        return tuple(self.order[at] for at in table)

    def values(self, seating: Seating) -> tuple[int, int, int]:
        """Rematches, shorts and spread."""
        people = [self.people(table) for table in seating if len(table) > 1]
        terms = self.costs.rematches, self.costs.shorts, self.costs.spread
        rematches, shorts, spread = (sum(map(cost, people)) for cost in terms)
        return rematches, shorts, spread

    def is_legal(self, seating: Seating) -> bool:
        return not any(map(self.costs.is_forbidden, map(self.people, seating)))
