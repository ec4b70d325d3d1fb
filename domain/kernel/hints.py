"""What a bot would do in somebody's place, and what it expects of it."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from domain.kernel.bots import Offer
from domain.kernel.seals import Fact


class Hint(Struct, frozen=True):
    action: Fact
    worth: float | None = None
    """In points, by the measure of the game's own bot; None where it does not compare."""
    among: int = 1
    """How many things it has thought of."""


Hinting: TypeAlias = Callable[[Any, Offer, Any], Hint]
"""`hint(view, offer, catalog)`, as a bot is asked."""
