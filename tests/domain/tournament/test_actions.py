"""Every action: the facts that follow, in the shapes that others check, and who may do it."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.tournament import actions as a
from domain.tournament.regulation import digest
from tests.domain.tournament.moments import (
    COMMITMENT,
    CROSSED,
    ROUND_ROBIN,
    TWO_TABLES,
    asked,
    between,
    closed,
    duplicate,
    paired,
    planned,
    published,
    registering,
    started,
)
from tests.domain.tournament.paper_event import PaperEvent, regulation

NAME, SALT, HEAD = "a" * 64, "5" * 32, "e" * 64
RESULT = a.ReadResult(1, 1, "game-1-1", 87, HEAD, (31, 28, 28, -3), (1, 2, 2, 4))
OTHER_RULES = regulation(title="Zeche Open 2")


def withdrawn() -> PaperEvent:
    event = registering()
    event.act(a.Withdraw(3))
    return event


def with_results() -> PaperEvent:
    event = started()
    event.read(1, (1, 2, 3, 4))
    event.read(2, (1, 2, 3, 4))
    return event


def void() -> PaperEvent:
    event = started()
    event.read(1, (), ())
    return event


def last_closed() -> PaperEvent:
    return between(stages=[{"kind": "swiss", "rounds": 1}])


def fact(tag: str, **fields: Any) -> dict[str, Any]:
    return {"type": tag, **fields}


Case = tuple[Callable[[], PaperEvent], a.TournamentAction, a.Author, dict[str, Any]]
ONE_FACT: list[Case] = [
    (
        registering,
        a.ChangeRegulation(OTHER_RULES, "a typing error"),
        "organizer",
        fact("regulation_changed", regulation=digest(OTHER_RULES), reason="a typing error"),
    ),
    (
        registering,
        a.Register(NAME, 3, SALT, "Bochum"),
        "organizer",
        fact("registered", entrant=9, name_sha256=NAME, seed=3, salt=SALT, club="Bochum"),
    ),
    (
        registering,
        a.Register(NAME),
        "organizer",
        fact("registered", entrant=9, name_sha256=NAME, seed=None, salt=None, club=None),
    ),
    (
        closed,
        a.Register(NAME, reason="missed the train"),
        "organizer",
        fact(
            "registered",
            entrant=9,
            name_sha256=NAME,
            seed=None,
            salt=None,
            club=None,
            late=True,
            reason="missed the train",
        ),
    ),
    (registering, a.Withdraw(3, "ill"), 3, fact("withdrawn", entrant=3, reason="ill")),
    (withdrawn, a.Return(3), "arbiter", fact("returned", entrant=3, reason="")),
    (
        started,
        a.Replace(3, "a friend", NAME),
        "organizer",
        fact("replaced", entrant=3, reason="a friend", name_sha256=NAME),
    ),
    (
        registering,
        a.Replace(3, "a friend"),
        "organizer",
        fact("replaced", entrant=3, reason="a friend"),
    ),
    (registering, a.EraseName(3), "organizer", fact("name_erased", entrant=3)),
    (registering, a.CheckIn(3), 3, fact("checked_in", entrant=3, round=1)),
    (started, a.CheckIn(3), "arbiter", fact("checked_in", entrant=3, round=2)),
    (
        published,
        a.MarkAbsent(3, reason="overslept"),
        3,
        fact("absent_marked", entrant=3, round=1, reason="overslept"),
    ),
    (started, a.MarkAbsent(3), "arbiter", fact("absent_marked", entrant=3, round=2, reason="")),
    (
        registering,
        a.MarkAbsent(3, 4),
        "organizer",
        fact("absent_marked", entrant=3, round=4, reason=""),
    ),
    (registering, a.CloseRegistration(), "organizer", fact("registration_closed")),
    (
        closed,
        a.ForbidPair((7, 3), "married"),
        "organizer",
        fact("pair_forbidden", entrants=[7, 3], reason="married"),
    ),
    (
        closed,
        a.Penalize(3, 12, "rude"),
        "arbiter",
        fact("penalty_given", entrant=3, twelfths=12, reason="rude"),
    ),
    (
        started,
        a.Penalize(3, -6, "was wronged"),
        "organizer",
        fact("penalty_given", entrant=3, twelfths=-6, reason="was wronged"),
    ),
    (closed, a.PairRound(), "organizer", fact("pairing_asked", round=1)),
    (
        closed,
        a.PairRound(((4, 3, 2, 1),), "for the cameras"),
        "organizer",
        fact("pairing_asked", round=1, pinned=[[4, 3, 2, 1]], reason="for the cameras"),
    ),
    (
        published,
        a.RepairRound("8 left"),
        "organizer",
        fact("pairing_asked", round=1, repair=True, reason="8 left"),
    ),
    (
        asked,
        a.ReportFailure(1, ("pairing.too_long",)),
        "service",
        fact("pairing_failed", round=1, because=["pairing.too_long"]),
    ),
    (paired, a.PublishRound(), "organizer", fact("round_published", round=1)),
    (
        duplicate,
        a.CommitDeal(1, 4, COMMITMENT),
        "service",
        fact("deal_committed", round=1, size=4, commitment=COMMITMENT),
    ),
    (published, a.StartRound(), "organizer", fact("round_started", round=1)),
    (
        void,
        a.OpenGame(1, 1, "again", COMMITMENT),
        "service",
        fact("game_opened", round=1, table=1, game="again", commitment=COMMITMENT),
    ),
    (
        started,
        RESULT,
        "service",
        fact(
            "result_read",
            round=1,
            table=1,
            game="game-1-1",
            version=87,
            head=HEAD,
            points=[31, 28, 28, -3],
            places=[1, 2, 2, 4],
        ),
    ),
    (with_results, a.ConfirmResult(1, 2), 6, fact("result_confirmed", round=1, table=2, entrant=6)),
    (
        with_results,
        a.CorrectResult(1, (2, 1, 3, 4), "counted wrongly"),
        "arbiter",
        fact(
            "result_corrected",
            round=1,
            table=1,
            places=[2, 1, 3, 4],
            points=[90, 80, 70, 60],
            reason="counted wrongly",
        ),
    ),
    (
        started,
        a.CorrectResult(2, (1, 1, 3, 4), "the board fell", "section 4", (9, 9, 3, 2)),
        "organizer",
        fact(
            "result_corrected",
            round=1,
            table=2,
            places=[1, 1, 3, 4],
            points=[9, 9, 3, 2],
            reason="the board fell",
            ruling="section 4",
        ),
    ),
    (last_closed, a.Finish("not early"), "organizer", fact("tournament_finished")),
    (between, a.Finish("snow"), "organizer", fact("tournament_finished", reason="snow")),
]


@pytest.mark.parametrize(
    ("moment", "action", "by", "expected"), ONE_FACT, ids=lambda one: type(one).__name__
)
def test_b4_one_fact_follows_in_its_exact_shape(
    moment: Callable[[], PaperEvent],
    action: a.TournamentAction,
    by: a.Author,
    expected: dict[str, Any],
) -> None:
    event = moment()
    assert event.facts(action, by) == [expected]
    assert list(event.facts_of_last()[0]) == list(expected)


def test_b2_entry_1_has_the_digest_of_the_exact_bytes_of_the_regulation() -> None:
    event = PaperEvent()
    text = regulation()
    assert event.facts_of_last() == [
        fact("tournament_created", tournament="paper", regulation=digest(text), title="Zeche Open")
    ]


def test_b2_a_changed_regulation_counts_from_then_on_and_is_told() -> None:
    event = registering()
    event.act(a.ChangeRegulation(OTHER_RULES, "a typing error"))
    state = event.state
    assert (state.title, state.regulation_sha256) == ("Zeche Open 2", digest(OTHER_RULES))
    assert event.state.integrity[-1].kind == "regulation_changed"
    event.close_registration().act(a.PairRound())
    assert event.refuses(a.ChangeRegulation(OTHER_RULES, "once more")) == "rounds_begun"


def test_b4_a_pairing_by_hand_has_all_terms_and_no_bound() -> None:
    found = closed().facts(a.PairByHand(CROSSED[::-1], "so that friends meet"))
    terms = found[0].pop("terms")
    assert found == [
        fact(
            "round_paired",
            round=1,
            tables=[[1, 2, 5, 6], [3, 4, 7, 8]],
            byes=[],
            bound={},
            proof=[],
            prices={},
            status="by_hand",
            reason="so that friends meet",
        )
    ]
    assert list(terms) == ["rematches", "shorts", "spread", "seats", "lot"]
    assert (terms["rematches"], terms["shorts"], terms["spread"], terms["seats"]) == (0, 0, 0, 8)


def test_b4_a_pairing_by_the_worker_is_recorded_as_it_was_proposed() -> None:
    event = asked()
    proposal = event.proposal()
    found = event.facts(proposal, "service")
    assert list(found[0]) == [
        *("type", "round", "tables", "byes", "terms", "bound", "proof", "prices", "status")
    ]
    assert found[0]["tables"] == [list(table) for table in proposal.tables]
    assert found[0]["status"] == "within"


def test_b4_a_plan_holds_all_rounds_of_its_stage() -> None:
    rounds = [[list(table) for table in tables] for tables in ROUND_ROBIN]
    assert planned().facts_of_last() == [fact("schedule_planned", rounds=rounds)]


def test_b6_closing_a_round_settles_the_standings_in_the_same_entry() -> None:
    found = with_results().facts(a.CloseRound())
    twelfths = dict(zip("12345678", (60, 36, 24, 12) * 2, strict=True))
    assert found[0] == fact("round_closed", round=1)
    assert found[1] == fact(
        "standings_settled", after=1, order=found[1]["order"], twelfths=twelfths
    )
    assert [twelfths[str(one)] for one in found[1]["order"]] == [60, 60, 36, 36, 24, 24, 12, 12]
    assert sorted(found[1]["order"]) == [*range(1, 9)]


def test_every_action_has_an_accepted_case() -> None:
    tried = {type(action) for _, action, _, _ in ONE_FACT}
    told_above = {
        a.CreateTournament,
        a.PairByHand,
        a.ProposePairing,
        a.PlanSchedule,
        a.CloseRound,
    }
    assert tried | told_above == {*a.TOURNAMENT_ACTIONS}


MAY: dict[str, set[type[a.TournamentAction]]] = {
    "service": {
        a.CreateTournament,
        a.ProposePairing,
        a.ReportFailure,
        a.PlanSchedule,
        a.CommitDeal,
        a.OpenGame,
        a.ReadResult,
    },
    "entrant": {a.Withdraw, a.CheckIn, a.MarkAbsent, a.ConfirmResult},
    "arbiter": {a.Withdraw, a.Return, a.CheckIn, a.MarkAbsent, a.Penalize, a.CorrectResult},
}


@pytest.mark.parametrize("role", ["organizer", "arbiter", "entrant", "service"])
def test_b1_each_role_does_what_is_its_own(role: a.Role) -> None:
    all_others = {*a.TOURNAMENT_ACTIONS} - (MAY["service"] - {a.CreateTournament})
    may = MAY.get(role, all_others - {a.ConfirmResult})
    samples: dict[type[a.TournamentAction], a.TournamentAction] = {
        type(action): action for _, action, _, _ in ONE_FACT
    }
    samples |= {
        a.CreateTournament: a.CreateTournament("paper", regulation()),
        a.PairByHand: a.PairByHand(TWO_TABLES, "so"),
        a.ProposePairing: asked().proposal(),
        a.PlanSchedule: a.PlanSchedule(ROUND_ROBIN),
        a.CloseRound: a.CloseRound(),
    }
    event = started()
    at_the_door = {"organizer_needed", "arbiter_needed", "entrant_needed", "service_only"}
    for kind, action in samples.items():
        by: a.Author = getattr(action, "entrant", 1) if role == "entrant" else role
        assert (event.refuses(action, by) not in at_the_door) == (kind in may), kind


@pytest.mark.parametrize("action", [a.Withdraw(2), a.CheckIn(2), a.MarkAbsent(2)])
def test_b1_an_entrant_acts_for_nobody_else(action: a.TournamentAction) -> None:
    assert registering().refuses(action, 1) == "entrant_forbidden"
    assert registering().refuses(action, 2) == ""


def test_b1_only_who_sat_at_the_table_confirms_its_result() -> None:
    event = with_results()
    assert event.refuses(a.ConfirmResult(1, 1), 5) == "entrant_forbidden"
    assert event.refuses(a.ConfirmResult(1, 2), 5) == ""


@pytest.mark.parametrize(
    "action",
    [
        a.ChangeRegulation(OTHER_RULES, " "),
        a.Replace(1, ""),
        a.ForbidPair((1, 2), ""),
        a.Penalize(1, 12, ""),
        a.RepairRound(""),
        a.PairByHand(TWO_TABLES, "\n"),
        a.CorrectResult(1, (1, 2, 3, 4), ""),
        a.PairRound((TWO_TABLES[0],)),
        a.Register(NAME),
    ],
)
def test_whatever_touches_the_event_from_outside_needs_a_reason(action: a.TournamentAction) -> None:
    assert closed().refuses(action) == "reason_needed"


def test_integrity_events_are_listed_with_their_reasons_and_counted() -> None:
    event = registering()
    event.act(a.ChangeRegulation(OTHER_RULES, "r1"))
    event.close_registration()
    event.register(reason="r2")
    event.act(a.Replace(1, "r3"))
    event.act(a.Withdraw(9))
    event.act(a.PairByHand(TWO_TABLES, "r4"))
    event.act(a.MarkAbsent(8))
    event.act(a.RepairRound("r5"))
    event.act(event.proposal(), "service")
    event.play((1, 2, 3, 4), (1, 2, 3))
    event.act(a.CorrectResult(1, (2, 1, 3, 4), "r6"))
    event.act(a.PairRound((CROSSED[0],), "r7"))
    event.act(event.proposal(), "service")
    event.play((1, 2, 3, 4), (1, 2, 3, 4))
    event.act(a.Finish("r8"))
    assert [(one.kind, one.reason) for one in event.state.integrity] == [
        ("regulation_changed", "r1"),
        ("late", "r2"),
        ("replaced", "r3"),
        ("by_hand", "r4"),
        ("repaired", "r5"),
        ("corrected", "r6"),
        ("pinned", "r7"),
        ("finished_early", "r8"),
    ]
