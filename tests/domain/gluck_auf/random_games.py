"""Glück Auf as the kit for every game must know it."""

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Self

import msgspec
from hypothesis import strategies as st

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions.mine import Mine
from domain.gluck_auf.catalog import GluckAufCatalog
from domain.gluck_auf.state import State
from domain.kernel.actions import OptionValue
from domain.kernel.seals import Fact, Seat
from tests.domain.gluck_auf.conceivable import conceivable
from tests.domain.gluck_auf.inspector import Inspector
from tests.domain.kit.setup import AnySetup, Pick, Watcher


def scarce_catalog() -> GluckAufCatalog:
    """A box with few cubes, tiles and orders, all cheap: shortage and empty stacks every game."""
    content = deepcopy(GLUCK_AUF.catalog.content)
    for color in content["colors"]["items"]:
        color["cubes_in_box"] = 6
    content["tiles"]["items"] = [t for t in content["tiles"]["items"] if t["id"][-1] == "1"]
    for tile in content["tiles"]["items"]:
        tile["price"] = 1
    content["orders"]["items"] = [o for o in content["orders"]["items"] if o["id"][-2:] < "06"]
    return GluckAufCatalog(msgspec.json.encode(content))


SCARCE = scarce_catalog()
CUBES = {"printed": 16, "scarce": 6}
"""Of each color."""


@dataclass(frozen=True)
class Setup(AnySetup):
    decider = GLUCK_AUF
    boxes = {"scarce": SCARCE}  # noqa: RUF012  # the class variable of AnySetup

    @classmethod
    def any(cls, pick: Pick) -> Self:
        return replace(super().any(pick), edition=pick(["de", "en", "hu"]))

    @classmethod
    def any_options(cls, pick: Pick, players: int) -> dict[str, OptionValue]:
        """A starting player is named only if one is to be."""
        options = super().any_options(pick, players)
        if pick([False, True]):
            options["starting_player_method"] = "assigned"
            options["starting_player"] = pick(range(players))
        return options

    def inspector(self) -> Watcher:
        return Inspector(CUBES[self.box])

    @staticmethod
    def kind(action: Fact) -> str:
        last = action.steps[-1] if isinstance(action, Mine) and action.steps else action
        return type(last).__name__

    @classmethod
    def conceivable(cls, state: Any, seat: Seat) -> st.SearchStrategy[Any]:
        return conceivable(state, seat)

    @staticmethod
    def face_down(state: State, seat: Seat | None) -> list[str]:
        """Orders that somebody else has delivered (section 7)."""
        if state.options["delivered_visibility"] == "all" or state.delivered_revealed:
            return []
        return [
            o for at, player in enumerate(state.players) if at != seat for o in player.delivered
        ]
