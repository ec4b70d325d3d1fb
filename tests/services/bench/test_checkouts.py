"""Two checkouts compared: by ratio where there is a peer; only what is beyond the spread counts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.bench.checkouts import NotMeasured, Run, compare
from services.bench.row import Figure, Row

HERE, THERE = Path("here"), Path("there")


def row(value: float, ratio: float | None = None, unit: str = "actions/s") -> Row:
    figure = Figure(ratio, ratio - 0.1, ratio + 0.1) if ratio is not None else None
    spread = Figure(value, 0.9 * value, 1.1 * value)
    return Row(name="accept-32", what="", unit=unit, value=spread, against=figure, ratio=figure)


def giving(ours: list[Row], theirs: list[Row], asked: list[Path] | None = None) -> Run:
    left: dict[Path, Iterator[Row]] = {HERE: iter(ours), THERE: iter(theirs)}

    def run(checkout: Path, _name: str) -> list[Row]:
        if asked is not None:
            asked.append(checkout)
        return [next(left[checkout])]

    return run


def test_they_take_turns_and_who_begins_changes() -> None:
    asked: list[Path] = []
    compare(HERE, THERE, "accept", 2, giving([row(1)] * 2, [row(1)] * 2, asked))
    assert asked == [HERE, THERE, THERE, HERE]


@pytest.mark.parametrize(
    ("ours", "theirs", "unit", "is_worse"),
    [
        (100, 100, "actions/s", False),
        (95, 100, "actions/s", False),
        (80, 100, "actions/s", True),
        (120, 100, "actions/s", False),
        (120, 100, "ms", True),
        (80, 100, "ms", False),
    ],
)
def test_only_what_is_beyond_the_spread_is_worse(
    ours: float, theirs: float, unit: str, is_worse: bool
) -> None:
    run = giving([row(ours, unit=unit)], [row(theirs, unit=unit)])
    comparison = compare(HERE, THERE, "accept", 1, run)
    assert [change.is_worse for change in comparison.changes] == [is_worse]
    assert comparison.ok is not is_worse


def test_a_ratio_to_a_peer_is_what_counts() -> None:
    comparison = compare(HERE, THERE, "accept", 1, giving([row(50, 1.5)], [row(100, 1.5)]))
    [change] = comparison.changes
    assert (change.unit, change.is_worse) == ("ratio", False)


def test_a_row_that_the_other_does_not_have_is_told() -> None:
    def run(checkout: Path, name: str) -> list[Row]:
        if checkout == THERE:
            raise NotMeasured(f"no such row: {name}")
        return [row(1)]

    comparison = compare(HERE, THERE, "choices", 3, run)
    assert comparison.ok
    assert "no such row" in comparison.only["choices"]
