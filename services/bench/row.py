"""One line of the bench, and how things are timed against each other."""

import gc
import time
from collections.abc import Callable, Sequence
from statistics import median

from msgspec import Struct

ROUNDS = 5
"""Enough that one disturbed round, or two, do not move the median."""


class Figure(Struct, frozen=True):
    """What several rounds gave."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Figure":
        return cls(median(values), min(values), max(values))


class Row(Struct, frozen=True, kw_only=True):
    name: str
    what: str
    unit: str
    value: Figure
    peer: str = ""
    """What it is compared with."""
    against: Figure | None = None
    ratio: Figure | None = None
    """Of each round, ours to theirs."""
    goal: str = ""
    holds: bool | None = None
    """None if there is no goal, or nothing to compare with."""
    more: dict[str, Figure] = {}
    """Other figures of the same rounds, by name and unit."""
    note: str = ""


class Goal(Struct, frozen=True):
    """How the ratio has to be."""

    least: float | None = None
    most: float | None = None

    def holds(self, ratio: float) -> bool:
        return (self.least is None or ratio >= self.least) and (
            self.most is None or ratio <= self.most
        )

    def __str__(self) -> str:
        return f"at least {self.least:g}" if self.least is not None else f"at most {self.most:g}"


def in_turn(*works: Callable[[], float], rounds: int = ROUNDS) -> list[list[float]]:
    """What each work gives in every round, after one round for warming up.

    They take turns, and who begins changes, so that noise falls on all alike.
    """
    for work in works:
        work()
    results: list[list[float]] = [[] for _ in works]
    for number in range(rounds):
        order = list(range(len(works)))
        for at in order if number % 2 == 0 else reversed(order):
            gc.collect()
            results[at].append(works[at]())
    return results


def compared(
    name: str,
    what: str,
    unit: str,
    ours: Callable[[], float],
    theirs: Callable[[], float],
    *,
    peer: str,
    goal: Goal | None = None,
    rounds: int = ROUNDS,
) -> Row:
    values, others = in_turn(ours, theirs, rounds=rounds)
    return side_by_side(name, what, unit, values, others, peer=peer, goal=goal)


def side_by_side(
    name: str,
    what: str,
    unit: str,
    values: Sequence[float],
    others: Sequence[float],
    *,
    peer: str,
    goal: Goal | None = None,
) -> Row:
    """What was measured already, round by round."""
    ratio = Figure.of([one / other for one, other in zip(values, others, strict=True)])
    return Row(
        name=name,
        what=what,
        unit=unit,
        value=Figure.of(values),
        peer=peer,
        against=Figure.of(others),
        ratio=ratio,
        goal=str(goal or ""),
        holds=goal.holds(ratio.median) if goal else None,
    )


def per_second(work: Callable[[], int]) -> Callable[[], float]:
    """How many things `work` does per second; it returns how many it did."""

    def timed() -> float:
        begin = time.perf_counter()
        done = work()
        return done / (time.perf_counter() - begin)

    return timed
