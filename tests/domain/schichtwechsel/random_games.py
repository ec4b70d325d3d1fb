"""Schichtwechsel as the kit for every game must know it."""

from copy import deepcopy
from dataclasses import dataclass

import msgspec

from domain.kernel.seals import Fact
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.actions.use_card import UseCard
from domain.schichtwechsel.catalog import CATALOG, SchichtwechselCatalog
from tests.domain.kit.setup import AnySetup, Watcher
from tests.domain.schichtwechsel.inspector import Inspector


def scarce_catalog() -> SchichtwechselCatalog:
    """A small box with short tracks and a fast shift: ends and shortages in every game."""
    content = deepcopy(CATALOG.content)
    content["components"]["coal"] = 18
    content["components"]["spoil"] = 8
    for track in content["tracks"]["items"]:
        track["goal"] = 4
        track["milestones"] = track["milestones"][:1]
        track["barriers"] = track["barriers"][:2]
        for at, barrier in enumerate(track["barriers"]):
            barrier["between"] = [2 * at, 2 * at + 1]
    content["shift"]["steps"]["base"] = 4
    content["tableau"]["water_gauge"]["start"] = 1
    return SchichtwechselCatalog(msgspec.json.encode(content))


@dataclass(frozen=True)
class Setup(AnySetup):
    decider = SCHICHTWECHSEL
    boxes = {"scarce": scarce_catalog()}  # noqa: RUF012  # the class variable of AnySetup

    def inspector(self) -> Watcher:
        return Inspector(self.catalog, self.options)

    @staticmethod
    def kind(action: Fact) -> str:
        return action.card if isinstance(action, UseCard) else type(action).__name__
