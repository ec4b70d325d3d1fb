"""Proofs against every table and every pairing of few people [A11]."""

from functools import cache
from itertools import combinations
from random import Random

import pytest
from msgspec import structs

from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.byes import allowed_byes
from domain.tournament.pairing.certificate import (
    check_bounds,
    least_in_order,
    proven_bound,
    raised,
    step_of_spread,
)
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.possible import PossibleTables
from domain.tournament.pairing.proposal import OrderProof, PricesProof, Term, Terms
from domain.tournament.pairing.question import Entrant, Question, Table
from domain.tournament.pairing.sizes import sizes_of
from tests.domain.tournament.pairing.questions import after_rounds, all_pairings, all_values, asked

SHAPES = [(4, 3), (4, None), (3, 2), (3, None), (2, None)]
MOST = 12
"""People; 15,400 pairings in threes."""
TERMS: list[Term] = ["rematches", "shorts", "spread"]


def possible_tables(question: Question, rematches: int) -> list[Table]:
    """By the sentence: of a size that occurs, nobody forbidden, few rematches, byes by A4."""
    costs, sizes = Costs(question), sizes_of(question)
    tables = [
        table
        for size in set(sizes.tables)
        for table in combinations(question.present, size)
        if not costs.is_forbidden(table) and costs.rematches(table) <= rematches
    ]
    return tables + [(one,) for one in allowed_byes(question, sizes.byes)]


def excess(question: Question, proof: PricesProof, table: Table) -> int:
    """By the sentence, term by term."""
    costs = Costs(question)
    ranks = [costs.order.index(one) for one in table]
    cost = {"rematches": costs.rematches, "shorts": costs.shorts, "spread": costs.spread}
    left = proof.scale * cost[proof.term](table) + proof.weight * costs.rematches(table)
    left += proof.short_weight * costs.shorts(table)
    right = sum(proof.prices[one] for one in table) + proof.sizes.get(len(table), 0)
    if len(table) == question.size:
        right += sum(value for m, value in proof.top.items() if max(ranks) < m)
        right += sum(value for m, value in proof.bottom.items() if min(ranks) >= m)
    return left - right


def some_proof(question: Question, term: Term, luck: Random, rematches: int) -> PricesProof:
    """Any prices; what is too much of them is taken away again from each size."""
    people = len(question.present)
    height = {"rematches": 3, "shorts": 4, "spread": 300}[term]
    proof = PricesProof(
        term=term,
        scale=luck.choice((1, 2, 7)),
        prices={one: luck.randrange(-height // 3, height) for one in question.present},
        top={m: -luck.randrange(height) for m in luck.sample(range(people + 1), 2)},
        bottom={m: -luck.randrange(height) for m in luck.sample(range(people + 1), 2)},
        weight=luck.choice((0, 5)) if term != "rematches" else 0,
        short_weight=luck.choice((0, 3)) if term == "spread" else 0,
    )
    sizes: dict[int, int] = {}
    for table in possible_tables(question, rematches):
        least = excess(question, proof, table)
        sizes[len(table)] = min(sizes.get(len(table), least), least)
    return structs.replace(proof, sizes=sizes)


def random_question(luck: Random, *, seeded: bool = False) -> Question:
    size, short = luck.choice(SHAPES)
    people = luck.randrange(2, MOST + 1)
    forbidden = frozenset(
        two for two in combinations(range(1, people + 1), 2) if luck.random() < 0.04
    )
    rounds = 0 if seeded else luck.randrange(1, 4)
    seeds: dict[Entrant, int] = {one: luck.randrange(1, 9) for one in range(1, people, 2)}
    return after_rounds(
        people,
        rounds,
        luck.randrange(99),
        size=size,
        short=short,
        forbidden=forbidden,
        seeds=seeds if seeded else {},
        is_last_of_stage=luck.random() < 0.3,
    )


@pytest.mark.parametrize("seed", range(60))
def test_a11_prices_are_checked_at_every_possible_table(seed: int) -> None:
    luck = Random(seed)
    question = random_question(luck, seeded=seed % 5 == 0)
    rematches = luck.randrange(4)
    for term in TERMS:
        proof = some_proof(question, term, luck, rematches)
        costs = Costs(question)
        assert not list(PossibleTables(costs, proof, rematches).broken())
        for size in proof.sizes:
            proof.sizes[size] += 2
        broken = {tuple(sorted(t)) for t in PossibleTables(costs, proof, rematches).broken()}
        tables = possible_tables(question, rematches)
        assert broken == {t for t in tables if excess(question, proof, t) < 0}


@pytest.mark.parametrize("seed", range(40))
def test_a11_no_legal_pairing_is_below_a_bound_that_was_accepted(seed: int) -> None:
    luck = Random(1000 + seed)
    question = random_question(luck, seeded=seed % 5 == 0)
    costs, found = Costs(question), sorted(set(all_values(question)))
    if not found:
        return
    rematches, shorts, spread = luck.choice(found)
    terms = Terms(rematches, shorts, spread, 0, 0)
    for at, term in enumerate(TERMS):
        proof = some_proof(question, term, luck, terms.rematches)
        held = [
            value
            for value in found
            if (at < 1 or value[0] <= terms.rematches) and (at < 2 or value[1] <= terms.shorts)
        ]
        assert proven_bound(costs, terms, proof) <= min(value[at] for value in held)


@pytest.mark.parametrize(("size", "short"), SHAPES)
def test_a11_consecutive_groups_are_the_least_spread_of_all(size: int, short: int | None) -> None:
    for people in range(2, MOST + 1):
        question = after_rounds(people, 2, people, size=size, short=short)
        costs = Costs(question)
        spread = cache(costs.spread)
        least = min(sum(map(spread, tables)) for tables, _ in all_pairings(question))
        assert least_in_order(costs) <= least
        if len(set(sizes_of(question).counts())) == 1:
            assert least_in_order(costs) == least


@pytest.mark.parametrize(("size", "short"), SHAPES)
def test_a11_a_bound_is_raised_to_a_value_that_the_spread_can_have(
    size: int, short: int | None
) -> None:
    for people in range(size, MOST + 1):
        question = after_rounds(people, 3, people, size=size, short=short)
        costs = Costs(question)
        spread = cache(costs.spread)
        values = {sum(map(spread, tables)) for tables, _ in all_pairings(question)}
        for value in values:
            assert raised(costs, value) == value
        assert all((value - min(values)) % step_of_spread(costs) == 0 for value in values)


def test_a11_nothing_is_raised_in_a_round_by_seeds() -> None:
    costs = Costs(asked(8, seeds={3: 1}))
    assert raised(costs, 1) == 1


PROOF = PricesProof(term="spread", scale=1, prices=dict.fromkeys(range(1, 9), 0))


@pytest.mark.parametrize(
    "proof",
    [
        PricesProof(term="spread", scale=0, prices=PROOF.prices),
        PricesProof(term="spread", scale=1, prices={1: 0}),
        PricesProof(term="spread", scale=1, prices={**PROOF.prices, 9: 0}),
        PricesProof(term="spread", scale=1, prices=PROOF.prices, top={4: 1}),
        PricesProof(term="spread", scale=1, prices=PROOF.prices, bottom={9: -1}),
        PricesProof(term="spread", scale=1, prices=PROOF.prices, weight=-1),
        PricesProof(term="rematches", scale=1, prices=PROOF.prices, weight=1),
        PricesProof(term="shorts", scale=1, prices=PROOF.prices, short_weight=1),
        PricesProof(term="spread", scale=2**70, prices=PROOF.prices),
        OrderProof(term="rematches"),
    ],
)
def test_a11_a_proof_of_another_shape_proves_nothing(proof: PricesProof | OrderProof) -> None:
    costs = Costs(after_rounds(8, 2, 1))
    with pytest.raises(RuleViolation) as refusal:
        proven_bound(costs, Terms(0, 0, 0, 0, 0), proof)
    assert refusal.value.code == "pairing.proof_malformed"


def test_a11_each_bound_above_0_has_one_proof_in_order() -> None:
    costs, terms = Costs(after_rounds(8, 2, 1)), Terms(9, 0, 999, 0, 0)
    spread = least_in_order(costs)
    check_bounds(costs, terms, {"rematches": 0, "spread": spread}, [OrderProof()])
    for bound, code in (
        ({"rematches": 1, "spread": spread}, "pairing.proof_missing"),
        ({"rematches": 0, "spread": 0}, "pairing.proof_missing"),
        ({"spread": spread + 1}, "pairing.wrong_bound"),
        ({"spread": spread - 1}, "pairing.wrong_bound"),
        ({"seats": 0, "spread": spread}, "pairing.bound_of_no_term"),
        ({"rematches": -1, "spread": spread}, "pairing.bound_of_no_term"),
    ):
        with pytest.raises(RuleViolation) as refusal:
            check_bounds(costs, terms, bound, [OrderProof()])
        assert refusal.value.code == code


def test_a11_a_price_too_high_names_the_table() -> None:
    question = after_rounds(8, 2, 1)
    proof = PricesProof(term="spread", scale=1, prices=dict.fromkeys(question.present, 10_000))
    with pytest.raises(RuleViolation) as refusal:
        proven_bound(Costs(question), Terms(9, 0, 0, 0, 0), proof)
    assert refusal.value.code == "pairing.price_too_high"
    assert len(refusal.value.facts["people"]) == 4  # type: ignore[arg-type]  # a list of people
