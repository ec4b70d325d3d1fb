"""What the catalog lists, one type per kind of component (sections 2 to 16).

Anybody may send a catalog, so every figure has a bound: far above the printed one, and low enough
that whatever is built or played from it stays small. What else is asked of a catalog on which a
new game is to begin is said in `new_games.py`.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.schichtwechsel.effects import (
    Effects,
    Size,
    ToolTake,
    Water,
)

Names = dict[str, str]
Positive: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
Natural: TypeAlias = Annotated[int, Meta(ge=0, le=999)]
Figure: TypeAlias = Annotated[int, Meta(ge=-999, le=999)]
Capacity: TypeAlias = Annotated[int, Meta(ge=1, le=50)]
Seats: TypeAlias = Annotated[int, Meta(ge=1, le=8)]
Fields: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
"""Of a track."""
Steps: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
"""How much further a miner may walk with a house."""
Item: TypeAlias = Literal["white", "player", "coin"]
Cost: TypeAlias = Annotated[tuple[Item, ...], Meta(max_length=6)]


class PerColour(Struct, frozen=True):
    headframes: Figure
    houses: Figure
    coke: Figure
    discs: Figure


class Colours(Struct, frozen=True):
    ids: tuple[str, ...]


class Chips(Struct, frozen=True):
    count: Figure
    value: Figure


class Components(Struct, frozen=True):
    round_cards: Figure
    action_cards_general: Figure
    selection_tiles: Figure
    cover_markers_shift: Figure
    cover_markers_coking_plant: Figure
    tool_markers: Figure
    coins: Figure
    white_stones: Figure
    coal: Natural
    spoil: Natural
    victory_point_chips: tuple[Chips, ...]
    per_colour: PerColour
    colours: Colours


class StartingKit(Struct, frozen=True):
    coins: Natural
    tool_markers: Natural
    headframes_on_own_card: Figure
    houses_on_row: Figure
    coke_in_reserve: Figure
    discs_on_track_starts: Figure
    victory_points: Figure
    white_stones: Natural


class SetupFor(Struct, frozen=True):
    bag_coal: Natural
    bag_spoil: Natural
    refill_coal_per_round: Natural
    refill_spoil_per_round: Natural
    cubes_drawn_per_round: Natural
    general_action_cards: Figure
    selection_tiles: Figure
    covered_shift_fields: tuple[str, ...]
    covered_plain_grey_ovens: Natural


class Preparation(Struct, frozen=True):
    """The defaults serve catalogs written before this block was there."""

    pit_cube_in_bundle: Effects = (Water(1),)
    cube_without_a_place: Effects = (ToolTake(1),)
    water_rises: Effects = (Water(1),)


class Lorry(Struct, frozen=True):
    id: str
    capacity: Capacity
    coal_only: bool = False
    blockable: bool = False


class CoalWagon(Struct, frozen=True):
    id: str
    capacity: Capacity
    white_stone_spot: bool = False


class CokeWagon(Struct, frozen=True):
    id: str
    capacity: Capacity


class Column(Struct, frozen=True):
    coke: Positive
    points: Figure


class Sale(Struct, frozen=True):
    coke: Positive
    per_round: Natural
    reward: Effects


class WaterGauge(Struct, frozen=True):
    bottom: Figure
    top: Figure
    start: Figure
    white_stone_level: Figure
    on_reach_top: Effects
    on_reach_bottom: Effects


class Exchange(Struct, frozen=True):
    id: str
    spoil: Positive
    effects: Effects


class RowField(Struct, frozen=True):
    id: str
    position: Figure
    effects: Effects
    optional: bool = False


class Spot(Struct, frozen=True):
    area: Literal["water_gauge", "coal_wagons", "coking_plant"]


class GreyOven(Struct, frozen=True):
    id: str
    on_place: Effects
    cover_order: Figure | None = None


class RewardOrder(Struct, frozen=True):
    first: Figure
    later: Figure


class Milestone(Struct, frozen=True):
    at_least: Figure
    points: Figure


class Barrier(Struct, frozen=True):
    id: str
    between: tuple[Figure, Figure]
    benefit: str


class Track(Struct, frozen=True):
    id: str
    name: Names
    goal: Fields
    milestones: tuple[Milestone, ...]
    barriers: tuple[Barrier, ...]
    goal_points: RewardOrder


class Benefit(Struct, frozen=True):
    id: str
    effects: Effects


class ShiftField(Struct, frozen=True):
    id: str
    index: Figure
    name: Names
    effects: Effects


class Overrun(Struct, frozen=True):
    per: Literal["movement", "field"]
    effects: Effects


class ShiftSteps(Struct, frozen=True):
    base: Annotated[int, Meta(ge=1, le=20)]
    per_work_speed_house: Steps


class HeadframeField(Struct, frozen=True):
    id: str
    effects: Effects


class OnErect(Struct, frozen=True):
    first: Effects
    second: Effects


class SitePoints(Struct, frozen=True, tag_field="kind", tag="points"):
    points: Figure


class FinalMinerMove(Struct, frozen=True, tag_field="kind", tag="final_miner_move"):
    pass


class HeapPoints(Struct, frozen=True, tag_field="kind", tag="heap"):
    points: Figure
    points_per_spoil_on_heap: Figure


class FinalLoadingAndSale(Struct, frozen=True, tag_field="kind", tag="final_loading_and_sale"):
    loading_actions_per_house: Natural
    sales_per_house: Natural


class ReturnTools(Struct, frozen=True, tag_field="kind", tag="return_tools"):
    up_to: Natural


class WorkSpeed(Struct, frozen=True, tag_field="kind", tag="work_speed"):
    extra_steps: Steps


SiteScoring: TypeAlias = (
    SitePoints | FinalMinerMove | HeapPoints | FinalLoadingAndSale | ReturnTools | WorkSpeed
)


class Site(Struct, frozen=True):
    id: str
    area: str
    name: Names
    slots: dict[int, Figure | None]
    """By player count; null is without limit, as is `max_per_player`."""
    max_per_player: Figure | None
    scoring: SiteScoring


class Mode(Struct, frozen=True):
    id: str
    size: Size | Literal["special"]
    cost: Cost
    effects: Effects


class ActionCard(Struct, frozen=True):
    id: str
    kind: str
    size: Size | Literal["special"]
    name: Names
    badge: str
    player_counts: tuple[Seats, ...]
    cost: Cost
    uses_per_round: Figure | None
    copy_protected: bool
    effects: Effects
    modes: tuple[Mode, ...] = ()
    copy_modes: tuple[str, ...] = ()


class OwnCard(Struct, frozen=True):
    id: str
    name: Names
    cost: Cost
    effects: Effects


class PerTrackFields(Struct, frozen=True, tag_field="kind", tag="per_track_fields"):
    track: str
    fields: Positive
    points: Figure


class PerLeadingDisc(Struct, frozen=True, tag_field="kind", tag="per_leading_disc"):
    points: Figure


class PerSpoil(Struct, frozen=True, tag_field="kind", tag="per_spoil"):
    spoil: Positive
    points: Figure


class PerCoke(Struct, frozen=True, tag_field="kind", tag="per_coke"):
    coke: Positive
    points: Figure


class PitCubeIntoBag(Struct, frozen=True, tag_field="kind", tag="pit_cube_into_bag"):
    pass


class BlockLorry(Struct, frozen=True, tag_field="kind", tag="block_lorry"):
    pass


class WaterAll(Struct, frozen=True, tag_field="kind", tag="water_all"):
    delta: Figure


OnReveal: TypeAlias = PitCubeIntoBag | BlockLorry | WaterAll


class RoundCard(Struct, frozen=True):
    id: str
    number: Figure
    name: Names
    scoring: PerTrackFields | PerLeadingDisc | PerSpoil | PerCoke
    on_reveal: OnReveal | None


class LowerBonus(Struct, frozen=True):
    options: tuple[Effects, ...]
    if_no_option_possible: Effects


class Tile(Struct, frozen=True):
    id: str
    name: Names
    badge: str
    player_counts: tuple[Seats, ...]
    upper: Effects
    lower: LowerBonus


class Block(Struct, frozen=True):
    """One block of the final scoring; what it scores follows from its id."""

    id: str
    points_each: Figure = 0
    points: Figure = 0
    site_tools_first: bool = False
