"""The measurements of `schichtbuch bench`, one row a function; never part of a timed test."""

from collections.abc import Callable, Iterator

from services.bench.accepting import accepting
from services.bench.folding import folding
from services.bench.growth import LINES, Growth, growth
from services.bench.memory import memory
from services.bench.row import Row
from services.bench.scoring import scoring
from services.bench.streaming import streaming
from services.bench.time_travel import time_travel
from services.bench.verifying import verifying
from services.bench.watching import watching

MEASURES: dict[str, Callable[[], Iterator[Row]]] = {
    "accept": accepting,
    "fold": folding,
    "memory": memory,
    "stream": streaming,
    "travel": time_travel,
    "verify": verifying,
    "scoring": scoring,
    "viewers": watching,
}
"""By name; each gives one row or several, as soon as they are measured."""

__all__ = ["LINES", "MEASURES", "Growth", "Row", "growth"]
