"""The clock that a game may be played with: what `create_game` asks for and entry 1 records."""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.kernel.errors import InvalidSetup

OnFlag: TypeAlias = Literal["stand_in", "out", "arbiter"]

LONGEST = 31_536_000
"""Seconds: a year."""
MOST_INCREMENT = 3_600


class Clock(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kind: Literal["game", "move"]
    """`game`: so much time per seat for the whole game; `move`: so much for each decision."""
    seconds: int
    """How much that is."""
    increment: int = 0
    """Seconds that a seat gets back when its turn is over; for `game` only."""
    on_flag: OnFlag
    """When time is over: `stand_in` (a bot plays on), `out` (the same, and the seat ranks behind
    all who stayed), `arbiter` (the game pauses until the arbiter rules)."""


def check_clock(clock: Clock) -> None:
    """InvalidSetup says which figure is out of bounds."""
    if not 1 <= clock.seconds <= LONGEST:
        raise InvalidSetup(f"clock.seconds is 1 to {LONGEST}")
    if not 0 <= clock.increment <= MOST_INCREMENT:
        raise InvalidSetup(f"clock.increment is 0 to {MOST_INCREMENT}")
