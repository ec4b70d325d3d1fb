"""The growth of all lines in one picture, both axes logarithmic."""

from collections.abc import Sequence
from importlib import import_module
from math import ceil, floor, log10
from pathlib import Path
from typing import Any

from services.bench.growth import TIMES, Growth

SUFFIXES = (".png", ".svg")
MARKERS = "osD^vPX*<>"
LABELS = {"s": "time", "bytes": "memory (dashed)"}
SYMBOLS = {"bytes": "B"}


class NoMatplotlib(Exception):
    """It is in the bench extra, and only there."""


def matplotlib_figure() -> Any:
    """Imported by name: type checkers need not have it either."""
    try:
        return import_module("matplotlib.figure").Figure
    except ImportError as error:
        raise NoMatplotlib("matplotlib is not installed: try make bench") from error


def draw(lines: Sequence[Growth], to: Path) -> None:
    figure = matplotlib_figure()(figsize=(10, 6.5), layout="constrained")
    axes = figure.add_subplot()
    axes.set(xscale="log", xlabel="the work", title="What it costs as the work grows")
    axes.set_xticks(TIMES, [f"{times} ×" for times in TIMES])
    axes.grid(visible=True, which="major", color="0.9")
    drawn = []
    for unit, scale in _scales(axes, lines).items():
        for at, line in enumerate(lines):
            if line.points[0].unit == unit:
                drawn += _line(scale, line, at)
    _give_equal_decades(figure.axes)
    drawn.sort(key=lambda one: -one.get_ydata()[-1])
    figure.legend(handles=drawn, loc="outside lower center", ncols=2, frameon=False)
    figure.savefig(to, dpi=150)


def _scales(axes: Any, lines: Sequence[Growth]) -> dict[str, Any]:
    """One for each unit: the first on the left, another on the right."""
    units = list(dict.fromkeys(line.points[0].unit for line in lines))
    scales = {unit: axes if at == 0 else axes.twinx() for at, unit in enumerate(units)}
    for unit, scale in scales.items():
        scale.set(yscale="log", ylabel=LABELS.get(unit, unit))
        scale.yaxis.set_major_formatter(_with_unit(SYMBOLS.get(unit, unit)))
    return scales


def _with_unit(symbol: str) -> Any:
    return import_module("matplotlib.ticker").EngFormatter(unit=symbol)


def _line(scale: Any, line: Growth, at: int) -> list[Any]:
    first, last = line.points[0], line.points[-1]
    drawn: list[Any] = scale.plot(
        [point.work / first.work for point in line.points],
        [point.cost.median for point in line.points],
        color=f"C{at}",
        marker=MARKERS[at % len(MARKERS)],
        linestyle="-" if first.unit == "s" else "--",
        label=f"{line.name}: {first.work:,} to {last.work:,} {first.of}, "
        f"exponent {line.exponent:.2f}",
    )
    return drawn


def _give_equal_decades(scales: Sequence[Any]) -> None:
    """Else the same exponent would be another slope on the other side."""
    bounds = []
    for scale in scales:
        values = [value for line in scale.get_lines() for value in line.get_ydata()]
        bounds.append((floor(log10(min(values))), ceil(log10(max(values)))))
    decades = max(high - low for low, high in bounds)
    for scale, (low, _) in zip(scales, bounds, strict=True):
        scale.set_ylim(10.0**low, 10.0 ** (low + decades))
