"""Glück Auf's components: `catalog.json` read into types and indexed by id."""

from importlib.resources import files
from typing import Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.catalog import Catalog
from domain.kernel.errors import InvalidSetup

T = TypeVar("T")
Names = dict[str, str]
Side = Literal["light", "dark"]


class Block(Struct, Generic[T], frozen=True):
    source: list[str]
    items: T
    note: str = ""


class Constants(Struct, frozen=True):
    player_counts: list[int]
    shifts: int
    cage_capacity: int
    surface_level: int
    deepest_level: int
    bank_workers: int
    bank_marks: int
    substitute_cubes_per_spot: int


class Color(Struct, frozen=True):
    id: str
    level: int
    cubes_in_box: int
    names: Names


class Vehicle(Struct, frozen=True):
    id: str
    names: Names


class SpaceKind(Struct, frozen=True):
    id: str
    names: Names


class Space(Struct, frozen=True):
    id: str
    kind: str
    parameter: int | str
    open_at_player_counts: list[int]


class Setup(Struct, frozen=True):
    workers_per_player: int
    starting_marks: int
    draft_reveal: int
    draft_picks_per_player: int
    second_place_scored: bool


class BaseLorry(Struct, frozen=True):
    id: str
    color: str
    level: int
    side: Side
    starting_cube: str


class Order(Struct, frozen=True):
    id: str
    vehicle: str
    vp: int
    spots: tuple[str, ...]


class Tile(Struct, frozen=True):
    id: str
    color: str
    level: int
    lorries: int
    side: Side
    price: int

    def lorry_ids(self) -> list[str]:
        return [f"{self.id}:{number}" for number in range(1, self.lorries + 1)]


class Element(Struct, frozen=True):
    """One of the things scored at the end of a shift."""

    id: str
    group: Literal["coal", "vehicle", "empty"]
    key: str
    scored_after_shifts: list[int]
    first: int
    second: dict[str, int]
    names: Names


class EndGame(Struct, frozen=True):
    marks_per_vp: int
    cubes_per_vp: int
    vp_per_outstanding_order: int
    vp_per_tile_of_imbalance: int


class Editions(Struct, frozen=True):
    source: list[str]
    default: str
    options: dict[str, list[str]]
    presets: dict[str, dict[str, str]]


class Content(Struct, frozen=True):
    catalog: Literal["gluck-auf"]
    catalog_version: int
    constants: Block[Constants]
    colors: Block[list[Color]]
    vehicles: Block[list[Vehicle]]
    space_kinds: Block[list[SpaceKind]]
    worker_spaces: Block[list[Space]]
    setup_by_player_count: Block[dict[int, Setup]]
    base_lorries: Block[list[BaseLorry]]
    orders: Block[list[Order]]
    tiles: Block[list[Tile]]
    shift_clock: Block[list[Element]]
    end_game: Block[EndGame]
    rules_editions: Editions


class Lorry(Struct, frozen=True):
    color: str
    level: int


class GluckAufCatalog(Catalog):
    def __init__(self, raw: bytes) -> None:
        super().__init__(raw)
        try:
            content = msgspec.convert(self.content, Content, strict=False)
        except msgspec.ValidationError as error:
            raise InvalidSetup(f"the catalog does not fit Glück Auf: {error}") from error

        self.constants = content.constants.items
        self.colors = {color.id: color for color in content.colors.items}
        self.vehicles = {vehicle.id: vehicle for vehicle in content.vehicles.items}
        self.space_kinds = {kind.id: kind for kind in content.space_kinds.items}
        self.spaces = {space.id: space for space in content.worker_spaces.items}
        self.setups = content.setup_by_player_count.items
        self.base_lorries = {lorry.id: lorry for lorry in content.base_lorries.items}
        self.orders = {order.id: order for order in content.orders.items}
        self.tiles = {tile.id: tile for tile in content.tiles.items}
        self.elements = {element.id: element for element in content.shift_clock.items}
        self.end_game = content.end_game.items
        self.editions = content.rules_editions
        self.lorries = {
            **{base.id: Lorry(base.color, base.level) for base in self.base_lorries.values()},
            **{
                lorry: Lorry(tile.color, tile.level)
                for tile in self.tiles.values()
                for lorry in tile.lorry_ids()
            },
        }
        self._refuse_strangers()

    def spaces_of(self, kind: str) -> list[Space]:
        return [space for space in self.spaces.values() if space.kind == kind]

    def the_space(self, kind: str) -> Space:
        [space] = self.spaces_of(kind)
        return space

    def _refuse_strangers(self) -> None:
        """Every reference between the blocks must lead somewhere."""
        for order in self.orders.values():
            self._must_know("order", order.id, "vehicle", order.vehicle, self.vehicles)
            for color in order.spots:
                self._must_know("order", order.id, "color", color, self.colors)
        for tile in self.tiles.values():
            self._must_know("tile", tile.id, "color", tile.color, self.colors)
        for space in self.spaces.values():
            self._must_know("worker space", space.id, "kind", space.kind, self.space_kinds)
        for kind in ("factory_draw", "new_order_draw"):
            if len(self.spaces_of(kind)) != 1:
                raise InvalidSetup(f"the catalog needs exactly one worker space of kind {kind}")
        for count in self.constants.player_counts:
            if count not in self.setups:
                raise InvalidSetup(f"the catalog has no setup for {count} players")

    @staticmethod
    def _must_know(what: str, where: str, field: str, value: str, known: object) -> None:
        if value not in known:  # type: ignore[operator]  # a dict, whatever its values
            raise InvalidSetup(f"{what} {where} of the catalog has an unknown {field}: {value}")


CATALOG = GluckAufCatalog(files(__package__).joinpath("catalog.json").read_bytes())
