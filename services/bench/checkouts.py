"""The same rows of two checkouts, in turn: what a change has cost or brought.

Each turn is a process of its own per checkout, and who begins changes. A row that is measured
against a peer is compared by that ratio, which a machine that changes its speed moves least.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, field

from services.bench.row import Figure, Row

Run = Callable[[Path, str], list[Row]]


class NotMeasured(Exception):
    """The checkout does not have the row, or cannot measure it."""


class Change(Struct, frozen=True):
    """One row, here and there."""

    name: str
    unit: str
    """Of the figures; `ratio` if they are the row's ratio to its peer."""
    here: Figure
    there: Figure
    is_worse: bool
    """Whether the median here is worse than everything that was measured there."""


class Comparison(Struct):
    changes: list[Change] = field(default_factory=list)
    only: dict[str, str] = field(default_factory=dict)
    """Rows that one of the two does not have, and why."""

    @property
    def ok(self) -> bool:
        return not any(change.is_worse for change in self.changes)


def compare(here: Path, there: Path, name: str, turns: int, run: Run) -> Comparison:
    """All rows of one measurement."""
    measured: dict[Path, list[Row]] = {here: [], there: []}
    comparison = Comparison()
    for turn in range(turns):
        for checkout in (here, there) if turn % 2 == 0 else (there, here):
            try:
                measured[checkout] += run(checkout, name)
            except NotMeasured as error:
                comparison.only[name] = f"not in {checkout}: {error}"
                return comparison
    for row in dict.fromkeys(row.name for row in measured[here]):
        ours, theirs = (_of(row, measured[checkout]) for checkout in (here, there))
        if theirs:
            comparison.changes.append(_change(ours, theirs))
        else:
            comparison.only[row] = f"not in {there}"
    return comparison


def run_bench(checkout: Path, name: str) -> list[Row]:
    """`schichtbuch bench` of that checkout, with the packages of this one."""
    run = subprocess.run(
        [sys.executable, "-m", "services.cli.main", "bench", "--json", name],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if run.returncode:
        *_, last = run.stderr.decode(errors="replace").strip().splitlines() or ["it said nothing"]
        raise NotMeasured(last)
    return msgspec.json.decode(run.stdout, type=Measured).rows


class Measured(Struct):
    rows: list[Row]


def _of(name: str, rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.name == name]


def _change(ours: Sequence[Row], theirs: Sequence[Row]) -> Change:
    by_ratio = all(row.ratio for row in (*ours, *theirs))
    here, there = (_figure(rows, by_ratio=by_ratio) for rows in (ours, theirs))
    more_is_better = ours[0].unit.endswith("/s")
    is_worse = here.median < there.low if more_is_better else here.median > there.high
    return Change(ours[0].name, "ratio" if by_ratio else ours[0].unit, here, there, is_worse)


def _figure(rows: Sequence[Row], *, by_ratio: bool) -> Figure:
    """Medians of the turns; their spread is that of all rounds of all turns."""
    figures = [row.ratio if by_ratio and row.ratio else row.value for row in rows]
    middle = Figure.of([figure.median for figure in figures]).median
    return Figure(middle, min(f.low for f in figures), max(f.high for f in figures))
