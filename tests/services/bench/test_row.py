"""How rounds become a figure, a ratio and a verdict; nothing here is timed."""

from collections.abc import Callable, Iterator

import pytest

from services.bench.row import Figure, Goal, compared, in_turn, side_by_side


def giving(*values: float, noting: list[str] | None = None, name: str = "") -> Callable[[], float]:
    left: Iterator[float] = iter(values)

    def work() -> float:
        if noting is not None:
            noting.append(name)
        return next(left)

    return work


def test_a_figure_is_the_median_with_the_lowest_and_the_highest() -> None:
    assert Figure.of([5, 1, 100, 2, 3]) == Figure(3, 1, 100)


@pytest.mark.parametrize(
    ("goal", "ratio", "holds"),
    [
        (Goal(least=0.8), 0.8, True),
        (Goal(least=0.8), 0.79, False),
        (Goal(most=1.3), 1.3, True),
        (Goal(most=1.3), 1.31, False),
    ],
)
def test_a_goal_holds_up_to_its_bound(goal: Goal, ratio: float, holds: bool) -> None:
    assert goal.holds(ratio) is holds


def test_a_goal_says_what_it_is() -> None:
    assert [str(Goal(least=10)), str(Goal(most=1.3))] == ["at least 10", "at most 1.3"]


def test_works_take_turns_and_who_begins_changes() -> None:
    order: list[str] = []
    ours = giving(0, 1, 2, noting=order, name="ours")
    theirs = giving(0, 3, 4, noting=order, name="theirs")
    assert in_turn(ours, theirs, rounds=2) == [[1, 2], [3, 4]]
    assert order == ["ours", "theirs", "ours", "theirs", "theirs", "ours"]


def test_the_ratio_is_that_of_each_round_and_the_round_for_warming_up_counts_nowhere() -> None:
    row = compared(
        "name",
        "what",
        "unit",
        giving(999, 10, 30, 20),
        giving(1, 10, 10, 40),
        peer="peer",
        goal=Goal(least=1.1),
        rounds=3,
    )
    assert row.value == Figure(20, 10, 30)
    assert row.against == Figure(10, 10, 40)
    assert row.ratio == Figure(1, 0.5, 3)
    assert (row.goal, row.holds) == ("at least 1.1", False)


def test_without_a_goal_nothing_holds_or_fails() -> None:
    row = side_by_side("name", "what", "unit", [1.0], [2.0], peer="peer")
    assert (row.ratio, row.goal, row.holds) == (Figure(0.5, 0.5, 0.5), "", None)
