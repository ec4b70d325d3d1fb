"""Tables made by hand: only presence, sizes and forbidden pairs bind [C6]."""

from collections.abc import Sequence

from domain.kernel.chance import Lots
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.legality import check_legal
from domain.tournament.pairing.order import in_order
from domain.tournament.pairing.proposal import Proposal, Status
from domain.tournament.pairing.question import Entrant, Question, Table
from domain.tournament.pairing.terms import terms_of


def paired_by_hand(
    question: Question, tables: Sequence[Table], byes: Sequence[Entrant], lots: Lots
) -> Proposal:
    """What is recorded [B7]: the people keep the places they were given."""
    check_legal(question, tables, byes, by_hand=True)
    return recorded(question, tables, byes, lots, "by_hand")


def recorded(
    question: Question,
    tables: Sequence[Table],
    byes: Sequence[Entrant],
    lots: Lots,
    status: Status,
) -> Proposal:
    """With all terms, and no bound."""
    return Proposal(
        tables=in_order(question, map(tuple, tables)),
        byes=tuple(sorted(byes)),
        terms=terms_of(Costs(question), tables, byes, lots),
        status=status,
        pinned=question.pinned,
    )
