"""The five terms of a whole pairing: sums over its tables."""

from collections.abc import Sequence

from domain.kernel.chance import Lots
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.proposal import Terms
from domain.tournament.pairing.question import Entrant, Table


def terms_of(
    costs: Costs, tables: Sequence[Table], byes: Sequence[Entrant], lots: Lots | None
) -> Terms:
    """With the lot as 0 if there are no lots to look at."""
    drawn = [*tables, *((one,) for one in byes)]
    return Terms(
        rematches=sum(map(costs.rematches, tables)),
        shorts=sum(map(costs.shorts, tables)),
        spread=sum(map(costs.spread, tables)),
        seats=sum(map(costs.seats, tables)),
        lot=sum(costs.lot(table, lots) for table in drawn) if lots else 0,
    )


def least_shorts(costs: Costs, places: int) -> int:
    """The trivial bound of `shorts` [A4]: whoever has sat least often at short tables."""
    return sum(sorted(map(costs.short_cost, costs.question.present))[:places])
