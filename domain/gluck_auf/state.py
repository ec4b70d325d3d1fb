"""Glück Auf: the state of a game, and what everybody may ask of it. `fold` writes into it."""

from typing import Literal

from msgspec import Struct, field

from domain.gluck_auf import events as e
from domain.gluck_auf.catalog import GluckAufCatalog
from domain.gluck_auf.pit import Pit, is_filled
from domain.kernel.versions import FIRST

Phase = Literal[
    "created",
    "draft",
    "turn",
    "awaiting_tile_choice",
    "awaiting_order_choice",
    "scoring",
    "finished",
]


class Contradiction(Exception):
    """The event cannot have happened in this game."""


class Player(Struct):
    workers: int = 0
    marks: int = 0
    vp: int = 0
    pit: Pit = field(default_factory=lambda: Pit(0, {}, {}, {}, {}))
    tiles: list[str] = []
    delivered: list[str] = []


class Group(Struct, frozen=True):
    """The workers on a space: always of one player."""

    player: int
    count: int


class State(Struct):
    catalog: GluckAufCatalog
    phase: Phase = "created"
    edition: str = ""
    options: dict[str, str] = {}
    rules: int = FIRST
    players: list[Player] = []
    locked: tuple[str, ...] = ()
    starting_player: int = 0
    active: int | None = None
    shift: int = 0
    tile_stack: list[str] = []
    """Top first, as is the order stack; `?` where the fold of a redacted log cannot tell."""
    order_stack: list[str] = []
    open_tiles: dict[str, str | None] = {}
    open_orders: dict[str, str | None] = {}
    display: list[str] = []
    look_area: list[str] = []
    workers: dict[str, Group] = {}
    canteen: list[int] = []
    bank: list[int] = []
    supply: dict[str, int] = {}
    delivered_revealed: bool = False
    ranking: tuple[e.Place, ...] = ()
    winners: tuple[int, ...] = ()

    def spot_filled(self, order: str, spot: int, cubes: tuple[str, ...]) -> bool:
        printed = self.catalog.orders[order].spots[spot]
        return is_filled(printed, cubes, self.catalog.constants.substitute_cubes_per_spot)

    def is_complete(self, player: int, order: str) -> bool:
        spots = self.players[player].pit.outstanding[order]
        return all(self.spot_filled(order, spot, cubes) for spot, cubes in enumerate(spots))

    def cost(self, space: str) -> int:
        """Workers standing there now, plus one."""
        group = self.workers.get(space)
        return group.count + 1 if group else 1


def awaited(state: State) -> tuple[int, ...]:
    return () if state.active is None else (state.active,)


def period(state: State) -> tuple[int, int]:
    return state.shift, state.catalog.constants.shifts


def initial(catalog: GluckAufCatalog) -> State:
    return State(catalog)
