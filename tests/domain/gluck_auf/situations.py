"""Situations as the rules describe them: a real game in shift 1, then changed piece by piece.

Whatever a situation adds it takes from somewhere else, so that cubes, workers, tiles and orders
stay complete: every event that a situation sees is checked for conservation.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import TypeVar

import pytest

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions import Action
from domain.gluck_auf.actions.draft_order import DraftOrder
from domain.gluck_auf.events import (
    ElementScored,
    Event,
    FinalScore,
    FinalScoreComputed,
    ShiftScored,
)
from domain.gluck_auf.state import Group, Player, State
from domain.kernel.actions import By, CreateGame, OptionValue, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.errors import RuleViolation
from tests.domain.gluck_auf.inspector import Inspector

A, B, C, D = range(4)
NAMES = ("Anna", "Bela", "Clara", "Dirk")
COLORS = ("yellow", "brown", "gray", "black")
CHANCE = CommittedChance(b"a fixed secret for situations    ")

E = TypeVar("E")


def created(
    players: int = 3,
    edition: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    chance: CommittedChance = CHANCE,
) -> list[Event]:
    """The events of a new game; A starts unless the options say otherwise."""
    chosen = {"starting_player_method": "assigned", "starting_player": A, **(options or {})}
    if chosen["starting_player_method"] == "lot":
        del chosen["starting_player"]
    seats = tuple(SeatSetup(name) for name in NAMES[:players])
    action = CreateGame("a-game", "gluck-auf", seats, edition, chosen)
    state = GLUCK_AUF.initial(GLUCK_AUF.catalog)
    return GLUCK_AUF.decide(state, "service", action, chance)


def only(events: Iterable[object], kind: type[E]) -> E:
    """The one event of this kind."""
    [found] = [event for event in events if isinstance(event, kind)]
    return found


class Situation:
    """A's turn in shift 1; nobody has orders yet, everything else is as setup left it."""

    def __init__(
        self,
        players: int = 3,
        edition: str = "de",
        options: Mapping[str, OptionValue] | None = None,
    ) -> None:
        self.state: State = GLUCK_AUF.fold(created(players, edition, options))
        while self.state.phase == "draft":
            assert self.state.active is not None
            self.does(self.state.active, DraftOrder(self.state.display[0]))
        for player in self.state.players:
            self.state.order_stack += player.pit.outstanding
            player.pit.outstanding.clear()

    def of(self, seat: int) -> Player:
        return self.state.players[seat]

    @property
    def last(self) -> Player:
        """Who gets whatever a situation needs to be out of the way."""
        return self.state.players[-1]

    def turn_of(self, seat: int) -> "Situation":
        self.state.active = seat
        return self

    def workers(self, seat: int, count: int) -> "Situation":
        """So many in the supply; the rest have been to the Bank."""
        player = self.of(seat)
        self.state.bank[seat] += player.workers - count
        player.workers = count
        return self

    def standing(self, space: str, seat: int, count: int) -> "Situation":
        self.of(seat).workers -= count
        self.state.workers[space] = Group(seat, count)
        return self

    def marks(self, seat: int, count: int) -> "Situation":
        self.of(seat).marks = count
        return self

    def vp(self, seat: int, count: int) -> "Situation":
        self.of(seat).vp = count
        return self

    def supply(self, **counts: int) -> "Situation":
        """So many cubes in the general supply; the difference is in the last player's storage."""
        for color, count in counts.items():
            self.last.pit.storage[color] += self.state.supply[color] - count
            self.state.supply[color] = count
        return self

    def cage(self, seat: int, level: int, *colors: str) -> "Situation":
        pit = self.of(seat).pit
        pit.level = level
        for color in colors:
            self.state.supply[color] -= 1
            pit.cage[color] += 1
        return self

    def storage(self, seat: int, *colors: str) -> "Situation":
        for color in colors:
            self.state.supply[color] -= 1
            self.of(seat).pit.storage[color] += 1
        return self

    def lorry(self, seat: int, lorry: str, cube: str | None) -> "Situation":
        """The cube that a lorry carries, or none; what it carried is back in the supply."""
        lorries = self.of(seat).pit.lorries
        before = lorries.get(lorry)
        if before:
            self.state.supply[before] += 1
        if cube:
            self.state.supply[cube] -= 1
        lorries[lorry] = cube
        return self

    def empty_pit(self, seat: int) -> "Situation":
        for lorry in self.of(seat).pit.lorries:
            self.lorry(seat, lorry, None)
        return self

    def tile(self, seat: int, tile: str, *cubes: str | None) -> "Situation":
        """A tile in a pit, with these cubes on its lorries."""
        self._fetch_tile(tile)
        self.of(seat).tiles.append(tile)
        for lorry, cube in zip(self.state.catalog.tiles[tile].lorry_ids(), cubes, strict=True):
            self.lorry(seat, lorry, cube)
        return self

    def empty_tiles(self, seat: int, *tiles: str) -> "Situation":
        for tile in tiles:
            self.tile(seat, tile, *[None] * self.state.catalog.tiles[tile].lorries)
        return self

    def open_tile(self, space: str, tile: str) -> "Situation":
        if self.state.open_tiles[space] != tile:
            self._fetch_tile(tile)
            replaced = self.state.open_tiles[space]
            self.state.tile_stack += [replaced] if replaced else []
            self.state.open_tiles[space] = tile
        return self

    def tile_stack(self, *tiles: str) -> "Situation":
        """Nothing else is in the stack; the other tiles are in the last player's pit, empty."""
        for tile in tiles:
            self._fetch_tile(tile)
        others, self.state.tile_stack = self.state.tile_stack, list(tiles)
        for tile in others:
            self.last.tiles.append(tile)
            self.last.pit.lorries |= dict.fromkeys(self.state.catalog.tiles[tile].lorry_ids())
        return self

    def order(self, seat: int, order: str, *spots: Sequence[str]) -> "Situation":
        """An outstanding order with these cubes on its spots; no more given, no cubes there."""
        self._fetch_order(order)
        empty: list[Sequence[str]] = [()] * len(self.state.catalog.orders[order].spots)
        filled = [*spots, *empty[len(spots) :]]
        for cube in (cube for spot in filled for cube in spot):
            self.state.supply[cube] -= 1
        self.of(seat).pit.outstanding[order] = [tuple(spot) for spot in filled]
        return self

    def complete_order(self, seat: int, order: str) -> "Situation":
        return self.order(seat, order, *[(c,) for c in self.state.catalog.orders[order].spots])

    def delivered(self, seat: int, *orders: str) -> "Situation":
        for order in orders:
            self._fetch_order(order)
            self.of(seat).delivered.append(order)
        return self

    def open_order(self, space: str, order: str) -> "Situation":
        if self.state.open_orders[space] != order:
            self._fetch_order(order)
            replaced = self.state.open_orders[space]
            self.state.order_stack += [replaced] if replaced else []
            self.state.open_orders[space] = order
        return self

    def order_on_top(self, order: str) -> "Situation":
        self._fetch_order(order)
        self.state.order_stack.insert(0, order)
        return self

    def order_stack(self, *orders: str) -> "Situation":
        """Nothing else is in the stack; the other orders were delivered by the last player."""
        for order in orders:
            self._fetch_order(order)
        others, self.state.order_stack = self.state.order_stack, list(orders)
        self.last.delivered += others
        return self

    def shift_over(self, shift: int = 1) -> "Situation":
        self.state.shift, self.state.phase, self.state.active = shift, "scoring", None
        return self

    def does(self, seat: By, action: Action) -> list[Event]:
        return self.happen(GLUCK_AUF.decide(self.state, seat, action, CHANCE))

    def settles(self) -> list[Event]:
        return self.happen(GLUCK_AUF.settle(self.state, CHANCE))

    def happen(self, events: list[Event]) -> list[Event]:
        Inspector().count(self.state)
        for event in events:
            GLUCK_AUF.evolve(self.state, event)
            assert GLUCK_AUF.imbalance(self.state, event) is None
            Inspector().count(self.state)
        return events

    def refuses(self, seat: By, action: Action | CreateGame) -> tuple[str, dict[str, object]]:
        """The code and the facts of the refusal; the state stays as it was."""
        before = deepcopy(self.state)
        with pytest.raises(RuleViolation) as refusal:
            GLUCK_AUF.decide(self.state, seat, action, CHANCE)
        assert self.state == before
        return refusal.value.code, refusal.value.facts

    def allows(self, seat: By, action: Action) -> bool:
        """Tried on a copy; False if a rule forbids it."""
        try:
            GLUCK_AUF.decide(deepcopy(self.state), seat, action, CHANCE)
        except RuleViolation:
            return False
        return True

    def scored(self, element: str, shift: int = 3) -> ElementScored:
        """How this element is scored if the shift ends here."""
        events = deepcopy(self).shift_over(shift).settles()
        return next(e for e in events if isinstance(e, ElementScored) and e.element_id == element)

    def points(self, element: str, shift: int = 3) -> list[int]:
        scored = self.scored(element, shift)
        return [
            (scored.first_vp if seat in scored.first else 0)
            + (scored.second_vp if seat in scored.second else 0)
            for seat in range(len(self.state.players))
        ]

    def finished_with(self, seat: int, vp: int) -> FinalScore:
        """The final score of a player who has so many VP after the last shift scoring."""
        scored = only(deepcopy(self).shift_over(3).settles(), ShiftScored)
        self.of(seat).vp += vp - scored.vp_totals[seat]
        return only(self.shift_over(3).settles(), FinalScoreComputed).players[seat]

    def _fetch_tile(self, tile: str) -> None:
        """Out of the stack, or off a factory space, which the bottom of the stack fills again."""
        if tile in self.state.tile_stack:
            self.state.tile_stack.remove(tile)
            return
        [space] = [at for at, open_tile in self.state.open_tiles.items() if open_tile == tile]
        self.state.open_tiles[space] = self.state.tile_stack.pop()

    def _fetch_order(self, order: str) -> None:
        if order in self.state.order_stack:
            self.state.order_stack.remove(order)
            return
        [space] = [at for at, open_order in self.state.open_orders.items() if open_order == order]
        self.state.open_orders[space] = self.state.order_stack.pop()
