"""What a bot is: a player that sees only its own seat's view and choices."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from domain.kernel.chance import Chance
from domain.kernel.choices import Choice
from domain.kernel.seals import Fact

Offer: TypeAlias = Callable[[Fact | None], Sequence[Choice[Fact]]]
"""`choices` for the bot's own seat: given a draft or None, what may be played next."""


Bot: TypeAlias = Callable[[Any, Offer, Chance, str, Any], Fact]
"""`bot(view, offer, luck, label, catalog)`: a complete action. Labels of `luck` begin with `label`;
`catalog` is the one that the game is played on, which need not be the built-in one."""
