"""Schichtwechsel as the kit for every game must know it."""

from copy import deepcopy
from dataclasses import dataclass

import msgspec

from domain.kernel.actions import OptionValue
from domain.kernel.seals import Fact
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.actions.use_card import UseCard
from domain.schichtwechsel.catalog import CATALOG, SchichtwechselCatalog
from tests.domain.kit.setup import AnySetup, Pick, Watcher
from tests.domain.schichtwechsel.inspector import Inspector

OPTIONS: dict[str, list[OptionValue]] = {
    "bundle_assignment": ["sequential", "all_at_once"],
    "house_removal": ["free", "left_to_right"],
    "track_milestones": ["highest", "cumulative"],
    "milestone_with_goal": [False, True],
    "round_card_progress": ["total", "this_round"],
    "leader_ties_score": [True, False],
    "leader_min_position": [1, 0, 3],
    "pass_requires_no_stones": [True, False],
    "heap_exchange_needs_action": [True, False],
    "null_action_allowed": [False, True],
    "own_card_uses_per_round": [1, 0, 2],
    "miner_overrun_unit": ["movement", "field"],
    "final_free_loading_up_to": [2, 1, 4],
    "plant_own_oven_invariant": [True, False],
    "cube_supply_limited": [True, False],
    "token_supply_limited": [False, True],
    "start_player": ["random", 0, 1],
}


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

    @classmethod
    def any_options(cls, pick: Pick, _players: int) -> dict[str, OptionValue]:
        return {name: pick(values) for name, values in OPTIONS.items() if pick([False, True])}

    def inspector(self) -> Watcher:
        return Inspector(self.catalog, self.options)

    @staticmethod
    def kind(action: Fact) -> str:
        return action.card if isinstance(action, UseCard) else type(action).__name__
