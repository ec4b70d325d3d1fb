"""The events of Das große Kartenspiel that a table of contents lists."""

from collections.abc import Mapping

from domain.kartenspiel import events as e
from domain.kernel.seals import Fact
from domain.kernel.turning_points import Notable

KINDS: Mapping[type[Fact], Notable] = {
    e.TrainDispatched: "delivery",
    e.WildCardsDrawn: "look",
}


def notable(event: Fact) -> Notable | None:
    return KINDS.get(type(event))
