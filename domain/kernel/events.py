"""The events that every game has: it begins, and its players' names may be erased."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from domain.kernel.in_tournament import InTournament
from domain.kernel.seals import EVERYBODY, Audience, Fact, Sealed


class GameCreated(Fact, frozen=True, tag="game_created", kw_only=True):
    game: str
    players: Sealed[tuple[str, ...]] = UNSET
    """Their names, in clockwise order, by seat; UNSET once they are erased."""
    edition: str
    options: dict[str, str]
    """All of them, the edition's defaults included."""
    catalog: str
    """The digest of the catalog."""
    rules: str | UnsetType = UNSET
    """The version of the rules, as the action named it."""
    seats: int | UnsetType = UNSET
    """How many play. Logs from before names were sealed say it by their names alone."""
    tournament: InTournament | UnsetType = UNSET
    """The event that the game belongs to, if it is one of a tournament."""

    def hides(self, _actor: Audience, /) -> Mapping[str, Audience]:
        return {} if self.seats is UNSET or self.players is UNSET else {"players": EVERYBODY}

    @property
    def count(self) -> int:
        if self.seats is not UNSET:
            return self.seats
        return 0 if self.players is UNSET else len(self.players)


class NamesErased(Fact, frozen=True, tag="names_erased"):
    """Nobody can see the players' names any more."""
