"""The solver: what it proposes passes the checker, and of few people it is the best there is."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from domain.kernel.chance import SealedChance
from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.check import check_pairing
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.proposal import PROVABLE, PricesProof, Proposal, Terms
from domain.tournament.pairing.question import Question, Table
from domain.tournament.pairing.terms import terms_of
from services.pairing import bounds
from services.pairing.candidates import Candidates
from services.pairing.greedy import pair_greedily
from services.pairing.ground import Ground
from services.pairing.proving import prove
from services.pairing.search import search
from services.pairing.solve import NoLegalPairing, pair_round
from services.pairing.synthetic import SyntheticEvent, played
from tests.domain.tournament.pairing.questions import (
    LOTS,
    after_rounds,
    asked,
    legal_pairings,
    seated,
)

SHAPES = [(4, 3), (4, None), (3, 2), (3, None), (2, None)]


@st.composite
def questions(draw: st.DrawFn, most: int = 22) -> Question:
    size, short = draw(st.sampled_from(SHAPES))
    people = draw(st.integers(0, most))
    everybody = list(combinations(range(1, people + 1), 2))
    forbidden = draw(st.sets(st.sampled_from(everybody), max_size=2)) if everybody else set()
    rounds = draw(st.integers(0, 5))
    return after_rounds(
        people,
        rounds,
        draw(st.integers(0, 999)),
        size=size,
        short=short,
        forbidden=frozenset(forbidden),
        seeds={one: one for one in range(2, people + 1, 3)} if draw(st.booleans()) else {},
        seats=draw(st.sampled_from(["balanced", "random"])),
        is_last_of_stage=draw(st.booleans()),
    )


@settings(max_examples=25, deadline=None)
@given(questions(), st.booleans())
def test_whatever_is_proposed_passes_the_checker(question: Question, with_program: bool) -> None:
    try:
        proposal = pair_round(question, LOTS, with_program=with_program)
    except NoLegalPairing:
        assert question.forbidden
        return
    assert check_pairing(question, proposal, LOTS) == []


@pytest.mark.parametrize(("size", "short"), SHAPES)
def test_a12_up_to_16_people_all_five_terms_are_minimal_in_order(
    size: int, short: int | None
) -> None:
    for people in (5, 7, 8, 9, 11, 12):
        question = after_rounds(
            people, 3, people, size=size, short=short, forbidden=frozenset({(1, 2)})
        )
        best = min(all_terms(question), default=None)
        if best is None:
            with pytest.raises(NoLegalPairing):
                pair_round(question, LOTS)
            continue
        assert structs.astuple(pair_round(question, LOTS).terms) == best


def all_terms(question: Question) -> Iterator[tuple[int, ...]]:
    """The five terms of every legal pairing, added up table by table; a bye is a table of one."""
    costs = Costs(question)

    @cache
    def of_table(table: Table) -> tuple[int, ...]:
        return structs.astuple(terms_of(costs, seated(question, [table]), (), LOTS))

    @cache
    def of_byes(byes: Table) -> tuple[int, ...]:
        return structs.astuple(terms_of(costs, [], byes, LOTS))

    for tables, byes in legal_pairings(question):
        parts = [of_byes(byes), *map(of_table, tables)]
        yield tuple(sum(values) for values in zip(*parts, strict=True))


def test_the_program_finds_what_a_search_of_few_steps_misses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = after_rounds(24, 5, 2)
    ground = Ground(question)
    monkeypatch.setattr(
        "services.pairing.solve.search", lambda g, seed: search(g, steps=400, seed=seed)
    )
    proposal = pair_round(question, LOTS)
    found = proposal.terms.rematches, proposal.terms.shorts, proposal.terms.spread
    assert found < ground.values(search(ground, steps=400))
    assert proposal.status in ("optimal", "solver")


@pytest.mark.parametrize(("size", "short"), SHAPES)
def test_what_the_program_calls_best_is_best_of_all(size: int, short: int | None) -> None:
    """Whatever it begins with, and however few tables it looks at."""
    for people, seed in [(8, 1), (9, 2), (11, 3), (12, 4), (12, 5)]:
        question = after_rounds(people, 3, seed, size=size, short=short)
        ground = Ground(question)
        best = min(terms[:3] for terms in all_terms(question))
        seating = search(ground, steps=1)
        for term in PROVABLE:
            found = prove(ground, seating, term, process_time() + 60, bound_only=False)
            assert found.is_best
            seating = found.seating
        assert ground.values(seating) == best


def test_a_better_pairing_is_found_among_few_tables() -> None:
    """All tables that could be in a better one are too many to look through in time."""
    event = SyntheticEvent(64, 5, 4)
    played(event, 4, lambda question: (pair_greedily(question), ()))
    question = event.question()
    ground = Ground(question)
    proposal = pair_round(question, LOTS)
    assert proposal.terms.spread < ground.values(search(ground))[2]
    assert proposal.status == "optimal"


def test_diving_finds_the_best_without_the_integer_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a pairing at the bound exists, a handful of linear programs leads to it."""

    def nothing(*_: object) -> tuple[None, bool]:
        return None, False

    monkeypatch.setattr(Candidates, "best", nothing)
    event = SyntheticEvent(32, 5, 1)
    played(event, 4, lambda question: (pair_greedily(question), ()))
    question = event.question()
    ground = Ground(question)
    found = pair_round(question, LOTS)
    assert ground.values(search(ground, seed=0))[2] > found.terms.spread
    assert found.status == "optimal"


def test_without_highs_the_search_serves_with_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "has_highs", lambda: False)
    question = after_rounds(20, 4, 1)
    proposal = pair_round(question, LOTS)
    assert not any(isinstance(proof, PricesProof) for proof in proposal.proof)
    assert proposal.bound["spread"] > 0
    assert check_pairing(question, proposal, LOTS) == []


def test_the_search_gives_the_same_tables_again() -> None:
    ground = Ground(after_rounds(40, 3, 1))
    assert search(ground, steps=5000) == search(ground, steps=5000)


def test_b8_pinned_tables_stand_as_they_were_given() -> None:
    pinned = ((9, 2, 17, 4), (1, 20, 3, 5))
    question = after_rounds(23, 3, 4, pinned=pinned)
    proposal = pair_round(question, LOTS)
    assert set(pinned) <= set(proposal.tables)
    assert proposal.pinned == pinned
    with pytest.raises(RuleViolation) as refusal:
        check_pairing(structs.replace(question, pinned=((1, 2, 3, 4),)), proposal, LOTS)
    assert refusal.value.code == "pairing.pinned_table_missing"


@pytest.mark.parametrize("people", [8, 20])
def test_c6_without_a_legal_pairing_the_solver_says_so(people: int) -> None:
    forbidden = frozenset((1, other) for other in range(2, people + 1))
    with pytest.raises(NoLegalPairing) as failure:
        pair_round(asked(people, forbidden=forbidden), LOTS)
    assert failure.value.because == ("pairing.forbidden_pair",)


@pytest.mark.parametrize(
    ("pinned", "code"),
    [
        (((1, 2, 99, 3),), "pairing.entrant_not_present"),
        (((1, 2, 3, 4), (4, 5, 6, 7)), "pairing.entrant_twice"),
        (((1, 2, 3),), "pairing.wrong_sizes"),
        (((1, 2, 3, 5),), "pairing.forbidden_pair"),
    ],
)
def test_c6_pins_that_cannot_be_kept_are_told(
    pinned: tuple[tuple[int, ...], ...], code: str
) -> None:
    with pytest.raises(NoLegalPairing) as failure:
        pair_round(asked(8, pinned=pinned, forbidden=frozenset({(3, 5)})), LOTS)
    assert failure.value.because == (code,)


PAIRED = after_rounds(19, 4, 1)


@pytest.fixture(scope="module")
def proposal() -> Proposal:
    found = pair_round(PAIRED, LOTS)
    assert found.prices, "the round must be one that needs prices"
    return found


@pytest.mark.parametrize("term", Terms.__struct_fields__)
def test_a_term_that_is_wrong_by_one_is_refused(proposal: Proposal, term: str) -> None:
    wrong = structs.replace(proposal.terms, **{term: getattr(proposal.terms, term) - 1})
    with pytest.raises(RuleViolation) as refusal:
        check_pairing(PAIRED, structs.replace(proposal, terms=wrong), LOTS)
    assert refusal.value.code == "pairing.wrong_term"
    assert refusal.value.facts["term"] == term


def _first_table(proposal: Proposal, change: Callable[[list[int]], object]) -> Proposal:
    table = list(proposal.tables[0])
    change(table)
    return structs.replace(proposal, tables=(tuple(table), *proposal.tables[1:]))


FORGERIES: dict[str, Callable[[Proposal], Proposal]] = {
    "pairing.entrant_missing": lambda p: _first_table(p, list.pop),
    "pairing.entrant_twice": lambda p: _first_table(p, lambda t: t.append(t[0])),
    "pairing.entrant_not_present": lambda p: _first_table(p, lambda t: t.append(99)),
    "pairing.wrong_sizes": lambda p: structs.replace(
        p, tables=(p.tables[0] + p.tables[1], *p.tables[2:])
    ),
    "pairing.wrong_order": lambda p: structs.replace(p, tables=p.tables[::-1]),
    "pairing.wrong_pins": lambda p: structs.replace(p, pinned=p.tables[:1]),
    "pairing.wrong_prices": lambda p: structs.replace(p, prices={}),
    "pairing.wrong_bound": lambda p: structs.replace(
        p, bound={**p.bound, "spread": p.bound["spread"] + 1}
    ),
    "pairing.proof_missing": lambda p: structs.replace(p, proof=p.proof[:-1]),
    "pairing.bound_without_proof": lambda p: structs.replace(p, status="repaired"),
    "pairing.wrong_status": lambda p: structs.replace(
        p, status="within" if p.status == "optimal" else "optimal"
    ),
}


@pytest.mark.parametrize("code", FORGERIES)
def test_a_forged_pairing_is_refused_by_its_code(proposal: Proposal, code: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        check_pairing(PAIRED, FORGERIES[code](proposal), LOTS)
    assert refusal.value.code == code


@pytest.mark.parametrize("entrant", PAIRED.present)
def test_a11_one_price_more_does_not_hold_any_longer(proposal: Proposal, entrant: int) -> None:
    """Each person is at some table whose price is paid to the last unit, or nearly so."""
    last = proposal.proof[-1]
    assert isinstance(last, PricesProof)
    dearer = {**last.prices, entrant: last.prices[entrant] + last.scale * 10_000}
    forged = structs.replace(
        proposal, proof=(*proposal.proof[:-1], structs.replace(last, prices=dearer)), prices=dearer
    )
    with pytest.raises(RuleViolation) as refusal:
        check_pairing(PAIRED, forged, LOTS)
    assert refusal.value.code == "pairing.price_too_high"


def test_a8_other_seats_of_equal_cost_are_refused(proposal: Proposal) -> None:
    costs = Costs(PAIRED)
    at, orders = next(
        (at, orders)
        for at, table in enumerate(proposal.tables)
        if len(orders := costs.best_orders(table)) > 1
    )
    other = next(order for order in orders if order != proposal.tables[at])
    tables = (*proposal.tables[:at], other, *proposal.tables[at + 1 :])
    forged = structs.replace(proposal, tables=tables)
    with pytest.raises(RuleViolation) as refusal:
        check_pairing(PAIRED, forged, LOTS)
    assert refusal.value.code == "pairing.wrong_seats"
    assert check_pairing(PAIRED, forged, None) == ["lot", "seat_lot"]


def test_a9_while_the_secret_is_sealed_lots_cannot_be_told(proposal: Proposal) -> None:
    forged = structs.replace(proposal, terms=structs.replace(proposal.terms, lot=1))
    assert check_pairing(PAIRED, forged, SealedChance()) == ["lot", "seat_lot"]


def test_bands_are_parted_without_loss() -> None:
    for people in (5, 7, 10, 18):
        seeds = {one: Random(people).randrange(9) + 1 for one in range(1, people + 1, 2)}
        assert pair_round(asked(people, round=1, seeds=seeds), LOTS).terms.spread == 0


@pytest.mark.parametrize("with_program", [True, False])
@pytest.mark.parametrize("people", [4, 3])
def test_a11_a_final_of_one_table_is_proven_though_everybody_has_met(
    people: int, with_program: bool
) -> None:
    question = after_rounds(people, 3, 1, size=4, short=3, is_last_of_stage=True)
    proposal = pair_round(question, LOTS, with_program=with_program)
    assert proposal.terms.rematches > 0
    assert proposal.bound["rematches"] == proposal.terms.rematches
    assert proposal.status == "optimal"
    assert check_pairing(question, proposal, LOTS) == []
