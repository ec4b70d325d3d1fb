"""The events of Schichtwechsel that a table of contents lists."""

from collections.abc import Mapping

from domain.kernel.seals import Fact
from domain.kernel.turning_points import Notable
from domain.schichtwechsel import events as e

KINDS: Mapping[type[Fact], Notable] = {
    e.CokeSold: "delivery",
    e.GoalReached: "goal",
    e.ExitReached: "goal",
    e.WaterOverflowed: "shortage",
}


def notable(event: Fact) -> Notable | None:
    return KINDS.get(type(event))
