"""The invariants I1 to I10 of section 17, counted from the state itself.

Written without a look at the domain's own `imbalance`, which is asked beside it.
"""

from collections import Counter

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.events import (
    BankUsed,
    DraftDisplayRevealed,
    Event,
    FactorySpaceLeftEmpty,
    FinalScoreComputed,
    OrderSpaceLeftEmpty,
    ShiftEnded,
    ShiftStarted,
    TurnEnded,
    WorkersPlaced,
)
from domain.gluck_auf.state import Player, State

WORKERS = {2: 18, 3: 15, 4: 13}
TURNS = {2: 36, 3: 45, 4: 52}


class Inspector:
    """Looks at the state after every event and remembers what must not come back."""

    def __init__(self, cubes: int = 16) -> None:
        self.cubes = cubes
        self.emptied: set[tuple[int, str]] = set()
        self.vp: list[int] = []
        self.left_empty: set[str] = set()
        self.turns = 0
        self.workers_this_turn = 0
        self.ready = False

    def __call__(self, state: State, event: Event) -> None:
        assert GLUCK_AUF.imbalance(state, event) is None
        self.ready = self.ready or isinstance(event, DraftDisplayRevealed)
        if not self.ready:
            return
        self.count(state)
        for seat, player in enumerate(state.players):
            self.i7_lorries(seat, player)
        self.i8_points(state, event)
        self.i9_refills(state, event)
        self.i10_turns(state, event)

    def count(self, state: State) -> None:
        """What can be seen without a memory."""
        self.i1_cubes(state)
        self.i2_workers(state)
        self.i3_cards(state)
        self.i4_spaces(state)
        for player in state.players:
            self.i5_bounds(player)
            self.i6_spots(state, player)

    def i1_cubes(self, state: State) -> None:
        for color in state.catalog.colors:
            count = state.supply[color]
            assert count >= 0
            for player in state.players:
                pit = player.pit
                assert pit.storage[color] >= 0
                assert pit.cage[color] >= 0
                count += pit.storage[color] + pit.cage[color]
                count += list(pit.lorries.values()).count(color)
                count += sum(spot.count(color) for o in pit.outstanding.values() for spot in o)
            assert count == self.cubes, color

    def i2_workers(self, state: State) -> None:
        placed = Counter[int]()
        for group in state.workers.values():
            placed[group.player] += group.count
        for seat, player in enumerate(state.players):
            assert player.workers >= 0
            everywhere = player.workers + placed[seat] + state.canteen[seat] + state.bank[seat]
            assert everywhere == WORKERS[len(state.players)]

    def i3_cards(self, state: State) -> None:
        tiles = [*state.tile_stack, *filter(None, state.open_tiles.values())]
        orders = [*state.order_stack, *filter(None, state.open_orders.values()), *state.display]
        looked = {"awaiting_tile_choice": tiles, "awaiting_order_choice": orders}
        if state.phase in looked:
            looked[state.phase] += state.look_area
        else:
            assert state.look_area == []
        for player in state.players:
            tiles += player.tiles
            orders += [*player.pit.outstanding, *player.delivered]
            lorries = {f"base-{color}" for color in state.catalog.colors}
            for tile in player.tiles:
                lorries |= {f"{tile}:{n}" for n in range(1, int(tile.split("-")[2]) + 1)}
            assert set(player.pit.lorries) == lorries
        assert sorted(tiles) == sorted(state.catalog.tiles)
        assert sorted(orders) == sorted(state.catalog.orders)

    def i4_spaces(self, state: State) -> None:
        for space, group in state.workers.items():
            assert space in state.catalog.spaces
            assert space not in state.locked
            assert 0 <= group.player < len(state.players)
            assert group.count >= 1

    def i5_bounds(self, player: Player) -> None:
        assert 0 <= sum(player.pit.cage.values()) <= 5
        assert player.marks >= 0
        assert player.pit.level in range(5)

    def i6_spots(self, state: State, player: Player) -> None:
        for order, spots in player.pit.outstanding.items():
            printed = state.catalog.orders[order].spots
            assert len(spots) == len(printed)
            for color, cubes in zip(printed, spots, strict=True):
                assert len(cubes) <= 2
                assert len(cubes) < 2 or cubes[0] != color

    def i7_lorries(self, seat: int, player: Player) -> None:
        for lorry, cube in player.pit.lorries.items():
            if cube is None:
                self.emptied.add((seat, lorry))
            else:
                assert (seat, lorry) not in self.emptied

    def i8_points(self, state: State, event: Event) -> None:
        vp = [player.vp for player in state.players]
        if self.vp and not isinstance(event, FinalScoreComputed):
            assert all(now >= before for now, before in zip(vp, self.vp, strict=True))
        self.vp = vp

    def i9_refills(self, state: State, event: Event) -> None:
        """Between taking a card and the refill a space is empty; so look when the turn is over."""
        if isinstance(event, FactorySpaceLeftEmpty):
            assert state.tile_stack == []
            self.left_empty.add(event.space_id)
        if isinstance(event, OrderSpaceLeftEmpty):
            assert state.order_stack == []
            self.left_empty.add(event.space_id)
        if isinstance(event, TurnEnded | ShiftStarted):
            shown = state.open_tiles | state.open_orders
            assert self.left_empty == {space for space, card in shown.items() if card is None}
            closed = {
                space.id
                for kind in ("factory", "new_order")
                for space in state.catalog.spaces_of(kind)
                if space.id not in shown
            }
            assert closed == closed & set(state.locked)

    def i10_turns(self, state: State, event: Event) -> None:
        if isinstance(event, WorkersPlaced):
            self.workers_this_turn += event.count
        elif isinstance(event, BankUsed):
            self.workers_this_turn += event.workers
        elif isinstance(event, TurnEnded):
            assert self.workers_this_turn >= 1
            self.turns, self.workers_this_turn = self.turns + 1, 0
            assert self.turns <= TURNS[len(state.players)]
        elif isinstance(event, ShiftEnded):
            assert all(player.workers == 0 for player in state.players)
        elif isinstance(event, ShiftStarted):
            self.turns = 0
