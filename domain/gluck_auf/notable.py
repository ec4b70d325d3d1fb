"""The events of Glück Auf that a table of contents lists."""

from collections.abc import Mapping

from domain.gluck_auf import events as e
from domain.kernel.seals import Fact
from domain.kernel.turning_points import Notable

KINDS: Mapping[type[Fact], Notable] = {
    e.OrderDelivered: "delivery",
    e.TunnelTilesLookedAt: "look",
    e.OrdersLookedAt: "look",
    e.FactorySpaceLeftEmpty: "shortage",
    e.OrderSpaceLeftEmpty: "shortage",
}


def notable(event: Fact) -> Notable | None:
    if isinstance(event, e.TunnelTileAcquired):
        return "shortage" if any(event.substituted) else None
    return KINDS.get(type(event))
