"""Why somebody sits where they sit, and what other tables would have cost. Writes nothing."""

from collections.abc import Sequence

from msgspec import Struct, structs

from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.byes import bye_rank
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.legality import check_legal
from domain.tournament.pairing.proposal import Terms
from domain.tournament.pairing.question import Entrant, Question, Table
from domain.tournament.pairing.terms import terms_of

NEXT_BEST = 5
"""Alternatives that are told."""
COMPARED = ("rematches", "shorts", "spread", "seats")
"""The lot is told of nobody's tables but the real ones: its secret is still sealed."""


class Neighbour(Struct, frozen=True):
    entrant: Entrant
    met: int
    """How often before."""
    twelfths: int


class Alternative(Struct, frozen=True, kw_only=True):
    """The same pairing with two people exchanged, everybody in the best order again."""

    exchanged_with: Entrant
    table: int
    """Where the entrant would have sat; 0 for the bye."""
    difference: dict[str, int]
    """Of each term, against the real pairing: above 0 is worse."""
    decided_by: str | None
    """The first term that differs; None if only the lot could tell them apart."""
    others: dict[Entrant, dict[str, int]]
    """What each table concerned would have cost more, under its smallest other person."""
    forbidden: bool
    """Whether a hard rule is against it."""


class Why(Struct, frozen=True, kw_only=True):
    entrant: Entrant
    table: int
    """0 for the bye."""
    place: int
    """In the turn order, from 1; 0 for the bye."""
    neighbours: list[Neighbour]
    own: dict[str, int]
    """The terms of this table alone."""
    whole: dict[str, int]
    """The terms of the round."""
    alternatives: list[Alternative]


def why(
    question: Question, tables: Sequence[Table], byes: Sequence[Entrant], entrant: Entrant
) -> Why:
    """The best other places of this person, by exchanging them with somebody."""
    costs = Costs(question)
    groups = [*tables, *((one,) for one in byes)]
    at = next((n for n, group in enumerate(groups) if entrant in group), None)
    if at is None:
        raise RuleViolation("pairing.entrant_not_present", entrant=entrant)
    here = groups[at]
    found = [
        _exchanged(costs, groups, len(tables), at, entrant, there, other)
        for there, group in enumerate(groups)
        if there != at
        for other in group
    ]
    found.sort(key=lambda one: (one.forbidden, list(one.difference.values()), one.exchanged_with))
    is_bye = at >= len(tables)
    return Why(
        entrant=entrant,
        table=0 if is_bye else at + 1,
        place=0 if is_bye else here.index(entrant) + 1,
        neighbours=[
            Neighbour(one, costs.met(entrant, one), question.twelfths.get(one, 0))
            for one in here
            if one != entrant
        ],
        own=_terms(costs, [here]),
        whole=_terms(costs, tables),
        alternatives=found[:NEXT_BEST],
    )


def _exchanged(
    costs: Costs,
    groups: Sequence[Table],
    tables: int,
    at: int,
    entrant: Entrant,
    there: int,
    other: Entrant,
) -> Alternative:
    before = [groups[at], groups[there]]
    after = [
        _best(costs, [other if one == entrant else one for one in groups[at]]),
        _best(costs, [entrant if one == other else one for one in groups[there]]),
    ]
    difference = _minus(_terms(costs, after), _terms(costs, before))
    others = {
        min(one for one in new if one not in (entrant, other)): _minus(
            _terms(costs, [new]), _terms(costs, [old])
        )
        for new, old in zip(after, before, strict=True)
        if len(new) > 1
    }
    ranks = [bye_rank(costs.question, one) for one in (entrant, other)]
    moves_bye = at >= tables or there >= tables
    return Alternative(
        exchanged_with=other,
        table=0 if there >= tables else there + 1,
        difference=difference,
        decided_by=next((term for term, value in difference.items() if value), None),
        others=others,
        forbidden=any(map(costs.is_forbidden, after)) or (moves_bye and ranks[0] != ranks[1]),
    )


def what_if(
    question: Question,
    recorded: tuple[Sequence[Table], Sequence[Entrant]],
    by_hand: tuple[Sequence[Table], Sequence[Entrant]],
) -> dict[str, dict[str, int]]:
    """The terms of the round as it is and as somebody would have it, side by side."""
    costs = Costs(question)
    check_legal(question, *by_hand, by_hand=True)
    values = {"recorded": _terms(costs, recorded[0]), "by_hand": _terms(costs, by_hand[0])}
    return {**values, "difference": _minus(values["by_hand"], values["recorded"])}


def _terms(costs: Costs, tables: Sequence[Table]) -> dict[str, int]:
    seated = [table for table in tables if len(table) > 1]
    return _told(terms_of(costs, seated, (), None))


def _told(terms: Terms) -> dict[str, int]:
    values = structs.asdict(terms)
    return {term: values[term] for term in COMPARED}


def _minus(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {term: one[term] - other[term] for term in one}


def _best(costs: Costs, table: Sequence[Entrant]) -> Table:
    return costs.best_orders(table)[0]
