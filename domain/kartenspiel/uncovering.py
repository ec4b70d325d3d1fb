"""The public events after which somebody can name a card that was hidden before."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kartenspiel import events as e
from domain.kernel.decider import always
from domain.kernel.seals import Fact

INNOVATION = "innovation."


def _names_next_card(event: Any) -> bool:
    """The card that lies on top of the stack now."""
    return isinstance(event.top_after, str)


def _is_paid_with_innovation(event: e.WorkersPlaced) -> bool:
    """A card of the hand, which nobody else had seen."""
    return any(laid.card.startswith(INNOVATION) for laid in event.payment)


UNCOVERING: Mapping[type[Fact], Callable[[Any], bool]] = {
    **dict.fromkeys(
        (
            e.LorryTaken,
            e.WagonTaken,
            e.EngineTaken,
            e.OrderTaken,
            e.InnovationTaken,
            e.ShareTaken,
            e.ObjectiveTaken,
            e.WildCardsReturned,
        ),
        _names_next_card,
    ),
    e.TrainDispatched: always,
    e.InnovationPlayed: always,
    e.WorkersPlaced: _is_paid_with_innovation,
}
