"""How every view begins: the same words for every game, so that a reader of one reads them all."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

from domain.kernel.names import named
from domain.kernel.seals import Seat
from domain.kernel.standings import Standings, TieBreak


class PlayerHead(Struct, frozen=True):
    seat: int
    """Counted from 0, clockwise."""
    name: str
    """Empty once the names are erased."""
    points: int
    """As they stand."""
    place: int | None
    """None until the game is over. Equals share one, and the next ones are left out: 1, 1, 3."""


class Head(Struct, frozen=True):
    game: str
    """A name of `GET /rules`."""
    seat: int | None
    """Who looks; None is the public."""
    edition: str
    """Of the rules."""
    options: dict[str, str]
    """All that the game is played with."""
    phase: str
    """`scoring` waits for the service, `finished` is the end; the rest is the game's own."""
    period: int
    """The shift or round that is played, counted from 1; 0 before the first."""
    periods: int
    """How many there are; 0 until that is known."""
    awaited: tuple[int, ...]
    """The seats that may act now."""
    winners: tuple[int, ...]
    """Their seats, once the game is over."""
    tie_break: TieBreak | None
    """What set players with equal points apart, if it had to."""


class Begun(Protocol):
    """What the head takes from the state itself."""

    @property
    def edition(self) -> str: ...
    @property
    def options(self) -> dict[str, str]: ...
    @property
    def phase(self) -> str: ...
    @property
    def winners(self) -> tuple[Seat, ...]: ...


P = TypeVar("P", bound=PlayerHead)


def head(
    game: str,
    state: Begun,
    seat: Seat | None,
    period: tuple[int, int],
    awaited: tuple[Seat, ...],
    standings: Standings | None,
) -> Head:
    """`period` is the current one, and how many there are."""
    return Head(
        game,
        seat,
        state.edition,
        dict(state.options),
        state.phase,
        *period,
        awaited,
        state.winners,
        standings.tie_break if standings else None,
    )


def player_heads(
    names: Sequence[str], points: Sequence[int], standings: Standings | None
) -> list[PlayerHead]:
    places = standings.places if standings else [None] * len(points)
    return [
        PlayerHead(seat, named(names, seat), points[seat], place)
        for seat, place in enumerate(places)
    ]


def ranked(players: Iterable[P]) -> list[P]:
    """The best first; nobody until the game is over."""
    return sorted(
        (player for player in players if player.place is not None),
        key=lambda player: (player.place, player.seat),
    )
