"""The actions that every game has: it is created, and the service settles its shifts."""

from typing import Literal, TypeAlias

from msgspec import Struct, field

from domain.kernel.seals import Fact, Seat

By: TypeAlias = Seat | Literal["service", "arbiter"]
OptionValue: TypeAlias = str | int | bool


class SeatSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: str
    bot: str | None = None
    salt: str | None = None


class CreateGame(Fact, frozen=True, tag="create_game"):
    """Seats in clockwise order. Without an edition the catalog's default holds."""

    game_id: str
    game: str
    seats: tuple[SeatSetup, ...]
    edition: str | None = None
    options: dict[str, OptionValue] = field(default_factory=dict)


class Settle(Fact, frozen=True, tag="settle"):
    """A shift is over: the service scores it and opens the next, or ends the game."""
