"""Exponents of known points, and a picture of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from services.bench import MEASURES
from services.bench.chart import draw
from services.bench.growth import LINES, TIMES, Growth, Point, exponent, growth, measured
from services.bench.row import Figure
from tests.services.cli.running import schichtbuch


def square(work: int) -> Point:
    return Point(work, "things", Figure(3 * work**2, 0, 0), "s")


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        (lambda n: 7.0 * n**0, 0),
        (lambda n: 0.2 * n, 1),
        (lambda n: 3.0 * n**2, 2),
        (lambda n: 1 / n, -1),
    ],
)
def test_the_exponent_of_a_power_is_its_exponent(
    cost: Callable[[int], float], expected: float
) -> None:
    assert exponent([(n, cost(n)) for n in TIMES]) == pytest.approx(expected)


def test_the_exponent_of_bent_points_is_that_of_the_best_line() -> None:
    assert exponent([(1, 1), (10, 1), (100, 100)]) == pytest.approx(1)


def test_a_line_is_a_function_that_gives_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LINES, "squares", lambda: map(square, TIMES))
    grown = growth("squares")
    assert [point.work for point in grown.points] == [1, 10, 100]
    assert grown.exponent == pytest.approx(2)


def test_measured_points_are_medians() -> None:
    costs = iter([9.0, 1.0, 5.0, 3.0])
    [point] = measured("things", "s", {7: lambda: next(costs)})
    assert point == Point(7, "things", Figure(3, 1, 5), "s")


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_lines_are_drawn(tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("matplotlib", reason="of the bench extra")
    memory = [Point(n, "games", Figure(1000 * n, 0, 0), "bytes") for n in TIMES]
    lines = [Growth("squares", [square(n) for n in TIMES], 2), Growth("memory", memory, 1)]
    file = tmp_path / f"chart{suffix}"
    draw(lines, file)
    begins = {".png": b"\x89PNG", ".svg": b"<?xml"}[suffix]
    assert file.read_bytes().startswith(begins)
    if suffix == ".svg":
        assert "squares: 1 to 100 things, exponent 2.00" in file.read_text()


def test_another_suffix_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    said = schichtbuch("bench", "--plot", str(tmp_path / "a.pdf"), data=tmp_path, expect=2)
    assert ".png or .svg" in said


def test_the_help_names_every_measure(tmp_path: Path) -> None:
    said = schichtbuch("bench", "--help", data=tmp_path).partition("ROW is one of")[2]
    assert {word.strip(",.") for word in said.split()} == set(MEASURES)
