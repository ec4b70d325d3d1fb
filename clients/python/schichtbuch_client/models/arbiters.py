"""Those who rule, and what waits for them."""

from msgspec import Struct


class Arbiter(Struct, frozen=True):
    id: str
    """To revoke the key by."""
    name: str
    """As it stands in the log with every ruling."""
    created: str
    """When the key was made (RFC 3339, UTC)."""


class ArbiterMade(Struct, frozen=True):
    id: str
    """To revoke the key by."""
    name: str
    """As it stands in the log with every ruling."""
    created: str
    """When the key was made (RFC 3339, UTC)."""
    key: str
    """Shown once. Whoever has it rules under this name, in all games."""


class AllArbiters(Struct, frozen=True):
    arbiters: list[Arbiter]
    """Those whose keys hold, oldest first."""


class WaitingClaim(Struct, frozen=True):
    game_id: str
    """Of the game in which it was made."""
    game: str
    """Which game it is: a name of `GET /rules`."""
    claim: int
    """Its number: the version of its entry."""
    seat: int
    """Who made it."""
    name: str
    """Of that player; empty once the names are erased."""
    about: str
    """The moment that it is about, like `17.3`."""
    text: str
    """What is wrong, in the player's words."""


class PausedGame(Struct, frozen=True):
    game_id: str
    """Of the game that waits."""
    game: str
    """Which game it is: a name of `GET /rules`."""
    names: list[str]
    """Of the players, by seat."""


class FallingClock(Struct, frozen=True):
    game_id: str
    """Of the game that is played."""
    game: str
    """Which game it is: a name of `GET /rules`."""
    seat: int
    """Whose clock it is."""
    name: str
    """Of that player; empty once the names are erased."""
    left_ms: int
    """What is left of the time, in milliseconds."""


class Waiting(Struct, frozen=True):
    claims: list[WaitingClaim]
    """Open ones, by game."""
    paused: list[PausedGame]
    """Games that wait until an arbiter lets them go on."""
    clocks: list[FallingClock]
    """Those that will be over first."""
