"""Who ended where, and what set those apart who had equal points."""

from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from domain.kernel.seals import Seat


class TieBreak(Struct, frozen=True):
    """What set players with equal points apart."""

    code: str
    """`marks_left` (gluck-auf), `highest_marker` (kartenspiel), `seats_after_start_player`
    (schichtwechsel)."""
    values: tuple[int | None, ...]
    """By seat; of equal points the higher value has the better place."""


class Standings(Struct, frozen=True):
    places: tuple[int, ...]
    """By seat. Equals share a place, and the next ones are left out: 1, 1, 3."""
    tie_break: TieBreak | None
    """None if no two players had equal points and different places."""


class FinalPlace(Struct, frozen=True, order=True):
    seat: Seat
    points: int
    place: int
    value: int | None
    """What a tie is broken by."""


def standings(code: str, ranking: Iterable[FinalPlace]) -> Standings | None:
    """None while there is no ranking: the game is not over."""
    by_seat = sorted(ranking)
    if not by_seat:
        return None
    places = defaultdict[int, set[int]](set)
    for standing in by_seat:
        places[standing.points].add(standing.place)
    broken = any(len(shared) > 1 for shared in places.values())
    values = tuple(standing.value for standing in by_seat)
    return Standings(
        tuple(standing.place for standing in by_seat), TieBreak(code, values) if broken else None
    )
