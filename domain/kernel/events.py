"""The event that every game begins with."""

from msgspec import UNSET, UnsetType

from domain.kernel.seals import Fact


class GameCreated(Fact, frozen=True, tag="game_created"):
    game: str
    players: tuple[str, ...]
    """In clockwise order, by seat."""
    edition: str
    options: dict[str, str]
    """All of them, the edition's defaults included."""
    catalog: str
    """The digest of the catalog."""
    rules: str | UnsetType = UNSET
    """The version of the rules, as the action named it."""
