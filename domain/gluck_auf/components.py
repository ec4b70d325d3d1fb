"""What the catalog holds, block by block, each with its source.

Anybody may send a catalog, so every figure has a bound: far above the printed one, and low enough
that whatever is built or played from it stays small. What else is asked of a catalog on which a
new game is to begin is said in `consistency.py`.
"""

from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct

T = TypeVar("T")
Names = dict[str, str]
Figure: TypeAlias = Annotated[int, Meta(ge=-999, le=999)]
Level: TypeAlias = Annotated[int, Meta(ge=-50, le=50)]
Shifts: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Workers: TypeAlias = Annotated[int, Meta(le=100)]
Lorries: TypeAlias = Annotated[int, Meta(le=20)]
Capacity: TypeAlias = Annotated[int, Meta(ge=1, le=50)]
Exchange: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
Side = Literal["light", "dark"]


class Block(Struct, Generic[T], frozen=True):
    source: list[str]
    items: T
    note: str = ""


class Constants(Struct, frozen=True):
    player_counts: Annotated[list[Figure], Meta(min_length=1)]
    shifts: Shifts
    cage_capacity: Capacity
    surface_level: Level
    deepest_level: Level
    bank_workers: Figure
    bank_marks: Figure
    substitute_cubes_per_spot: Figure


class Color(Struct, frozen=True):
    id: str
    level: Level
    cubes_in_box: Figure
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
    parameter: Figure | str
    open_at_player_counts: list[Figure]


class Setup(Struct, frozen=True):
    workers_per_player: Workers
    starting_marks: Figure
    draft_reveal: Figure
    draft_picks_per_player: Figure
    second_place_scored: bool


class BaseLorry(Struct, frozen=True):
    id: str
    color: str
    level: Level
    side: Side
    starting_cube: str


class Order(Struct, frozen=True):
    id: str
    vehicle: str
    vp: Figure
    spots: Annotated[tuple[str, ...], Meta(max_length=20)]


class Tile(Struct, frozen=True):
    id: str
    color: str
    level: Level
    lorries: Lorries
    side: Side
    price: Figure

    def lorry_ids(self) -> list[str]:
        return [f"{self.id}:{number}" for number in range(1, self.lorries + 1)]


class Element(Struct, frozen=True):
    """One of the things scored at the end of a shift."""

    id: str
    group: Literal["coal", "vehicle", "empty"]
    key: str
    scored_after_shifts: list[Figure]
    first: Figure
    second: dict[str, Figure]
    names: Names


class EndGame(Struct, frozen=True):
    marks_per_vp: Exchange
    cubes_per_vp: Exchange
    vp_per_outstanding_order: Figure
    vp_per_tile_of_imbalance: Figure


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
