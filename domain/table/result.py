"""How the game ended for the table: what tournaments count [A9]."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from domain.table.state import Table


class Result(Struct, frozen=True):
    status: Literal["played", "adjudicated", "corrected", "void"]
    """`played` to its end; or what an arbiter made of it."""
    points: tuple[int, ...]
    """By seat; empty if the game is void."""
    places: tuple[int, ...]
    """By seat, equals share one; who is out comes last. Empty if the game is void."""


def result(table: Table, points: Sequence[int], places: Sequence[int] | None) -> Result | None:
    """`points` and `places` are the game's own; it has no places until it is over."""
    if table.is_void:
        return Result("void", (), ())
    if table.corrected:
        return Result("corrected", table.corrected.points, table.corrected.places)
    if table.adjudicated:
        return Result("adjudicated", table.adjudicated.points, table.adjudicated.places)
    if places is None:
        return None
    return Result("played", tuple(points), ranked(table, places))


def ranked(table: Table, places: Sequence[int]) -> tuple[int, ...]:
    """Who stayed, among each other; behind them who is out, the later the better."""
    outs = [seat.out for seat in table.seats]
    stayed = [place for place, out in zip(places, outs, strict=True) if out is None]
    gone = [out for out in outs if out is not None]
    return tuple(
        1 + sum(other < place for other in stayed)
        if out is None
        else 1 + len(stayed) + sum(other > out for other in gone)
        for place, out in zip(places, outs, strict=True)
    )


def by_points(points: Sequence[int]) -> tuple[int, ...]:
    """Places by points alone, equals share."""
    return tuple(1 + sum(other > mine for other in points) for mine in points)


def are_places(places: Sequence[int], seats: int) -> bool:
    """One per seat, and each is one more than the number of smaller ones [B4]."""
    return len(places) == seats and all(
        place == 1 + sum(other < place for other in places) for place in places
    )
