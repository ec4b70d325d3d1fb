"""What the catalog holds, block by block, each with its source."""

from typing import Generic, Literal, TypeVar

from msgspec import Struct

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
