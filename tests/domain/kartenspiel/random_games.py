"""Das große Kartenspiel as the kit for every game must know it."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import msgspec
from hypothesis import strategies as st

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kartenspiel.deeds import Mine, kind_of
from domain.kernel.seals import Fact, Seat
from tests.domain.kartenspiel.conceivable import conceivable
from tests.domain.kartenspiel.inspector import Inspector
from tests.domain.kit.setup import AnySetup, Pick, Watcher


def scarce_catalog() -> KartenspielCatalog:
    """A box with few cards of each deck, so that stacks run out, and with all innovations."""
    content = deepcopy(KARTENSPIEL.catalog.content)
    kept = {"lorries": 12, "wagons": 11, "engines": 8, "orders": 8, "shares": 5, "objectives": 6}
    for deck, count in kept.items():
        cards = content[deck]["cards"]
        content[deck]["cards"] = cards[:: max(1, len(cards) // count)][:count]
        content[deck]["count"] = count
    initial = {"lorry-left": 6, "lorry-right": 6, "wagon-left": 5, "wagon-right": 6}
    initial |= {"engine": 8, "order": 8, "share": 5, "objective": 6, "innovation": 16}
    for stack in content["stacks"]["items"]:
        stack["initial"] = initial[stack["id"]]
    return KartenspielCatalog(msgspec.json.encode(content))


CARDS = {"printed": 239, "scarce": 40 + 12 + 11 + 8 + 8 + 5 + 16 + 6 + 5}


@dataclass(frozen=True)
class Setup(AnySetup):
    decider = KARTENSPIEL
    boxes = {"scarce": scarce_catalog()}  # noqa: RUF012  # the class variable of AnySetup

    def inspector(self) -> Watcher:
        return Inspector(CARDS[self.box])

    @classmethod
    def likely(cls, kinds: Mapping[str, list[Any]], pick: Pick) -> Mapping[str, list[Any]]:
        """Whoever can do something else seldom passes, or games would end with full stacks."""
        if len(kinds) > 1 and "Pass" in kinds and pick([True] * 9 + [False]):
            return {kind: offers for kind, offers in kinds.items() if kind != "Pass"}
        return kinds

    @staticmethod
    def kind(action: Fact) -> str:
        deed = action.action if isinstance(action, PlaceWorkers) else None
        if isinstance(deed, Mine) and deed.moves:
            return str(deed.moves[-1].__struct_config__.tag)
        return kind_of(deed) if deed else type(action).__name__

    @classmethod
    def conceivable(cls, state: Any, seat: Seat) -> st.SearchStrategy[Any]:
        return conceivable(state, seat)
