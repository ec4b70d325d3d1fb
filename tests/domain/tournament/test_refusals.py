"""Every way in which an event says no, once: its code, and its sentence in every language."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from domain.kernel.errors import RuleViolation
from domain.kernel.texts import LANGUAGES
from domain.tournament import actions as a
from domain.tournament.asking import question_of
from domain.tournament.pairing import possible
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.proposal import OrderProof, PricesProof
from domain.tournament.pairing.terms import terms_of
from domain.tournament.refusals import REFUSALS, explain
from tests.domain.tournament.moments import (
    COMMITMENT,
    CROSSED,
    ROUND_ROBIN,
    TWO_TABLES,
    asked,
    between,
    closed,
    duplicate,
    over,
    paired,
    planned,
    published,
    registering,
    started,
)
from tests.domain.tournament.paper_event import ZECHE_OPEN, PaperEvent, regulation

NAME = "a" * 64
Case = tuple[PaperEvent, a.TournamentAction, a.Author]


def changed(text: str) -> Case:
    return registering(), a.ChangeRegulation(text, "a new one"), "organizer"


def scored(*entries: int) -> str:
    points = ZECHE_OPEN["scoring"]["points"]
    return regulation(scoring={"kind": "rank", "points": {**points, "4": entries}})


def organized(event: PaperEvent, action: a.TournamentAction) -> Case:
    return event, action, "organizer"


def served(event: PaperEvent, action: a.TournamentAction) -> Case:
    return event, action, "service"


def proposed(event: PaperEvent, **changes: Any) -> Case:
    """An honest pairing, but for this."""
    return served(event, structs.replace(event.proposal(), **changes))


def retold(case: Case, *tables: tuple[int, ...]) -> Case:
    """With other tables, whose terms are told rightly."""
    event, action, by = case
    assert isinstance(action, a.ProposePairing)
    question = question_of(event.state, action.round)
    terms = terms_of(Costs(question), tables, action.byes, event.tournament.chance)
    return event, structs.replace(action, tables=tables, terms=terms), by


def after_round_1() -> PaperEvent:
    event = between()
    event.act(a.PairRound())
    return event


def withdrawn(event: PaperEvent, *numbers: int) -> PaperEvent:
    for number in numbers:
        event.act(a.Withdraw(number))
    return event


def read(event: PaperEvent, **changes: Any) -> Case:
    honest = a.ReadResult(1, 1, "game-1-1", 100, NAME, (9, 8, 7, 6), (1, 2, 3, 4))
    return served(event, structs.replace(honest, **changes))


def with_a_result() -> PaperEvent:
    event = started()
    event.read(1, (1, 2, 3, 4))
    return event


def confirmed() -> PaperEvent:
    event = with_a_result()
    event.act(a.ConfirmResult(1, 1), 3)
    return event


def erased() -> PaperEvent:
    event = registering()
    event.act(a.EraseName(3))
    return event


def absent() -> PaperEvent:
    event = registering()
    event.act(a.MarkAbsent(3))
    return event


def checked_in() -> PaperEvent:
    event = registering()
    event.act(a.CheckIn(3))
    return event


def forbidden() -> PaperEvent:
    event = registering()
    event.act(a.ForbidPair((3, 4), "married"))
    return event


def kept_apart() -> PaperEvent:
    return forbidden().close_registration()


def pinned() -> PaperEvent:
    event = closed()
    event.act(a.PairRound(((4, 3, 2, 1),), "for the cameras"))
    return event


def given_bye_twice() -> Case:
    """9 people, tables of four without shorts: whoever had the bye comes with another."""
    event = closed(9, tables={"size": 4})
    event.by_hand(*TWO_TABLES)
    event.play((1, 2, 3, 4), (1, 2, 3, 4))
    event.act(a.PairRound())
    return proposed(event, tables=CROSSED, byes=(9,))


def repairing(**changes: Any) -> Case:
    event = published()
    event.act(a.MarkAbsent(8))
    event.act(a.RepairRound("8 did not come"))
    return proposed(event, **changes)


def last_round_closed() -> PaperEvent:
    return between(stages=[{"kind": "swiss", "rounds": 1}])


def second_round() -> PaperEvent:
    event = between()
    event.by_hand(*CROSSED)
    event.start()
    return event


def with_a_deal() -> PaperEvent:
    event = duplicate()
    event.act(a.CommitDeal(1, 4, COMMITMENT), "service")
    event.act(a.StartRound())
    return event


def a_price(**prices: int) -> PricesProof:
    each = {number: prices.get(f"n{number}", 0) for number in range(1, 9)}
    return PricesProof(term="spread", scale=1, prices=each)


ORDER = {"bound": {"spread": 999}, "proof": (OrderProof(),)}

CASES: dict[str, Callable[[], Case]] = {
    "organizer_needed": lambda: (registering(), a.CloseRegistration(), "arbiter"),
    "arbiter_needed": lambda: (registering(), a.Penalize(1, 12, "rude"), 1),
    "entrant_needed": lambda: organized(with_a_result(), a.ConfirmResult(1, 1)),
    "entrant_forbidden": lambda: (registering(), a.Withdraw(2), 1),
    "service_only": lambda: organized(started(), a.OpenGame(1, 1, "mine", COMMITMENT)),
    "tournament_exists": lambda: organized(
        registering(), a.CreateTournament("paper", regulation())
    ),
    "tournament_finished": lambda: organized(over(), a.Register(NAME)),
    "regulation_too_long": lambda: changed(regulation(title="x" * 70_000)),
    "regulation_invalid": lambda: changed("{}"),
    "regulation_out_of_bounds": lambda: changed(regulation(capacity=1)),
    "points_missing": lambda: changed(scored(60, 36, 24)),
    "points_not_shareable": lambda: changed(scored(60, 36, 24, 10)),
    "text_invalid": lambda: organized(registering(), a.Withdraw(1, "x" * 501)),
    "reason_needed": lambda: organized(registering(), a.Penalize(1, 12, " ")),
    "entrant_unknown": lambda: organized(registering(), a.Withdraw(9)),
    "table_unknown": lambda: read(started(), table=3),
    "no_round_open": lambda: organized(closed(), a.PublishRound()),
    "round_not_begun": lambda: read(paired()),
    "rounds_begun": lambda: organized(asked(), a.ForbidPair((1, 2), "married")),
    "tournament_full": lambda: organized(registering(2, capacity=2), a.Register(NAME)),
    "seed_invalid": lambda: organized(registering(), a.Register(NAME, seed=0)),
    "already_withdrawn": lambda: organized(withdrawn(registering(), 3), a.Withdraw(3)),
    "not_withdrawn": lambda: organized(registering(), a.Return(3)),
    "name_erased": lambda: organized(erased(), a.EraseName(3)),
    "already_absent": lambda: organized(absent(), a.MarkAbsent(3)),
    "already_checked_in": lambda: organized(checked_in(), a.CheckIn(3)),
    "round_over": lambda: organized(between(), a.MarkAbsent(3, round=1)),
    "registration_closed": lambda: organized(closed(), a.CloseRegistration()),
    "registration_open": lambda: organized(registering(), a.PairRound()),
    "too_few_entrants": lambda: organized(registering(1), a.CloseRegistration()),
    "too_few_present": lambda: organized(withdrawn(closed(2), 1), a.PairRound()),
    "already_forbidden": lambda: organized(forbidden(), a.ForbidPair((4, 3), "married")),
    "same_entrant": lambda: organized(registering(), a.ForbidPair((3, 3), "shy")),
    "round_open": lambda: organized(paired(), a.PairRound()),
    "no_round_left": lambda: organized(last_round_closed(), a.PairRound()),
    "rounds_left": lambda: organized(between(), a.Finish()),
    "round_not_paired": lambda: organized(asked(), a.PublishRound()),
    "round_begun": lambda: organized(started(), a.PairByHand(CROSSED, "better")),
    "round_not_published": lambda: organized(paired(), a.StartRound()),
    "round_not_asked": lambda: served(paired(), a.ReportFailure(1, ("pairing.too_long",))),
    "schedule_missing": lambda: proposed(
        asked(4, stages=[{"kind": "schedule", "rounds": 3}], tables={"size": 2})
    ),
    "schedule_differs": lambda: retold(proposed(planned()), (1, 3), (2, 4)),
    "schedule_not_asked": lambda: served(asked(), a.PlanSchedule((TWO_TABLES,))),
    "schedule_invalid": lambda: served(
        asked(4, stages=[{"kind": "schedule", "rounds": 3}], tables={"size": 2}),
        a.PlanSchedule(ROUND_ROBIN[:2]),
    ),
    "deal_not_wanted": lambda: served(duplicate(), a.CommitDeal(1, 3, COMMITMENT)),
    "deal_not_committed": lambda: organized(duplicate(), a.StartRound()),
    "deal_differs": lambda: served(with_a_deal(), a.OpenGame(1, 1, "other", NAME)),
    "game_opened": lambda: served(started(), a.OpenGame(1, 2, "game-1-1", COMMITMENT)),
    "table_has_game": lambda: served(started(), a.OpenGame(1, 1, "another", COMMITMENT)),
    "game_unknown": lambda: read(started(), game="game-1-2"),
    "result_known": lambda: read(with_a_result()),
    "result_missing": lambda: (started(), a.ConfirmResult(1, 1), 1),
    "results_missing": lambda: organized(with_a_result(), a.CloseRound()),
    "places_invalid": lambda: read(started(), places=(1, 1, 2, 3)),
    "already_confirmed": lambda: (confirmed(), a.ConfirmResult(1, 1), 3),
    "not_last_round": lambda: organized(
        second_round(), a.CorrectResult(1, (1, 2, 3, 4), "wrong", round=1)
    ),
    "twelfths_invalid": lambda: organized(registering(), a.Penalize(1, 0, "nothing")),
    "pairing.entrant_not_present": lambda: organized(
        withdrawn(closed(), 8), a.PairByHand(TWO_TABLES, "so")
    ),
    "pairing.entrant_twice": lambda: organized(
        closed(), a.PairByHand(((1, 2, 3, 4), (4, 5, 6, 7)), "so")
    ),
    "pairing.entrant_missing": lambda: organized(
        closed(), a.PairByHand(TWO_TABLES[:1], "so", byes=())
    ),
    "pairing.wrong_sizes": lambda: organized(closed(), a.PairByHand(TWO_TABLES[:1], "so")),
    "pairing.forbidden_pair": lambda: organized(kept_apart(), a.PairByHand(TWO_TABLES, "so")),
    "pairing.pinned_table_missing": lambda: proposed(pinned(), tables=CROSSED),
    "pairing.wrong_pins": lambda: organized(closed(), a.PairRound(((1, 2, 3),), "friends")),
    "pairing.bye_not_due": given_bye_twice,
    "pairing.wrong_order": lambda: proposed(asked(), tables=asked().proposal().tables[::-1]),
    "pairing.wrong_term": lambda: proposed(
        asked(), terms=structs.replace(asked().proposal().terms, spread=7)
    ),
    "pairing.wrong_seats": lambda: proposed(
        asked(), tables=tuple(table[::-1] for table in asked().proposal().tables)
    ),
    "pairing.bound_of_no_term": lambda: proposed(asked(), bound={"seats": 0}),
    "pairing.bound_without_proof": lambda: repairing(bound={"rematches": 0}),
    "pairing.proof_missing": lambda: proposed(asked(), bound={"spread": 12}),
    "pairing.wrong_bound": lambda: proposed(after_round_1(), **ORDER),
    "pairing.proof_malformed": lambda: proposed(
        asked(), bound={"rematches": 1}, proof=(OrderProof(term="rematches"),)
    ),
    "pairing.proof_too_long": lambda: proposed(
        after_round_1(), bound={"spread": 1}, proof=(a_price(),)
    ),
    "pairing.price_too_high": lambda: proposed(
        after_round_1(), bound={"spread": 1}, proof=(a_price(n1=10**6),)
    ),
    "pairing.wrong_prices": lambda: proposed(asked(), prices={1: 1}),
    "pairing.wrong_status": lambda: proposed(asked(), status="optimal"),
    "pairing.too_many_changed": lambda: retold(repairing(), (1, 2, 5, 6), (3, 4, 7)),
}

ONLY_BY_THE_WORKER = {"pairing.no_repair", "pairing.none_found", "pairing.too_long"}
"""The worker gives them as reasons why there is no pairing [C6]; nothing is refused with them."""


def refusal_of(code: str, monkeypatch: pytest.MonkeyPatch) -> RuleViolation:
    event, action, by = CASES[code]()
    if code == "pairing.proof_too_long":
        monkeypatch.setattr(possible, "MOST_STEPS", 1)
    before = event.state.version
    found = event.refuses(action, by)
    assert found == code, event.refusal
    assert event.state.version == before
    return event.refusal


@pytest.mark.parametrize("code", CASES)
def test_it_is_refused_with_its_code_and_told_in_every_language(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal = refusal_of(code, monkeypatch)
    told = {explain(refusal, language) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    assert not any("{" in sentence or "[" in sentence for sentence in told)


def test_every_code_is_reached_or_only_a_reason_of_the_worker() -> None:
    assert {*CASES} | ONLY_BY_THE_WORKER == {*REFUSALS}
    assert not {*CASES} & ONLY_BY_THE_WORKER
