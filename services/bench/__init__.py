"""The measurements of `schichtbuch bench`, one row per function; never part of a timed test."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from services.bench.row import Row

MEASURES = {
    "accept": "accepting",
    "archive": "archive",
    "choices": "offering",
    "clocks": "clocks",
    "events": "events",
    "fold": "folding",
    "memory": "memory",
    "pairing": "pairing",
    "stream": "streaming",
    "travel": "time_travel",
    "verify": "verifying",
    "scoring": "scoring",
    "viewers": "watching",
}
"""Where each is measured: by the function of a module that has the same name."""


def measure(name: str) -> "Iterator[Row]":
    """One row or several, as soon as they are measured.

    What it needs is imported only now: it took a third of the start of every command.
    """
    where = MEASURES[name]
    rows: Iterator[Row] = getattr(import_module(f"services.bench.{where}"), where)()
    return rows
