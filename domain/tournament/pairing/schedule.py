"""Stages in which everybody meets as evenly as possible: all rounds are planned at once [C5]."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from domain.kernel.chance import Lots
from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.legality import check_forbidden, check_presence, check_sizes
from domain.tournament.pairing.order import in_order
from domain.tournament.pairing.proposal import Proposal, Status
from domain.tournament.pairing.question import Entrant, Question, Table
from domain.tournament.pairing.terms import terms_of

Plan = Sequence[Sequence[Table]]
"""The tables of each round; who sits at none has the bye."""


def meetings_of(plan: Plan) -> Counter[tuple[Entrant, Entrant]]:
    return Counter(
        two for tables in plan for table in tables for two in combinations(sorted(table), 2)
    )


def is_even(people: Sequence[Entrant], plan: Plan) -> bool:
    """Whether every pair meets as often as the mean says, rounded down or up."""
    pairs = list(combinations(sorted(people), 2))
    if not pairs:
        return True
    met = meetings_of(plan)
    least = sum(met.values()) // len(pairs)
    most = -(-sum(met.values()) // len(pairs))
    return all(least <= met[two] <= most for two in pairs)


def byes_of(question: Question, tables: Sequence[Table]) -> tuple[Entrant, ...]:
    seated = {one for table in tables for one in table}
    return tuple(one for one in question.present if one not in seated)


def check_plan(question: Question, plan: Plan) -> None:
    """The hard rules of every round, as far as they can be known before."""
    had = Counter({one: question.byes.get(one, 0) for one in question.present})
    for tables in plan:
        byes = byes_of(question, tables)
        check_presence(question, tables, byes)
        check_sizes(question, tables, byes)
        check_forbidden(question, tables)
        others = [had[one] for one in question.present if one not in byes]
        if byes and others and max(had[one] for one in byes) > min(others):
            raise RuleViolation("pairing.bye_not_due", byes=list(byes))
        had.update(byes)


def plan_status(question: Question, plan: Plan) -> Status:
    return "optimal" if is_even(question.present, plan) else "solver"


def planned_round(
    question: Question, tables: Sequence[Table], status: Status, lots: Lots
) -> Proposal:
    """A round as it was planned; `status` is that of the whole plan."""
    byes = byes_of(question, tables)
    return Proposal(
        tables=in_order(question, map(tuple, tables)),
        byes=byes,
        terms=terms_of(Costs(question), tables, byes, lots),
        bound={"rematches": 0},
        status=status,
    )
