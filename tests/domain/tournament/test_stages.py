"""Stages: schedule, knockout, final, and points that do not carry on [C3 to C5]."""

from typing import Any

import pytest
from msgspec import structs

from domain.kernel.errors import RuleViolation
from domain.tournament import actions as a
from domain.tournament.pairing.schedule import is_even
from domain.tournament.regulation import read_regulation
from domain.tournament.stages import coming, next_number, present
from domain.tournament.view import view
from tests.domain.tournament.moments import (
    CROSSED,
    ROUND_ROBIN,
    WON_IN_ORDER,
    asked,
    between,
    closed,
    planned,
)
from tests.domain.tournament.paper_event import PaperEvent, regulation

SWISS = {"kind": "swiss", "rounds": 1}
FINAL = {"kind": "final", "players": 4, "rounds": 1}
PAIRS = {"size": 2}
BY_RANK: dict[str, Any] = {"kind": "rank", "points": {"2": [60, 24]}, "bye": 48}


def final(**changes: Any) -> PaperEvent:
    """After the only round before the final: 1 and 5 lead, then 2 and 6."""
    return between(stages=[SWISS, {**FINAL, **changes}])


def seated(event: PaperEvent) -> set[int]:
    return {who for table in event.round.tables for who in table.seats}


def test_c4_a_final_is_for_the_first_of_the_standings() -> None:
    event = final()
    assert present(event.state, 2) == (1, 2, 5, 6)
    event.pair()
    assert seated(event) == {1, 2, 5, 6}


def test_c4_who_is_withdrawn_or_absent_makes_room_for_the_next() -> None:
    event = final()
    event.act(a.Withdraw(1))
    event.act(a.MarkAbsent(6))
    assert present(event.state, 2) == (2, 3, 5, 7)


def test_c4_the_finalists_are_fixed_when_the_round_is_paired() -> None:
    event = final()
    event.pair()
    event.act(a.Penalize(1, 60, "rude"))
    event.act(a.Withdraw(6))
    event.act(a.RepairRound("6 left"))
    event.act(event.proposal(), "service")
    assert seated(event) == {1, 2, 5}


def test_c4_until_it_is_paired_a_correction_may_still_change_the_finalists() -> None:
    event = final()
    event.act(a.PairRound())
    event.act(a.CorrectResult(1, (4, 3, 2, 1), "counted backwards"))
    assert present(event.state, 2) == (3, 4, 5, 6)


def test_c4_after_a_final_its_people_stand_first_and_all_others_as_before() -> None:
    event = final()
    before = event.settled().order
    event.by_hand((1, 2, 5, 6))
    event.play((4, 3, 2, 1))
    after = event.settled().order
    # 1: 60 + 12, 2: 36 + 24, 5: 60 + 36, 6: 36 + 60; the last two by their lots.
    assert {*after[:2]} == {5, 6}
    assert after[2:4] == (1, 2)
    assert after[4:] == tuple(one for one in before if one not in (1, 2, 5, 6))
    rows = event.rows()
    assert [row.place for row in rows] == [*range(1, 9)]
    assert rows[4].separated_by == "points"


def test_c4_somebody_behind_the_final_may_have_more_points_than_a_finalist() -> None:
    event = final()
    event.by_hand((1, 2, 5, 6))
    event.start()
    event.act(a.Penalize(2, 50, "rude"))
    event.read(1, WON_IN_ORDER)
    event.act(a.CloseRound())
    assert 2 in event.settled().order[:4]
    assert event.settled().twelfths[2] == 36 + 36 - 50 < event.settled().twelfths[3]


def test_c4_while_the_round_before_is_played_the_view_shows_who_would_qualify_so_far() -> None:
    event = between(stages=[{"kind": "swiss", "rounds": 2}, FINAL])
    event.by_hand(*CROSSED)
    event.start()
    assert (view(event.state).next_round, view(event.state).present) == (3, (1, 2, 5, 6))


def test_c4_while_a_knockout_is_played_the_view_shows_who_is_through() -> None:
    event = knockout()
    event.by_hand((1, 2), (3, 4), (5, 6), (7, 8))
    event.start()
    assert view(event.state).present == ()
    event.read(2, (2, 1))
    assert view(event.state).present == (4,)


def test_c3_without_carry_only_what_the_stage_brought_counts() -> None:
    event = final(carry=False)
    event.by_hand((6, 5, 2, 1))
    terms = event.round.terms
    assert terms
    assert terms.spread == 0
    event.play((1, 2, 3, 4))
    assert event.settled().order[:4] == (6, 5, 2, 1)
    assert [event.settled().twelfths[one] for one in (6, 5, 2, 1)] == [60, 36, 24, 12]
    first = event.rows()[0].values
    assert first["wins"].value == 1
    assert first["places"].value == (1, 0, 0, 0)
    assert first["opponents"].value == "0"


def test_c3_meetings_seats_and_short_tables_count_for_the_whole_event() -> None:
    event = final(carry=False)
    event.by_hand((1, 2, 5, 6))
    terms = event.round.terms
    assert terms
    assert terms.rematches == 2 * 2  # 1 with 2, 5 with 6, in the last round of the stage
    assert terms.seats == 3 + 3 + 1 + 1  # 1 and 2 sit again where they sat


def test_c3_by_default_points_carry_on() -> None:
    event = final()
    event.by_hand((6, 5, 2, 1))
    event.play((1, 2, 3, 4))
    assert event.settled().twelfths[6] == 36 + 60


def knockout(entrants: int = 8, advance: int = 1, **changes: Any) -> PaperEvent:
    stage = {"kind": "knockout", "advance": advance}
    settings = {"tables": PAIRS, "scoring": BY_RANK, **changes}
    return closed(entrants, stages=[stage], **settings)


def test_c4_in_a_knockout_the_best_of_each_table_stay_until_one_is_left() -> None:
    event = knockout()
    event.by_hand((1, 2), (3, 4), (5, 6), (7, 8))
    event.play((1, 2), (2, 1), (1, 2), (2, 1))
    assert present(event.state, 2) == (1, 4, 5, 8)
    event.by_hand((1, 8), (4, 5))
    event.play((1, 2), (1, 2))
    assert present(event.state, 3) == (1, 4)
    event.by_hand((4, 1))
    event.play((1, 2))
    assert coming(event.state, next_number(event.state)) is None
    assert event.settled().order[:2] == (4, 1)
    assert {*event.settled().order[2:4]} == {5, 8}
    assert event.refuses(a.PairRound()) == "no_round_left"
    event.act(a.Finish())


def test_c4_a_tie_at_the_edge_is_broken_by_the_ranking_words() -> None:
    event = knockout(4, ranking=["points", "lots"])
    event.by_hand((1, 2), (3, 4))
    event.play((1, 1), (1, 2))
    order = event.settled().order
    better = min((1, 2), key=order.index)
    assert present(event.state, 2) == tuple(sorted((better, 3)))


def test_c4_whoever_has_the_bye_in_a_knockout_stays() -> None:
    event = knockout(5)
    event.by_hand((1, 2), (3, 4))
    event.play((1, 2), (1, 2))
    assert present(event.state, 2) == (1, 3, 5)


def test_c4_a_knockout_of_so_many_rounds_ends_with_the_last() -> None:
    first = {"kind": "knockout", "advance": 2, "rounds": 1}
    event = between(stages=[first, {**FINAL, "players": 2}])
    soon = coming(event.state, 2)
    assert soon
    assert (soon.stage, len(soon.qualified or ())) == (1, 2)


@pytest.mark.parametrize(
    ("tables", "advance", "is_legal"),
    [
        ({"size": 4, "short": 3}, 2, True),
        ({"size": 4, "short": 3}, 3, False),
        ({"size": 4}, 3, True),
        ({"size": 3, "short": 2}, 2, False),
        ({"size": 2}, 1, True),
        ({"size": 2}, 2, False),
    ],
)
def test_c4_a_knockout_in_which_nobody_leaves_a_short_table_would_never_end(
    tables: dict[str, int], advance: int, *, is_legal: bool
) -> None:
    text = regulation(tables=tables, stages=[{"kind": "knockout", "advance": advance}])
    if is_legal:
        read_regulation(text)
        return
    with pytest.raises(RuleViolation) as refusal:
        read_regulation(text)
    assert refusal.value.facts == {"field": "stages.advance"}


def test_c5_every_round_repeats_its_part_of_the_plan_and_is_optimal_if_all_meet_evenly() -> None:
    event = planned()
    assert is_even((1, 2, 3, 4), ROUND_ROBIN)
    for number, tables in enumerate(ROUND_ROBIN):
        if number:
            event.act(a.PairRound())
        found = event.facts(event.proposal(), "service")[0]
        assert {tuple(table) for table in found["tables"]} == {*tables}
        assert (found["terms"]["spread"], found["status"]) == (0, "optimal")
        assert "spread" not in found["bound"]
        event.play((1, 2), (1, 2))
    assert event.refuses(a.PairRound()) == "no_round_left"


def test_c5_an_uneven_plan_is_called_what_the_solver_says() -> None:
    event = asked(4, stages=[{"kind": "schedule", "rounds": 2}], tables=PAIRS)
    event.act(a.PlanSchedule((ROUND_ROBIN[0], ROUND_ROBIN[0])), "service")
    answer = event.proposal()
    assert answer.status == "solver"
    optimal = structs.replace(answer, status="optimal")
    assert event.refuses(optimal, "service") == "pairing.wrong_status"
    assert event.refuses(answer, "service") == ""


def test_c5_other_people_other_seats_and_a_bound_of_the_spread_are_refused() -> None:
    event = planned()
    answer = event.proposal()
    turned = structs.replace(answer, tables=((2, 1), (3, 4)))
    assert event.refuses(turned, "service") == "schedule_differs"
    bounded = structs.replace(answer, bound={"rematches": 0, "spread": 0})
    assert event.refuses(bounded, "service") == "pairing.bound_of_no_term"
    assert event.refuses(structs.replace(answer, status="solver"), "service") == (
        "pairing.wrong_status"
    )


def test_c5_a_plan_obeys_presence_sizes_and_byes_in_every_round() -> None:
    event = asked(3, stages=[{"kind": "schedule", "rounds": 3}], tables=PAIRS)
    refused = {
        (((1, 2),), ((1, 2),), ((1, 3),)): "pairing.bye_not_due",
        (((1, 2),), ((1, 4),), ((2, 3),)): "pairing.entrant_not_present",
        (((1, 2),), ((1, 2, 3),), ((2, 3),)): "pairing.wrong_sizes",
        (((1, 2),), ((1, 3),)): "schedule_invalid",
    }
    for rounds, code in refused.items():
        assert event.refuses(a.PlanSchedule(rounds), "service") == code
    event.act(a.PlanSchedule((((1, 2),), ((1, 3),), ((2, 3),))), "service")
    again = a.PlanSchedule((((1, 2),), ((1, 3),), ((2, 3),)))
    assert event.refuses(again, "service") == "schedule_not_asked"
    assert event.proposal().byes == (3,)


def test_c5_who_is_absent_breaks_the_plan_of_that_round_only() -> None:
    event = planned()
    event.act(event.proposal(), "service")
    event.play((1, 2), (1, 2))
    event.act(a.MarkAbsent(4))
    found = event.pair()
    assert (len(found.tables), len(found.byes), found.pairing) == (1, 1, "within")
    event.play((1, 2))
    assert event.pair().pairing == "optimal"
    assert seated(event) == {1, 2, 3, 4}


def test_c5_a_second_stage_has_a_plan_of_its_own() -> None:
    stage = {"kind": "schedule", "rounds": 1}
    event = asked(4, stages=[stage, {**stage, "rounds": 3}], tables=PAIRS)
    event.act(a.PlanSchedule(ROUND_ROBIN[:1]), "service")
    event.act(event.proposal(), "service")
    event.play((1, 2), (1, 2))
    event.act(a.PairRound())
    event.act(a.PlanSchedule(ROUND_ROBIN), "service")
    assert event.proposal().status == "optimal"
    assert event.state.plans == {1: 1, 2: 3}
