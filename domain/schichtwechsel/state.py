"""Schichtwechsel: the state of a game, and what everybody may ask of it (section 21.2).

`fold` writes the events into it. `copied` is cheap, because whatever is not a dict of its own is
immutable: actions are tried out on a copy.
"""

from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.kernel.versions import FIRST
from domain.schichtwechsel.catalog import SchichtwechselCatalog
from domain.schichtwechsel.components import Item
from domain.schichtwechsel.effects import Area, Cube
from domain.schichtwechsel.events import DecisionRequested, Ranked
from domain.schichtwechsel.switches import Switches

S = TypeVar("S", bound=Struct)

Phase: TypeAlias = Literal[
    "lobby", "I", "II", "III", "IV", "V", "VI", "action", "scoring", "final", "finished"
]


class Load(Struct, frozen=True):
    """What stands on a lorry: always of one kind."""

    cube: Cube | None = None
    count: int = 0


EMPTY = Load()


class Bundle(Struct, frozen=True):
    no: int
    cubes: tuple[str, ...]
    seat: int | None = None
    loaded: bool = False


class Payment(Struct, frozen=True):
    seat: int
    payment: tuple[Item, ...]


class Player(Struct):
    points: int = 0
    coins: int = 0
    white: int = 0
    player_stone: int = 1
    tools: int = 0
    water: int = 0
    lorries: dict[str, Load] = {}
    coal_wagons: dict[str, int] = {}
    heap: int = 0
    reserve: int = 0
    """Coke not yet produced; ovens are in the state, since all players share the plant."""
    coke_wagons: int = 0
    sold: int = 0
    discs: dict[str, int] = {}
    discs_before: dict[str, int] = {}
    """Where they stood when the round began."""
    miner: int = 0
    row: dict[str, bool] = {}
    """Whether the house still stands on the field."""
    row_open: tuple[str, ...] = ()
    """The freed fields that are still to be resolved in step VI."""
    on_card: int = 0
    pool: int = 0
    top: str | None = None
    left: str | None = None
    tile: str | None = None
    passed: bool = False
    own_card_payments: tuple[Payment, ...] = ()
    sales: int = 0
    """In this round."""

    def copied(self) -> "Player":
        twin = _twin(self)
        twin.lorries = self.lorries.copy()
        twin.coal_wagons = self.coal_wagons.copy()
        twin.discs = self.discs.copy()
        twin.row = self.row.copy()
        return twin

    def headframe_in(self, area: Area) -> str | None:
        return self.top if area == "top" else self.left

    def headframes_on_board(self) -> int:
        return self.pool + (self.top is not None) + (self.left is not None)


class State(Struct):
    catalog: SchichtwechselCatalog
    switches: Switches
    phase: Phase = "lobby"
    edition: str = ""
    options: dict[str, str] = {}
    rules: int = FIRST
    players: list[Player] = []
    round: int = 0
    start_seat: int = 0
    """Whose order the running phase follows."""
    marker_seat: int = 0
    """Who has the start player marker now."""
    active: int | None = None
    action_done: bool = False
    exchanges: int = 0
    """In this turn."""
    round_card: str | None = None
    revealed_cards: tuple[str, ...] = ()
    lorry_block: bool = False
    bag: dict[str, int] = {}
    supply: dict[str, int] = {}
    bundles: tuple[Bundle, ...] = ()
    cards: tuple[str, ...] = ()
    card_payments: dict[str, tuple[Payment, ...]] = {}
    tiles_on_display: tuple[str, ...] = ()
    covered_fields: tuple[str, ...] = ()
    covered_ovens: tuple[str, ...] = ()
    ovens: dict[str, int | None] = {}
    headframe_fields: dict[str, int | None] = {}
    sites: dict[str, tuple[int, ...]] = {}
    goal_order: dict[str, tuple[int, ...]] = {}
    exit_order: tuple[int, ...] = ()
    decisions: tuple[DecisionRequested, ...] = ()
    """Open ones, the last on top; what follows them stands in the decision itself."""
    decision_count: int = 0
    ended_round: int = 0
    ranking: tuple[Ranked, ...] = ()
    winners: tuple[int, ...] = ()

    def copied(self) -> "State":
        twin = _twin(self)
        twin.players = [player.copied() for player in self.players]
        twin.bag = self.bag.copy()
        twin.supply = self.supply.copy()
        twin.card_payments = self.card_payments.copy()
        twin.ovens = self.ovens.copy()
        twin.headframe_fields = self.headframe_fields.copy()
        twin.sites = self.sites.copy()
        twin.goal_order = self.goal_order.copy()
        return twin

    @property
    def decision(self) -> DecisionRequested | None:
        return self.decisions[-1] if self.decisions else None

    def turn_order(self) -> list[int]:
        seats = len(self.players)
        return [(self.start_seat + step) % seats for step in range(seats)]

    def coke_in_plant(self, seat: int) -> int:
        return sum(owner == seat for owner in self.ovens.values())

    def houses_on(self, site: str, seat: int) -> int:
        return self.sites[site].count(seat)

    def covered_indices(self) -> set[int]:
        return {self.catalog.shift_fields[name].index for name in self.covered_fields}

    def in_supply(self, cube: Cube) -> int:
        """How many cubes may be taken (R-01)."""
        return self.supply[cube] if self.switches.cube_supply_limited else 10**6


def awaited(state: State) -> tuple[int, ...]:
    if state.decision is not None:
        return (state.decision.seat,)
    return () if state.active is None else (state.active,)


def period(state: State) -> tuple[int, int]:
    return state.round, state.catalog.rounds


def initial(catalog: SchichtwechselCatalog) -> State:
    return State(catalog, catalog.switches)


def _twin(struct: S) -> S:
    """What `copy.copy` comes to after three detours; every action copies five structs."""
    twin: S = struct.__copy__()  # type: ignore[attr-defined]  # msgspec does not declare it
    return twin
