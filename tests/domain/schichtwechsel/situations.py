"""Situations as the rules describe them: a real game, then changed piece by piece.

Whatever a situation adds it takes from somewhere else, so that cubes, coke, houses and headframes
stay complete: every event that a situation sees is checked for conservation.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import TypeVar

import pytest

from domain.kernel.actions import By, CreateGame, OptionValue, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.errors import RuleViolation
from domain.kernel.versions import rules_name
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.actions import Action
from domain.schichtwechsel.actions.answer import Answer
from domain.schichtwechsel.catalog import CATALOG, SchichtwechselCatalog
from domain.schichtwechsel.conservation import EVERYTHING
from domain.schichtwechsel.effects import Cube
from domain.schichtwechsel.events import Event, PointsScored, Step
from domain.schichtwechsel.params import Said
from domain.schichtwechsel.state import Bundle, Load, Player, State
from domain.schichtwechsel.versions import NEWEST

A, B, C, D = range(4)
NAMES = ("Anna", "Bela", "Clara", "Dirk")
CHANCE = CommittedChance(b"a fixed secret for situations    ")

ONE, OTHER_ONE = (lorry.id for lorry in CATALOG.lorries.values() if lorry.capacity == 1)
[COAL_ONLY] = (lorry.id for lorry in CATALOG.lorries.values() if lorry.coal_only)
[BLOCKABLE] = (lorry.id for lorry in CATALOG.lorries.values() if lorry.blockable)
[TWO] = (
    lorry.id
    for lorry in CATALOG.lorries.values()
    if lorry.capacity == 2 and lorry.id not in (COAL_ONLY, BLOCKABLE)
)
[SPOT_WAGON] = (wagon.id for wagon in CATALOG.coal_wagons.values() if wagon.white_stone_spot)
SMALL_WAGON = next(
    w.id for w in CATALOG.coal_wagons.values() if w.capacity == 1 and w.id != SPOT_WAGON
)
BIG_WAGON, OTHER_BIG_WAGON = (w.id for w in CATALOG.coal_wagons.values() if w.capacity == 2)
TOP_LEVEL, START_LEVEL = CATALOG.gauge.top, CATALOG.gauge.start
SPOT_LEVEL = CATALOG.gauge.white_stone_level
EXIT = CATALOG.shift.exit_index

E = TypeVar("E")


def created(
    players: int = 4,
    options: Mapping[str, OptionValue] | None = None,
    catalog: SchichtwechselCatalog = CATALOG,
    chance: CommittedChance = CHANCE,
    rules: int = NEWEST,
) -> list[Event]:
    seats = tuple(SeatSetup(name) for name in NAMES[:players])
    version = rules_name("schichtwechsel", rules)
    action = CreateGame("a-game", "schichtwechsel", seats, None, dict(options or {}), version)
    return SCHICHTWECHSEL.decide(SCHICHTWECHSEL.initial(catalog), "service", action, chance)


def only(events: Iterable[object], kind: type[E]) -> E:
    """The one event of this kind."""
    [found] = [event for event in events if isinstance(event, kind)]
    return found


def all_of(events: Iterable[object], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def points_by_cause(events: Iterable[object], seat: int = A) -> dict[str, int]:
    scored = [event for event in all_of(events, PointsScored) if event.seat == seat]
    return {
        cause: sum(event.points for event in scored if event.cause == cause)
        for cause in dict.fromkeys(event.cause for event in scored)
    }


class Situation:
    """A's turn in the action phase of round 1; everybody has three white stones."""

    def __init__(
        self,
        players: int = 4,
        options: Mapping[str, OptionValue] | None = None,
        catalog: SchichtwechselCatalog = CATALOG,
        rules: int = NEWEST,
    ) -> None:
        events = created(players, options, catalog, rules=rules)
        self.state: State = SCHICHTWECHSEL.fold(events, catalog)
        state = self.state
        for bundle in state.bundles:
            for cube in bundle.cubes:
                state.bag[cube] += 1
        state.bundles, state.lorry_block = (), False
        state.start_seat = state.marker_seat = A
        for player in state.players:
            player.white, player.points, player.water = 3, 0, catalog.gauge.start
        self.step("action", A)

    # What is given.

    def of(self, seat: int) -> Player:
        return self.state.players[seat]

    def step(self, step: Step, seat: int | None = None, number: int | None = None) -> "Situation":
        self.state.phase, self.state.active = step, seat
        if number:
            self.state.round = number
        return self

    def turn_of(self, seat: int) -> "Situation":
        self.state.active, self.state.action_done, self.state.exchanges = seat, False, 0
        return self

    def purse(self, seat: int, white: int = 0, stone: int = 0, coins: int = 0) -> "Situation":
        player = self.of(seat)
        player.white, player.player_stone, player.coins = white, stone, coins
        return self

    def lorry(self, seat: int, lorry: str, cube: Cube, count: int) -> "Situation":
        before = self.of(seat).lorries[lorry]
        if before.cube:
            self.state.supply[before.cube] += before.count
        self.state.supply[cube] -= count
        self.of(seat).lorries[lorry] = Load(cube, count) if count else Load()
        return self

    def full_lorries(self, seat: int, cube: Cube = "coal") -> "Situation":
        for lorry in self.state.catalog.lorries.values():
            self.lorry(seat, lorry.id, "coal" if lorry.coal_only else cube, lorry.capacity)
        return self

    def wagon(self, seat: int, wagon: str, count: int) -> "Situation":
        self.state.supply["coal"] -= count - self.of(seat).coal_wagons[wagon]
        self.of(seat).coal_wagons[wagon] = count
        return self

    def full_wagons(self, seat: int) -> "Situation":
        for wagon in self.state.catalog.coal_wagons.values():
            self.wagon(seat, wagon.id, wagon.capacity)
        return self

    def heap(self, seat: int, count: int) -> "Situation":
        self.state.supply["spoil"] -= count - self.of(seat).heap
        self.of(seat).heap = count
        return self

    def coke(
        self, seat: int, *ovens: str, wagons: int = 0, sold: int = 0, reserve: int | None = None
    ) -> "Situation":
        """So much is where it stands; a small reserve means that the rest was sold long ago."""
        player = self.of(seat)
        for oven in ovens:
            self.state.ovens[oven] = seat
        player.coke_wagons, player.sold = wagons, sold
        player.reserve = self.state.catalog.kit.coke_in_reserve - len(ovens) - wagons - sold
        assert reserve is None or reserve == player.reserve
        return self

    def own_oven(self, seat: int) -> str:
        return self.state.catalog.own_oven(seat)

    def disc(self, seat: int, track: str, position: int) -> "Situation":
        self.of(seat).discs[track] = position
        if position == self.state.catalog.tracks[track].goal:
            self.state.goal_order[track] = (*self.state.goal_order[track], seat)
        return self

    def miner(self, seat: int, position: int) -> "Situation":
        self.of(seat).miner = position
        if position == EXIT:
            self.state.exit_order = (*self.state.exit_order, seat)
        return self

    def tools(self, seat: int, count: int) -> "Situation":
        self.of(seat).tools = count
        return self

    def water(self, seat: int, level: int) -> "Situation":
        self.of(seat).water = level
        return self

    def tile(self, seat: int, tile: str) -> "Situation":
        self.state.tiles_on_display = tuple(t for t in self.state.tiles_on_display if t != tile)
        self.of(seat).tile = tile
        return self

    def house(self, seat: int, row_field: str, site: str) -> "Situation":
        self.of(seat).row[row_field] = False
        self.state.sites[site] = (*self.state.sites[site], seat)
        return self

    def headframes(
        self, seat: int, pool: int = 0, top: str | None = None, left: str | None = None
    ) -> "Situation":
        player = self.of(seat)
        player.pool, player.top, player.left = pool, top, left
        for field in (top, left):
            if field:
                self.state.headframe_fields[field] = seat
        on_board = player.headframes_on_board()
        player.on_card = self.state.catalog.kit.headframes_on_own_card - on_board
        return self

    def row_step(self, seat: int, number: int = 2) -> "Situation":
        """Step VI of this seat, the last in the order: its freed fields are fixed now."""
        self.step("VI", seat, number)
        self.state.start_seat = self.state.marker_seat = (seat + 1) % len(self.state.players)
        player = self.of(seat)
        player.row_open = tuple(name for name, house in player.row.items() if not house)
        return self

    def bundle(self, seat: int, *cubes: str) -> "Situation":
        """The seat loads these cubes now; everybody after it in turn order has loaded."""
        self.step("I", seat)
        seats = len(self.state.players)
        for cube in cubes:
            if cube == "pit":
                self.state.bag["pit"] = 0
            else:
                self.state.bag[cube] -= 1
        others = [Bundle(at + 1, (), at, loaded=True) for at in range(seats) if at != seat]
        self.state.bundles = (*others, Bundle(seat + 1, cubes, seat))
        return self

    def all_passed(self, number: int = 1, card: str = "round_1") -> "Situation":
        self.step("scoring", None, number)
        self.state.round_card = card
        self.state.revealed_cards = (card,)
        return self

    # What happens.

    def happens(self, events: list[Event]) -> list[Event]:
        for event in events:
            SCHICHTWECHSEL.evolve(self.state, event)
            assert SCHICHTWECHSEL.imbalance(self.state, event) is None
        for check in EVERYTHING:
            assert check(self.state) is None
        return events

    def does(self, seat: int, action: Action) -> list[Event]:
        return self.happens(SCHICHTWECHSEL.decide(self.state, seat, action, CHANCE))

    def answers(self, said: Said) -> list[Event]:
        assert self.state.decision is not None, "nothing was asked"
        decision = self.state.decision
        return self.does(decision.seat, Answer(decision.decision_id, said))

    def settles(self) -> list[Event]:
        return self.happens(SCHICHTWECHSEL.settle(self.state, CHANCE))

    def refuses(
        self, code: str, seat: By, action: Action | CreateGame, **facts: object
    ) -> RuleViolation:
        """The action is refused with this code, and the game is as it was."""
        before = deepcopy(self.state)
        with pytest.raises(RuleViolation) as refusal:
            SCHICHTWECHSEL.decide(self.state, seat, action, CHANCE)
        assert refusal.value.code == code
        assert {name: refusal.value.facts.get(name) for name in facts} == facts
        assert self.state == before
        return refusal.value

    def refuses_answer(self, code: str, said: Said) -> None:
        assert self.state.decision is not None, "nothing was asked"
        decision = self.state.decision
        self.refuses(code, decision.seat, Answer(decision.decision_id, said))

    @property
    def asked(self) -> str | None:
        return self.state.decision.kind if self.state.decision else None

    @property
    def options(self) -> tuple[str | int, ...]:
        assert self.state.decision is not None, "nothing was asked"
        return self.state.decision.options
