"""What the catalog lists, one type a kind of component (sections 2 to 16)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.schichtwechsel.effects import (
    Effects,
    Size,
    ToolTake,
    Water,
)

Names = dict[str, str]
Positive: TypeAlias = Annotated[int, Meta(ge=1)]
Natural: TypeAlias = Annotated[int, Meta(ge=0)]
Item: TypeAlias = Literal["white", "player", "coin"]


class PerColour(Struct, frozen=True):
    headframes: int
    houses: int
    coke: int
    discs: int


class Colours(Struct, frozen=True):
    ids: tuple[str, ...]


class Chips(Struct, frozen=True):
    count: int
    value: int


class Components(Struct, frozen=True):
    round_cards: int
    action_cards_general: int
    selection_tiles: int
    cover_markers_shift: int
    cover_markers_coking_plant: int
    tool_markers: int
    coins: int
    white_stones: int
    coal: Natural
    spoil: Natural
    victory_point_chips: tuple[Chips, ...]
    per_colour: PerColour
    colours: Colours


class StartingKit(Struct, frozen=True):
    coins: Natural
    tool_markers: Natural
    headframes_on_own_card: int
    houses_on_row: int
    coke_in_reserve: int
    discs_on_track_starts: int
    victory_points: int
    white_stones: Natural


class SetupFor(Struct, frozen=True):
    bag_coal: Natural
    bag_spoil: Natural
    refill_coal_per_round: Natural
    refill_spoil_per_round: Natural
    cubes_drawn_per_round: Natural
    general_action_cards: int
    selection_tiles: int
    covered_shift_fields: tuple[str, ...]
    covered_plain_grey_ovens: Natural


class Preparation(Struct, frozen=True):
    """The defaults serve catalogs written before this block was there."""

    pit_cube_in_bundle: Effects = (Water(1),)
    cube_without_a_place: Effects = (ToolTake(1),)
    water_rises: Effects = (Water(1),)


class Lorry(Struct, frozen=True):
    id: str
    capacity: Positive
    coal_only: bool = False
    blockable: bool = False


class CoalWagon(Struct, frozen=True):
    id: str
    capacity: Positive
    white_stone_spot: bool = False


class CokeWagon(Struct, frozen=True):
    id: str
    capacity: Positive


class Column(Struct, frozen=True):
    coke: Positive
    points: int


class Sale(Struct, frozen=True):
    coke: Positive
    per_round: Natural
    reward: Effects


class WaterGauge(Struct, frozen=True):
    bottom: int
    top: int
    start: int
    white_stone_level: int
    on_reach_top: Effects
    on_reach_bottom: Effects


class Exchange(Struct, frozen=True):
    id: str
    spoil: Positive
    effects: Effects


class RowField(Struct, frozen=True):
    id: str
    position: int
    effects: Effects
    optional: bool = False


class Spot(Struct, frozen=True):
    area: Literal["water_gauge", "coal_wagons", "coking_plant"]


class GreyOven(Struct, frozen=True):
    id: str
    on_place: Effects
    cover_order: int | None = None


class RewardOrder(Struct, frozen=True):
    first: int
    later: int


class Milestone(Struct, frozen=True):
    at_least: int
    points: int


class Barrier(Struct, frozen=True):
    id: str
    between: tuple[int, int]
    benefit: str


class Track(Struct, frozen=True):
    id: str
    name: Names
    goal: Positive
    milestones: tuple[Milestone, ...]
    barriers: tuple[Barrier, ...]
    goal_points: RewardOrder


class Benefit(Struct, frozen=True):
    id: str
    effects: Effects


class ShiftField(Struct, frozen=True):
    id: str
    index: int
    name: Names
    effects: Effects


class Overrun(Struct, frozen=True):
    per: Literal["movement", "field"]
    effects: Effects


class ShiftSteps(Struct, frozen=True):
    base: Positive
    per_work_speed_house: Natural


class HeadframeField(Struct, frozen=True):
    id: str
    effects: Effects


class OnErect(Struct, frozen=True):
    first: Effects
    second: Effects


class SitePoints(Struct, frozen=True, tag_field="kind", tag="points"):
    points: int


class FinalMinerMove(Struct, frozen=True, tag_field="kind", tag="final_miner_move"):
    pass


class HeapPoints(Struct, frozen=True, tag_field="kind", tag="heap"):
    points: int
    points_per_spoil_on_heap: int


class FinalLoadingAndSale(Struct, frozen=True, tag_field="kind", tag="final_loading_and_sale"):
    loading_actions_per_house: Natural
    sales_per_house: Natural


class ReturnTools(Struct, frozen=True, tag_field="kind", tag="return_tools"):
    up_to: Natural


class WorkSpeed(Struct, frozen=True, tag_field="kind", tag="work_speed"):
    extra_steps: Natural


SiteScoring: TypeAlias = (
    SitePoints | FinalMinerMove | HeapPoints | FinalLoadingAndSale | ReturnTools | WorkSpeed
)


class Site(Struct, frozen=True):
    id: str
    area: str
    name: Names
    slots: dict[int, int | None]
    """By player count; null is without limit, as is `max_per_player`."""
    max_per_player: int | None
    scoring: SiteScoring


class Mode(Struct, frozen=True):
    id: str
    size: Size | Literal["special"]
    cost: tuple[Item, ...]
    effects: Effects


class ActionCard(Struct, frozen=True):
    id: str
    kind: str
    size: Size | Literal["special"]
    name: Names
    badge: str
    player_counts: tuple[int, ...]
    cost: tuple[Item, ...]
    uses_per_round: int | None
    copy_protected: bool
    effects: Effects
    modes: tuple[Mode, ...] = ()
    copy_modes: tuple[str, ...] = ()


class OwnCard(Struct, frozen=True):
    id: str
    name: Names
    cost: tuple[Item, ...]
    effects: Effects


class PerTrackFields(Struct, frozen=True, tag_field="kind", tag="per_track_fields"):
    track: str
    fields: Positive
    points: int


class PerLeadingDisc(Struct, frozen=True, tag_field="kind", tag="per_leading_disc"):
    points: int


class PerSpoil(Struct, frozen=True, tag_field="kind", tag="per_spoil"):
    spoil: Positive
    points: int


class PerCoke(Struct, frozen=True, tag_field="kind", tag="per_coke"):
    coke: Positive
    points: int


class PitCubeIntoBag(Struct, frozen=True, tag_field="kind", tag="pit_cube_into_bag"):
    pass


class BlockLorry(Struct, frozen=True, tag_field="kind", tag="block_lorry"):
    pass


class WaterAll(Struct, frozen=True, tag_field="kind", tag="water_all"):
    delta: int


OnReveal: TypeAlias = PitCubeIntoBag | BlockLorry | WaterAll


class RoundCard(Struct, frozen=True):
    id: str
    number: int
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
    player_counts: tuple[int, ...]
    upper: Effects
    lower: LowerBonus


class Block(Struct, frozen=True):
    """One block of the final scoring; what it scores follows from its id."""

    id: str
    points_each: int = 0
    points: int = 0
    site_tools_first: bool = False
