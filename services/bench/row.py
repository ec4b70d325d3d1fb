"""One line of the bench, and how things are timed against each other."""

import gc
import time
from collections.abc import Callable
from statistics import median

from msgspec import Struct

ROUNDS = 7


class Row(Struct, frozen=True):
    name: str
    what: str
    unit: str
    value: float
    against: float | None
    ratio: float | None
    goal: str
    holds: bool | None
    """None if there was nothing to compare with."""
    note: str = ""


def per_second(work: Callable[[], int]) -> float:
    """How many things `work` does a second; it returns how many it did."""
    gc.collect()
    begin = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - begin)


def in_turn(*works: Callable[[], int]) -> list[float]:
    """The median speed of each, measured in turn so that noise falls on all alike."""
    for work in works:
        work()
    rounds = [[per_second(work) for work in works] for _ in range(ROUNDS)]
    return [median(speeds) for speeds in zip(*rounds, strict=True)]
