"""The measurements of `schichtbuch bench`, one row a function; never part of a timed test."""

from collections.abc import Callable

from services.bench.folding import folding, folding_objects
from services.bench.row import Row
from services.bench.verifying import verifying

ROWS: dict[str, Callable[[], Row]] = {
    "fold": folding,
    "fold-objects": folding_objects,
    "verify": verifying,
}

__all__ = ["ROWS", "Row"]
