"""The actions that every game has: it is created, and the service settles its shifts."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

from domain.kernel.seals import Fact, Seat

By: TypeAlias = Seat | Literal["service", "arbiter"]
OptionValue: TypeAlias = str | int | bool


GameId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
PlayerName: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")
]
Salt: TypeAlias = Annotated[str, Meta(max_length=128)]


class SeatSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: PlayerName
    bot: str | None = None
    salt: Salt | None = None


class CreateGame(Fact, frozen=True, tag="create_game"):
    """Seats in clockwise order. Without an edition the catalog's default holds."""

    game_id: GameId
    game: str
    seats: tuple[SeatSetup, ...]
    edition: str | None = None
    options: dict[str, OptionValue] = field(default_factory=dict)
    rules: str | UnsetType = UNSET
    """The version of the rules, like `gluck-auf/2`; logs from before there were two have none."""


class Settle(Fact, frozen=True, tag="settle"):
    """A shift is over: the service scores it and opens the next, or ends the game."""
