"""How most tools pair: from the top of the standings down, avoiding rematches while it is easy."""

from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.question import Entrant, Question, Table
from domain.tournament.pairing.sizes import sizes_of


def pair_greedily(question: Question) -> list[Table]:
    """The first who is left takes the next ones down whom nobody at the table has met."""
    costs, row = Costs(question), Costs(question).order
    tables: list[Table] = []
    for size in sizes_of(question).tables:
        table = [row[0]]
        while len(table) < size:
            left = [one for one in row if one not in table]
            table.append(next((one for one in left if _is_new(costs, one, table)), left[0]))
        row = [one for one in row if one not in table]
        tables.append(tuple(table))
    return tables


def _is_new(costs: Costs, one: Entrant, table: list[Entrant]) -> bool:
    return not any(costs.met(one, other) for other in table)
