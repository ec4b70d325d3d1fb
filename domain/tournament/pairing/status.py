"""What a pairing may call itself, after its bounds have been checked [A12]."""

from collections.abc import Mapping

from msgspec import structs

from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.proposal import PROVABLE, Status, Terms


def is_proven(terms: Terms, bound: Mapping[str, int]) -> bool:
    values = structs.asdict(terms)
    return all(term in bound for term in PROVABLE) and all(
        values[term] == least for term, least in bound.items()
    )


def status_of(terms: Terms, bound: Mapping[str, int], *, solver_says_optimal: bool) -> Status:
    if is_proven(terms, bound):
        return "optimal"
    return "solver" if solver_says_optimal else "within"


def check_status(status: Status, terms: Terms, bound: Mapping[str, int]) -> None:
    if (status == "optimal") != is_proven(terms, bound):
        raise RuleViolation("pairing.wrong_status", status=status)


def percent_within(terms: Terms, bound: Mapping[str, int]) -> int | None:
    """By how much the first term that differs from its bound may be too large, rounded up.

    None if nothing differs, or if the bound is 0.
    """
    values = structs.asdict(terms)
    for term in PROVABLE:
        least = bound.get(term)
        if least is not None and values[term] != least:
            return -(-100 * (values[term] - least) // least) if least else None
    return None
