"""Pairing a round: search first, then a bound; if they do not meet, the program decides.

Terms are solved one after the other, each held by ≤ while the next is made small. What comes out
passes `check_pairing`, whatever the solver thinks of it.
"""

from collections import Counter
from time import process_time

from domain.kernel.chance import Lots
from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.check import check_pairing
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.order import in_order
from domain.tournament.pairing.proposal import PricesProof, Proposal
from domain.tournament.pairing.question import Entrant, Question, Table
from domain.tournament.pairing.sizes import sizes_of
from domain.tournament.pairing.small import EXACT, best_of_few
from domain.tournament.pairing.status import status_of
from domain.tournament.pairing.terms import terms_of
from services.pairing.bounds import Prover
from services.pairing.ground import Ground, Seating
from services.pairing.polish import polished
from services.pairing.search import search

SECONDS = 25.0
"""Of the processor: a busy machine makes it later, not worse."""
SEARCHES = 3
"""As long as none has found legal tables."""


class NoLegalPairing(Exception):
    """No tables obey the hard rules [C6]."""

    def __init__(self, *because: str) -> None:
        super().__init__(*because)
        self.because = because


def pair_round(
    question: Question, lots: Lots, *, seconds: float = SECONDS, with_program: bool = True
) -> Proposal:
    until = process_time() + seconds
    _check_pins(question)
    ground = Ground(question)
    prover = Prover(ground, until, with_program=with_program)
    seating, is_exact = _first_seating(ground, prover, lots)
    seating = prover.prove(seating, is_exact=is_exact)
    if not is_exact:
        seating = polished(ground, seating, lots, until)
    proposal = _proposal(ground, seating, prover, lots)
    try:
        check_pairing(question, proposal, lots)
    except RuleViolation as refusal:
        if refusal.code != "pairing.proof_too_long":
            raise
        prover.forget()
        proposal = _proposal(ground, seating, prover, lots)
        check_pairing(question, proposal, lots)
    return proposal


def _check_pins(question: Question) -> None:
    people = Counter(one for table in question.pinned for one in table)
    if any(one not in question.present for one in people):
        raise NoLegalPairing("pairing.entrant_not_present")
    if any(times > 1 for times in people.values()):
        raise NoLegalPairing("pairing.entrant_twice")
    if not Counter(map(len, question.pinned)) <= Counter(sizes_of(question).tables):
        raise NoLegalPairing("pairing.wrong_sizes")
    if any(map(Costs(question).is_forbidden, question.pinned)):
        raise NoLegalPairing("pairing.forbidden_pair")


def _first_seating(ground: Ground, prover: Prover, lots: Lots) -> tuple[Seating, bool]:
    """Up to 16 people the best by all five terms, else what the search finds."""
    question = ground.question
    fixed = {one for table in question.pinned for one in table}
    free = [one for one in question.present if one not in fixed]
    if len(free) > EXACT:
        for seed in range(SEARCHES):
            seating = search(ground, seed=seed)
            if ground.is_legal(seating):
                return seating, False
        found_legal, is_certain = prover.any_legal()
        if found_legal is None:
            raise NoLegalPairing("pairing.forbidden_pair" if is_certain else "pairing.none_found")
        return found_legal, False
    sizes = list(ground.sizes.tables)
    for table in question.pinned:
        sizes.remove(len(table))
    found = best_of_few(question, free, sizes, lots)
    if found is None:
        raise NoLegalPairing("pairing.forbidden_pair")
    tables, byes = found
    seated = [*question.pinned, *tables, *((one,) for one in byes)]
    return [tuple(ground.index[one] for one in table) for table in seated], True


def _proposal(ground: Ground, seating: Seating, prover: Prover, lots: Lots) -> Proposal:
    question, costs = ground.question, ground.costs
    tables, byes = _people(ground, seating, lots)
    terms = terms_of(costs, tables, byes, lots)
    bound, proofs = prover.bounds(terms)
    last = proofs[-1] if proofs else None
    return Proposal(
        tables=in_order(question, tables),
        byes=tuple(sorted(byes)),
        terms=terms,
        bound=bound,
        proof=tuple(proofs),
        prices=last.prices if isinstance(last, PricesProof) else {},
        status=status_of(terms, bound, solver_says_optimal=prover.is_settled),
        pinned=question.pinned,
    )


def _people(ground: Ground, seating: Seating, lots: Lots) -> tuple[list[Table], list[Entrant]]:
    pinned = {tuple(sorted(table)): table for table in ground.question.pinned}
    tables: list[Table] = []
    byes: list[Entrant] = []
    for row in seating:
        people = tuple(sorted(ground.people(row)))
        if len(people) == 1:
            byes += people
        else:
            tables.append(pinned.get(people) or ground.costs.best_order(people, lots))
    return tables, byes
