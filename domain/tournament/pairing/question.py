"""What is asked when a round is to be paired: everything its terms depend on, and nothing else.

The committed chance, from which lots are drawn, is passed beside it, because it may be sealed.
"""

from typing import Literal

from msgspec import Struct

Entrant = int
Pair = tuple[Entrant, Entrant]
"""The smaller number first."""
Table = tuple[Entrant, ...]
"""In turn order."""

PLACES = 4


class Question(Struct, frozen=True, kw_only=True):
    """Dictionaries may leave out whoever has nothing: no points, no byes, no meetings."""

    round: int
    """Counts through all stages from 1."""
    size: int
    short: int | None = None
    """The smaller size that the regulation allows."""
    present: tuple[Entrant, ...]
    """Ascending."""
    twelfths: dict[Entrant, int] = {}
    seeds: dict[Entrant, int] = {}
    byes: dict[Entrant, int] = {}
    shorts: dict[Entrant, int] = {}
    """At how many short tables each has sat."""
    meetings: dict[Pair, int] = {}
    places: dict[Entrant, tuple[int, ...]] = {}
    """How often each has sat in the first, second, third, fourth place of the turn order."""
    forbidden: frozenset[Pair] = frozenset()
    pinned: tuple[Table, ...] = ()
    is_last_of_stage: bool = False
    seats: Literal["balanced", "random"] = "balanced"
    spread_counts: bool = True
    """Not in a stage of kind `schedule`."""


def pair(one: Entrant, other: Entrant) -> Pair:
    return (one, other) if one < other else (other, one)
