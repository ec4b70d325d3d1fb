"""The hard rules of a pairing: each present entrant once, sizes, forbidden pairs, pins, byes."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations

from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.byes import may_have_byes
from domain.tournament.pairing.question import Entrant, Question, Table
from domain.tournament.pairing.sizes import sizes_of


def check_legal(
    question: Question,
    tables: Sequence[Table],
    byes: Sequence[Entrant],
    *,
    by_hand: bool = False,
) -> None:
    """By hand, whoever pairs may give the bye to anybody [C6]."""
    check_presence(question, tables, byes)
    check_sizes(question, tables, byes)
    check_forbidden(question, tables)
    for table in question.pinned:
        if table not in tables:
            raise RuleViolation("pairing.pinned_table_missing", pinned=list(table))
    if not by_hand and not may_have_byes(question, byes):
        raise RuleViolation("pairing.bye_not_due", byes=list(byes))


def check_presence(question: Question, tables: Sequence[Table], byes: Sequence[Entrant]) -> None:
    counts = Counter(chain(chain.from_iterable(tables), byes))
    for one, times in counts.items():
        if one not in question.present:
            raise RuleViolation("pairing.entrant_not_present", entrant=one)
        if times > 1:
            raise RuleViolation("pairing.entrant_twice", entrant=one)
    for one in question.present:
        if one not in counts:
            raise RuleViolation("pairing.entrant_missing", entrant=one)


def check_sizes(question: Question, tables: Sequence[Table], byes: Sequence[Entrant]) -> None:
    needed = sizes_of(question)
    found = sorted(map(len, tables), reverse=True)
    if found != list(needed.tables) or len(byes) != needed.byes:
        raise RuleViolation(
            "pairing.wrong_sizes", needed=list(needed.tables), byes=needed.byes, found=found
        )


def check_forbidden(question: Question, tables: Sequence[Table]) -> None:
    for table in tables:
        for two in combinations(sorted(table), 2):
            if two in question.forbidden:
                raise RuleViolation("pairing.forbidden_pair", entrants=list(two))
