"""Stages in which everybody meets as evenly as possible [C5]."""

from collections import Counter

import pytest
from msgspec import structs

from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.check import check_pairing
from domain.tournament.pairing.schedule import (
    check_plan,
    is_even,
    meetings_of,
    plan_status,
    planned_round,
)
from services.pairing import schedule
from services.pairing.schedule import plan_schedule
from tests.domain.tournament.pairing.questions import LOTS, asked


@pytest.mark.parametrize(
    ("people", "size", "short", "rounds", "times"),
    [
        (7, 3, None, 7, {2: 21}),
        (7, 4, 3, 7, {3: 21}),
        (9, 3, 2, 4, {1: 36}),
        (13, 4, None, 13, {3: 78}),
        (13, 4, 3, 13, {2: 39, 3: 39}),
        (16, 4, 3, 5, {1: 120}),
        (16, 4, 3, 3, {1: 72}),
    ],
)
def test_c5_7_9_13_and_16_people_have_an_exact_design(
    people: int, size: int, short: int | None, rounds: int, times: dict[int, int]
) -> None:
    question = asked(people, size=size, short=short, spread_counts=False, round=1)
    plan = plan_schedule(question, rounds, LOTS)
    assert Counter(meetings_of(plan).values()) == times
    assert plan_status(question, plan) == "optimal"


def test_c5_other_numbers_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "STEPS", 20_000)
    question = asked(10, spread_counts=False, round=1)
    plan = plan_schedule(question, 5, LOTS)
    check_plan(question, plan)
    assert len(plan) == 5
    assert plan_status(question, plan) == (
        "optimal" if is_even(question.present, plan) else "solver"
    )


def test_c5_a_planned_round_passes_the_checker_whatever_the_points_are() -> None:
    question = asked(7, size=3, short=None, spread_counts=False, round=1)
    plan = plan_schedule(question, 7, LOTS)
    first = planned_round(question, plan[0], "optimal", LOTS)
    assert check_pairing(question, first, LOTS) == []
    later = structs.replace(
        question, round=2, twelfths={one: 12 * one for one in range(1, 8)}, byes={first.byes[0]: 1}
    )
    second = planned_round(later, plan[1], "optimal", LOTS)
    assert check_pairing(later, second, LOTS) == []
    assert second.terms.spread == 0
    assert "spread" not in second.bound


def test_a_plan_must_give_the_byes_in_turn() -> None:
    question = asked(7, size=3, short=None, spread_counts=False, round=1)
    plan = plan_schedule(question, 7, LOTS)
    with pytest.raises(RuleViolation) as refusal:
        check_plan(question, [plan[0], plan[0]])
    assert refusal.value.code == "pairing.bye_not_due"
