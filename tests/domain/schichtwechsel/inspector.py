"""The invariants 1 to 10 of section 21.6, counted from the state and the events.

Written without a look at the domain's own `imbalance`, which is asked beside it.
"""

from collections import Counter
from collections.abc import Mapping

from domain.kernel.actions import OptionValue
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.catalog import SchichtwechselCatalog
from domain.schichtwechsel.events import (
    DiscAdvanced,
    Event,
    MinerMoved,
    PointsScored,
    StepStarted,
    TileTaken,
)
from domain.schichtwechsel.state import State


class Inspector:
    """Watches a game, and knows the rules' numbers only from the catalog's raw content."""

    def __init__(self, catalog: SchichtwechselCatalog, options: Mapping[str, OptionValue]) -> None:
        content = catalog.content
        self.box = content["components"]
        self.lorries = {item["id"]: item for item in content["tableau"]["lorries"]["items"]}
        self.wagons = {item["id"]: item for item in content["tableau"]["coal_wagons"]["items"]}
        self.gauge = content["tableau"]["water_gauge"]
        self.cards = {item["id"]: item for item in content["action_cards"]["items"]}
        self.switches = options
        self.points: Counter[int] = Counter()
        self.miners: dict[int, int] = {}
        self.tiles: dict[int, list[str]] = {}

    def __call__(self, state: State, event: Event) -> None:
        if not state.supply:
            return
        self.cubes(state)
        for seat in range(len(state.players)):
            self.coke(state, seat)
            self.houses_and_headframes(state, seat)
            self.containers(state, seat)
            self.purse(state, seat)
        self.cards_and_tiles(state)
        self.positions(state, event)
        self.scored(state, event)

    def cubes(self, state: State) -> None:
        """1: coal and spoil."""
        waiting = [cube for bundle in state.bundles if not bundle.loaded for cube in bundle.cubes]
        for cube in ("coal", "spoil"):
            found = state.supply[cube] + state.bag[cube] + waiting.count(cube)
            for player in state.players:
                loads = player.lorries.values()
                found += sum(load.count for load in loads if load.cube == cube)
                found += sum(player.coal_wagons.values()) if cube == "coal" else player.heap
            assert found == self.box[cube]
            assert state.bag[cube] >= 0
            assert state.supply[cube] >= 0 or self.switches.get("cube_supply_limited") is False

    def coke(self, state: State, seat: int) -> None:
        """2 and 4: coke, and the plant."""
        player = state.players[seat]
        ovens = [oven for oven, owner in state.ovens.items() if owner == seat]
        assert player.reserve + len(ovens) + player.coke_wagons + player.sold == 11
        assert player.sold % 2 == 0
        assert player.sold <= 10
        assert 0 <= player.coke_wagons <= 4
        assert player.reserve >= 0
        assert len(ovens) <= 4
        if self.switches.get("plant_own_oven_invariant", True):
            assert len(ovens) < 3 or f"oven_own_{seat}" in ovens
        assert not set(ovens) & set(state.covered_ovens)

    def houses_and_headframes(self, state: State, seat: int) -> None:
        """3."""
        player = state.players[seat]
        built = sum(owners.count(seat) for owners in state.sites.values())
        assert built + sum(player.row.values()) == 5
        on_fields = [field for field, owner in state.headframe_fields.items() if owner == seat]
        assert sorted(on_fields) == sorted(f for f in (player.top, player.left) if f)
        assert player.on_card + player.pool + len(on_fields) == 2
        assert min(player.on_card, player.pool) >= 0

    def containers(self, state: State, seat: int) -> None:
        """5 and 6: lorries, wagons, heap, water."""
        player = state.players[seat]
        for name, load in player.lorries.items():
            assert 0 <= load.count <= self.lorries[name]["capacity"]
            assert (load.cube is None) == (load.count == 0)
            assert not (self.lorries[name]["coal_only"] and load.cube == "spoil")
        for name, count in player.coal_wagons.items():
            assert 0 <= count <= self.wagons[name]["capacity"]
        assert 0 <= player.heap <= 6
        assert self.gauge["bottom"] <= player.water < self.gauge["top"]

    def purse(self, state: State, seat: int) -> None:
        """7."""
        player = state.players[seat]
        assert 0 <= player.white <= 5
        assert player.player_stone in (0, 1)
        assert player.coins >= 0
        assert player.tools >= 0

    def cards_and_tiles(self, state: State) -> None:
        """7 and 9."""
        for card, payments in state.card_payments.items():
            assert self.cards[card]["uses_per_round"] is None or len(payments) <= 1
        tiles = [*state.tiles_on_display, *(p.tile for p in state.players if p.tile)]
        known = SCHICHTWECHSEL.catalog.tiles_for(len(state.players))
        assert sorted(tiles) == sorted(known)

    def positions(self, state: State, event: Event) -> None:
        """8: only forward; no two miners on a field; none on a covered one."""
        if isinstance(event, DiscAdvanced):
            assert event.to == event.from_ + 1
        if isinstance(event, MinerMoved):
            assert event.to > event.from_ == self.miners.get(event.seat, 0)
            self.miners[event.seat] = event.to
        between = [player.miner for player in state.players if 0 < player.miner < 14]
        assert len(between) == len(set(between))
        covered = {state.catalog.shift_fields[name].index for name in state.covered_fields}
        assert not covered & set(between)

    def scored(self, state: State, event: Event) -> None:
        """9 and 10."""
        if isinstance(event, TileTaken):
            self.tiles.setdefault(event.seat, []).append(event.tile)
            assert self.tiles[event.seat][-2:-1] != [event.tile]
        if isinstance(event, StepStarted) and event.step == "III":
            assert all(len(taken) == state.round for taken in self.tiles.values())
            assert len(self.tiles) == len(state.players)
        if state.phase == "finished":
            assert len(state.winners) == 1
        if isinstance(event, PointsScored):
            self.points[event.seat] += event.points
        assert [player.points for player in state.players] == [
            self.points[seat] for seat in range(len(state.players))
        ]
