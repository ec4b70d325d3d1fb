"""The vocabulary of the catalog: everything a card, tile, field or barrier can do (section 18).

An effect is data. What it means stands in `operations`, once for every use of it.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

Cube: TypeAlias = Literal["coal", "spoil"]
Area: TypeAlias = Literal["top", "left"]
Size: TypeAlias = Literal["large", "medium", "small"]
IfBlocked: TypeAlias = Literal["skip", "tool", "impossible"]


class Operation(
    Struct, frozen=True, tag_field="op", forbid_unknown_fields=True, omit_defaults=True
):
    """The base of all effects."""


class Requires(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    own_coke_in_plant_at_least: int = 0
    heap_at_least: int = 0


class Points(Operation, frozen=True, tag="points"):
    n: int


class Water(Operation, frozen=True, tag="water"):
    delta: int
    optional: bool = False


class WaterDown(Operation, frozen=True, tag="water_down"):
    up_to: int


class ToolTake(Operation, frozen=True, tag="tool_take"):
    n: int


class ToolReturn(Operation, frozen=True, tag="tool_return"):
    up_to: int


class Coin(Operation, frozen=True, tag="coin"):
    n: int


class WhiteStone(Operation, frozen=True, tag="white_stone"):
    n: int


class GainCube(Operation, frozen=True, tag="gain_cube"):
    cube: Cube
    to: Literal["lorry", "coal_wagon", "heap"]
    n: int = 1
    if_blocked: IfBlocked = "skip"
    requires: Requires | None = None


class GainCoke(Operation, frozen=True, tag="gain_coke"):
    to: Literal["coke_wagon", "oven"]
    n: int = 1
    if_blocked: IfBlocked = "skip"
    requires: Requires | None = None


class RaiseLorries(Operation, frozen=True, tag="raise_lorries"):
    up_to: int


class ProcessWagons(Operation, frozen=True, tag="process_wagons"):
    up_to: int


class LoadCoke(Operation, frozen=True, tag="load_coke"):
    up_to: int


class Advance(Operation, frozen=True, tag="advance"):
    track: str
    n: int
    no_barrier: bool = False


class AdvanceUpTo(Operation, frozen=True, tag="advance_up_to"):
    track: str
    up_to: int | Literal["headframes_no_longer_on_own_card"]


class MoveMiner(Operation, frozen=True, tag="move_miner"):
    use_field: bool


class PlaceHouse(Operation, frozen=True, tag="place_house"):
    pass


class ErectHeadframe(Operation, frozen=True, tag="erect_headframe"):
    pass


class MoveHeadframe(Operation, frozen=True, tag="move_headframe"):
    areas: tuple[Area, ...]


class MoveHeadframes(Operation, frozen=True, tag="move_headframes"):
    top: bool
    left: bool


class CopyCard(Operation, frozen=True, tag="copy_card"):
    sizes: tuple[Size, ...]


class TakeStartMarker(Operation, frozen=True, tag="take_start_marker"):
    pass


class TileLowerBonus(Operation, frozen=True, tag="tile_lower_bonus"):
    pass


class Choose(Operation, frozen=True, tag="choose"):
    options: tuple[tuple["Effect", ...], ...]


Effect: TypeAlias = (
    Points
    | Water
    | WaterDown
    | ToolTake
    | ToolReturn
    | Coin
    | WhiteStone
    | GainCube
    | GainCoke
    | RaiseLorries
    | ProcessWagons
    | LoadCoke
    | Advance
    | AdvanceUpTo
    | MoveMiner
    | PlaceHouse
    | ErectHeadframe
    | MoveHeadframe
    | MoveHeadframes
    | CopyCard
    | TakeStartMarker
    | TileLowerBonus
    | Choose
)
Effects: TypeAlias = tuple[Effect, ...]


def op_of(effect: Operation) -> str:
    return str(effect.__struct_config__.tag)
