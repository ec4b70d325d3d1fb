"""Mending a published round: who came or went changes the fewest tables [B7].

A table is kept if the same people sit there in the same order. What cannot be kept, and as many
tables more as are needed for the sizes and the hard rules, is paired again, as well as it can be.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice

from domain.kernel.chance import Lots
from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.by_hand import recorded
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.proposal import Proposal, Terms
from domain.tournament.pairing.question import Entrant, Question, Table
from domain.tournament.pairing.sizes import sizes_of
from domain.tournament.pairing.small import Pairing, best_of_few
from domain.tournament.pairing.terms import terms_of

MOST_TRIED = 400
"""Choices of tables to open that are compared; where there are more, the first ones in order."""
MOST_LOOKED_AT = 20_000
"""Choices at all, so that a round of a hundred tables does not take minutes."""


def repaired(question: Question, before: Sequence[Table], lots: Lots) -> Proposal:
    """The round again, as near to `before` as the rules allow."""
    tables, byes = _nearest(question, before, lots)
    return recorded(question, tables, byes, lots, "repaired")


def check_fewest_changed(
    question: Question, before: Sequence[Table], tables: Sequence[Table]
) -> None:
    """Whether no legal pairing keeps more tables than these."""
    kept = len(set(before) & set(tables))
    most = most_kept(question, before)
    if kept < most:
        raise RuleViolation("pairing.too_many_changed", kept=kept, possible=most)


def most_kept(question: Question, before: Sequence[Table]) -> int:
    for kept, loose in islice(_choices(question, before), MOST_LOOKED_AT):
        if best_of_few(question, loose, _missing(question, kept), None) is not None:
            return len(kept)
    return 0


def _nearest(question: Question, before: Sequence[Table], lots: Lots) -> Pairing:
    costs = Costs(question)
    best: tuple[Terms, Pairing] | None = None
    most, tried = -1, 0
    for kept, loose in islice(_choices(question, before), MOST_LOOKED_AT):
        if len(kept) < most or tried == MOST_TRIED:
            break
        found = best_of_few(question, loose, _missing(question, kept), lots)
        if found is None:
            continue
        most, tried = len(kept), tried + 1
        tables, byes = [*kept, *found[0]], found[1]
        terms = terms_of(costs, tables, byes, lots)
        if best is None or terms < best[0]:
            best = terms, (tables, byes)
    if best is None:
        raise RuleViolation("pairing.no_repair")
    return best[1]


def _choices(
    question: Question, before: Sequence[Table]
) -> Iterator[tuple[tuple[Table, ...], list[Entrant]]]:
    """Tables to keep and people to seat anew, those that keep most first."""
    present, needed = set(question.present), Counter(sizes_of(question).tables)
    whole = [
        table
        for table in before
        if present.issuperset(table)
        and not any(two in question.forbidden for two in combinations(sorted(table), 2))
    ]
    most = sum((Counter(map(len, whole)) & needed).values())
    for count in range(most, -1, -1):
        for kept in combinations(whole, count):
            if Counter(map(len, kept)) <= needed and set(question.pinned) <= set(kept):
                seated = set(chain.from_iterable(kept))
                yield kept, [one for one in question.present if one not in seated]


def _missing(question: Question, kept: Sequence[Table]) -> list[int]:
    left = Counter(sizes_of(question).tables) - Counter(map(len, kept))
    return sorted(left.elements(), reverse=True)
