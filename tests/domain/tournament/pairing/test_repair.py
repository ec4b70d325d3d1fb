"""Rounds that are mended after publication, and rounds paired by hand [B7, C6]."""

from random import Random

import pytest
from msgspec import structs

from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.by_hand import paired_by_hand
from domain.tournament.pairing.check import check_pairing
from domain.tournament.pairing.question import Question, Table
from domain.tournament.pairing.repair import check_fewest_changed, most_kept, repaired
from domain.tournament.pairing.sizes import sizes_of
from domain.tournament.pairing.small import best_of_few
from tests.domain.tournament.pairing.questions import (
    LOTS,
    after_rounds,
    all_pairings,
    asked,
)


def published(question: Question) -> list[Table]:
    found = best_of_few(question, question.present, sizes_of(question).tables, LOTS)
    assert found
    return found[0]


def without(question: Question, *gone: int) -> Question:
    left = tuple(one for one in question.present if one not in gone)
    return structs.replace(question, present=left)


def test_b7_who_leaves_a_full_table_leaves_a_short_one() -> None:
    question = after_rounds(12, 2, 1)
    before = published(question)
    gone = before[0][1]
    proposal = repaired(without(question, gone), before, LOTS)
    assert set(before[1:]) <= set(proposal.tables)
    assert proposal.status == "repaired"
    assert (proposal.bound, proposal.prices) == ({}, {})
    assert check_pairing(without(question, gone), proposal, LOTS) == []


@pytest.mark.parametrize("seed", range(12))
def test_b7_no_legal_pairing_keeps_more_tables(seed: int) -> None:
    luck = Random(seed)
    size, short = luck.choice([(4, 3), (3, 2), (2, None)])
    question = after_rounds(luck.randrange(6, 9), 2, seed, size=size, short=short)
    before = published(question)
    late = structs.replace(question, present=(*question.present, len(question.present) + 1))
    gone = luck.sample(question.present, luck.randrange(3))
    now = without(luck.choice([question, late]), *gone)
    proposal = repaired(now, before, LOTS)
    check_fewest_changed(now, before, proposal.tables)
    assert check_pairing(now, proposal, LOTS) == []
    kept = len(set(before) & set(proposal.tables))
    old = {frozenset(table) for table in before}
    for tables, byes in all_pairings(now):
        try:
            check_pairing(now, structs.replace(proposal, tables=tuple(tables), byes=byes), None)
        except RuleViolation as refusal:
            if refusal.code in ("pairing.bye_not_due", "pairing.forbidden_pair"):
                continue
        assert sum(frozenset(table) in old for table in tables) <= kept


def test_b7_a_repair_that_changes_more_than_it_must_is_refused() -> None:
    question = after_rounds(12, 2, 1)
    before = published(question)
    turned = [table[::-1] for table in before]
    assert most_kept(question, before) == 3
    with pytest.raises(RuleViolation) as refusal:
        check_fewest_changed(question, before, turned)
    assert refusal.value.code == "pairing.too_many_changed"


def test_b7_many_who_leave_a_large_round_touch_only_their_tables() -> None:
    question = after_rounds(40, 3, 1)
    before = published(question)
    gone = [table[0] for table in before[:6]]
    now = without(question, *gone)
    proposal = repaired(now, before, LOTS)
    assert set(before[6:]) - set(proposal.tables) == set()
    assert check_pairing(now, proposal, LOTS) == []


def test_c6_by_hand_the_bye_may_go_to_anybody() -> None:
    question = asked(5, size=2, short=None, byes={5: 1})
    proposal = paired_by_hand(question, [(1, 2), (3, 4)], [5], LOTS)
    assert proposal.status == "by_hand"
    assert check_pairing(question, proposal, LOTS) == []
    with pytest.raises(RuleViolation) as refusal:
        check_pairing(question, structs.replace(proposal, status="repaired"), LOTS)
    assert refusal.value.code == "pairing.bye_not_due"


@pytest.mark.parametrize(
    ("tables", "code"),
    [
        ([(1, 2), (3, 5)], "pairing.forbidden_pair"),
        ([(1, 2, 3, 5)], "pairing.wrong_sizes"),
        ([(1, 2), (3, 3)], "pairing.entrant_twice"),
    ],
)
def test_c6_by_hand_sizes_presence_and_forbidden_pairs_bind(
    tables: list[tuple[int, ...]], code: str
) -> None:
    question = asked(5, size=2, short=None, forbidden=frozenset({(3, 5)}))
    with pytest.raises(RuleViolation) as refusal:
        paired_by_hand(question, tables, [4], LOTS)
    assert refusal.value.code == code
