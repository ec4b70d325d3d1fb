"""What an action would do, as far as the seat that asks may know it.

It is decided on the state as the seat sees it, with sealed chance, so that nothing hidden can show
in what is told: what would be drawn is a card from the stack.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from domain.kernel.chance import SealedChance
from domain.kernel.decider import AnyGame
from domain.kernel.errors import ChanceUnknown
from domain.kernel.seals import Fact, Seat
from domain.kernel.telling import SAID_OF_ALL_GAMES
from domain.kernel.texts import Language


def would_cause(game: AnyGame, seen: Any, seat: Seat, action: Fact) -> list[Fact] | None:
    """The events, on what the seat sees; None if chance has to decide first.

    RuleViolation if the action is illegal.
    """
    try:
        return game.decide(seen, seat, action, SealedChance())
    except ChanceUnknown:
        return None


def told(
    game: AnyGame,
    seen: Any,
    seat: Seat,
    action: Fact,
    language: Language,
    names: Sequence[str] = (),
) -> list[str]:
    events = would_cause(game, seen, seat, action)
    if events is None:
        return [SAID_OF_ALL_GAMES[language]["chance_decides"]]
    return [game.tell(event, language, names, seen.catalog) for event in events]


def view_after(
    game: AnyGame, seen: Any, seat: Seat, action: Fact, names: Sequence[str] = ()
) -> Any | None:
    """What the seat would see then; None if chance has to decide first."""
    events = would_cause(game, seen, seat, action)
    if events is None:
        return None
    after = game.evolve.all(deepcopy(seen), events)
    return game.view(after, seat, names)
