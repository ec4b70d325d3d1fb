"""The actions that every game has: created by the service, settled by it, names erased."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

from domain.kernel.clock import Clock
from domain.kernel.in_tournament import InTournament
from domain.kernel.seals import EVERYBODY, Audience, Fact, Sealed, Seat

By: TypeAlias = Seat | Literal["service", "arbiter"]
OptionValue: TypeAlias = str | int | bool


GAME_ID = "[A-Za-z0-9_-]{1,64}"
"""The pattern of every game's id, wherever one is read."""
GameId: TypeAlias = Annotated[str, Meta(pattern=f"^{GAME_ID}$")]
PlayerName: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")
]
Salt: TypeAlias = Annotated[str, Meta(max_length=128)]


class SeatSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: PlayerName | UnsetType = UNSET
    """Of a wish, or in a log from before names were sealed; else it stands in `names`."""
    bot: str | None = None
    """Which bot plays the seat, if one does."""
    salt: Salt | None = None
    """The player's own part in the chance of every deal."""


class CreateGame(Fact, frozen=True, tag="create_game"):
    """Seats in clockwise order. Without an edition the catalog's default holds."""

    game_id: GameId
    """The id of the new game."""
    game: str
    """Which game it is: a name of `GET /rules`."""
    seats: tuple[SeatSetup, ...]
    """Who plays, in clockwise order."""
    edition: str | None = None
    """The edition of the rules, if one was asked for."""
    options: dict[str, OptionValue] = field(default_factory=dict)
    """The options that were asked for."""
    rules: str | UnsetType = UNSET
    """The version of the rules, like `gluck-auf/2`; logs from before there were two have none."""
    names: Sealed[tuple[PlayerName, ...]] = UNSET
    """By seat. For everybody to see, but apart from the log, so that they can be erased."""
    clock: Clock | UnsetType = UNSET
    """How much time there is, if it is limited."""
    commitment: str | UnsetType = UNSET
    """SHA-256 of the game's secret, if it was shown before the last player sat down."""
    hints: bool | UnsetType = UNSET
    """Whether players may ask what a bot would do; absent if they may not."""
    tournament: InTournament | UnsetType = UNSET
    """The event that the game belongs to, if it is one of a tournament."""

    def hides(self, _actor: Audience, /) -> Mapping[str, Audience]:
        return {} if self.names is UNSET else {"names": EVERYBODY}


class EraseNames(Fact, frozen=True, tag="erase_names"):
    """The organizer has the players' names forgotten; the log says so, and not which they were."""


class Settle(Fact, frozen=True, tag="settle"):
    """A shift is over: the service scores it and opens the next, or ends the game."""
