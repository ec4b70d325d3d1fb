"""Why somebody sits there, and what other tables would cost."""

import pytest
from msgspec import structs

from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.sizes import sizes_of
from domain.tournament.pairing.small import best_of_few
from domain.tournament.pairing.terms import terms_of
from domain.tournament.pairing.why import what_if, why
from tests.domain.tournament.pairing.questions import LOTS, after_rounds

QUESTION = after_rounds(11, 3, 2)
FOUND = best_of_few(QUESTION, QUESTION.present, sizes_of(QUESTION).tables, LOTS)


def test_no_exchange_is_better_than_the_best_pairing() -> None:
    assert FOUND
    for entrant in QUESTION.present:
        told = why(QUESTION, *FOUND, entrant)
        assert entrant in FOUND[0][told.table - 1]
        assert FOUND[0][told.table - 1][told.place - 1] == entrant
        for other in told.alternatives:
            assert list(other.difference.values()) >= [0, 0, 0, 0]
            assert sum(map(len, other.others.values())) == 8


def test_the_terms_of_an_alternative_are_those_of_its_tables() -> None:
    assert FOUND
    tables, byes = FOUND
    told = why(QUESTION, tables, byes, 7)
    other = told.alternatives[0]
    swap = {7: other.exchanged_with, other.exchanged_with: 7}
    costs = Costs(QUESTION)
    changed = [costs.best_order([swap.get(one, one) for one in t], LOTS) for t in tables]
    after = structs.asdict(terms_of(costs, changed, byes, LOTS))
    for term, difference in other.difference.items():
        assert after[term] - told.whole[term] == difference


def test_the_neighbours_are_told_with_meetings_and_points() -> None:
    assert FOUND
    told = why(QUESTION, *FOUND, 7)
    for one in told.neighbours:
        assert one.met == Costs(QUESTION).met(7, one.entrant)
        assert one.twelfths == QUESTION.twelfths[one.entrant]


def test_what_if_puts_the_terms_side_by_side() -> None:
    assert FOUND
    tables, byes = FOUND
    same = what_if(QUESTION, FOUND, FOUND)
    assert set(same["difference"].values()) == {0}
    row = [one for table in tables[::-1] for one in sorted(table)]
    by_hand = [tuple(row[:4]), tuple(row[4:8]), tuple(row[8:])]
    told = what_if(QUESTION, FOUND, (by_hand, byes))
    assert told["difference"]["rematches"] >= 0
    with pytest.raises(RuleViolation) as refusal:
        what_if(QUESTION, FOUND, (by_hand[:2], byes))
    assert refusal.value.code == "pairing.entrant_missing"


def test_nobody_who_is_absent_sits_somewhere() -> None:
    assert FOUND
    with pytest.raises(RuleViolation) as refusal:
        why(QUESTION, *FOUND, 99)
    assert refusal.value.code == "pairing.entrant_not_present"
