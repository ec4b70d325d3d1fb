"""Whether a proposed pairing may stand: the decider asks it before, the verifier afterwards.

Everything is computed from the question; what the proposal says about itself is only compared.
"""

from collections.abc import Sequence

from msgspec import structs

from domain.kernel.chance import Lots
from domain.kernel.errors import ChanceUnknown, RuleViolation
from domain.tournament.pairing.certificate import check_bounds
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.legality import check_legal
from domain.tournament.pairing.order import in_order
from domain.tournament.pairing.proposal import PricesProof, Proposal, Terms
from domain.tournament.pairing.question import Question, Table
from domain.tournament.pairing.status import check_status
from domain.tournament.pairing.terms import terms_of

UNPROVEN = ("by_hand", "repaired")


def check_pairing(question: Question, proposal: Proposal, lots: Lots | None) -> list[str]:
    """Refuses a wrong pairing. Answers what cannot be told while the secret is sealed."""
    costs = Costs(question)
    by_hand = proposal.status == "by_hand"
    check_legal(question, proposal.tables, proposal.byes, by_hand=by_hand)
    if proposal.pinned != question.pinned:
        raise RuleViolation("pairing.wrong_pins")
    check_order(question, proposal)
    unknown = check_terms(costs, proposal, lots)
    if proposal.status in UNPROVEN:
        if proposal.bound or proposal.proof or proposal.prices:
            raise RuleViolation("pairing.bound_without_proof", status=proposal.status)
        return unknown
    if question.spread_counts:
        unknown += check_seating(costs, proposal.tables, lots)
    check_bounds(costs, proposal.terms, proposal.bound, proposal.proof)
    if proposal.prices != last_prices(proposal):
        raise RuleViolation("pairing.wrong_prices")
    if question.spread_counts:
        check_status(proposal.status, proposal.terms, proposal.bound)
    return list(dict.fromkeys(unknown))


def check_order(question: Question, proposal: Proposal) -> None:
    """[A13]"""
    is_ordered = proposal.tables == in_order(question, proposal.tables)
    if not is_ordered or list(proposal.byes) != sorted(proposal.byes):
        raise RuleViolation("pairing.wrong_order")


def check_terms(costs: Costs, proposal: Proposal, lots: Lots | None) -> list[str]:
    try:
        terms, unknown = terms_of(costs, proposal.tables, proposal.byes, lots), []
    except ChanceUnknown:
        terms, lots = terms_of(costs, proposal.tables, proposal.byes, None), None
    if lots is None:
        terms, unknown = structs.replace(terms, lot=proposal.terms.lot), ["lot"]
    for term in Terms.__struct_fields__:
        value, claimed = getattr(terms, term), getattr(proposal.terms, term)
        if value != claimed:
            raise RuleViolation("pairing.wrong_term", term=term, value=value, claimed=claimed)
    return unknown


def check_seating(costs: Costs, tables: Sequence[Table], lots: Lots | None) -> list[str]:
    """Whether everybody sits in the best order of the table [A8]; a pinned one has its own."""
    unknown = set[str]()
    for table in tables:
        if table in costs.question.pinned:
            continue
        orders = costs.best_orders(table)
        is_best = table in orders
        if is_best and len(orders) > 1:
            try:
                is_best = lots is None or table == costs.best_order(table, lots)
                unknown |= {"seat_lot"} if lots is None else set()
            except ChanceUnknown:
                unknown.add("seat_lot")
        if not is_best:
            raise RuleViolation("pairing.wrong_seats", people=list(table))
    return sorted(unknown)


def last_prices(proposal: Proposal) -> dict[int, int]:
    last = proposal.proof[-1] if proposal.proof else None
    return last.prices if isinstance(last, PricesProof) else {}
