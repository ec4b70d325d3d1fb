"""Schichtwechsel: everything that can have happened in a game (rules, section 21.4).

Events carry results, so that an old game folds without chance and without the catalog. Only
`points_scored` changes points. A tag, once written to a log, is never renamed or reused; a new
field gets a default.
"""

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.kernel.events import GameCreated as GameCreated
from domain.kernel.seals import Fact
from domain.schichtwechsel.components import Item
from domain.schichtwechsel.effects import Cube, Effect
from domain.schichtwechsel.params import Place, Said

Step: TypeAlias = Literal["I", "II", "III", "IV", "V", "VI", "action", "scoring", "final"]
DecisionKind: TypeAlias = Literal[
    "tile_bonus",
    "place_gained",
    "barrier_benefit",
    "miner_steps",
    "place_house",
    "copy",
    "return_tools",
    "water_amount",
    "choose",
    "advance_steps",
    "raise_lorries",
    "process_wagons",
    "load_coke",
    "move_headframes",
]
"""From `choose` on: only where a corrected catalog puts such an effect behind a follow-up."""


Context: TypeAlias = Literal["", "barrier", "tile"]
"""Barrier options may be declined; a tile's upper bonus asks in its own way."""


class Cubes(Struct, frozen=True):
    coal: int
    spoil: int


class GameStarted(Fact, frozen=True, tag="game_started"):
    bag: Cubes
    supply: Cubes
    cards: tuple[str, ...]
    tiles: tuple[str, ...]
    covered_fields: tuple[str, ...]
    covered_ovens: tuple[str, ...]
    start_level: int
    coins: int
    tools: int
    coke: int
    white: int
    points: int
    headframes: int
    miner: int
    lorries: tuple[str, ...]
    coal_wagons: tuple[str, ...]
    row: tuple[str, ...]
    tracks: tuple[str, ...]
    ovens: tuple[str, ...]
    sites: tuple[str, ...]
    headframe_fields: tuple[str, ...]


class StartPlayerDetermined(Fact, frozen=True, omit_defaults=True, tag="start_player_determined"):
    seat: int
    method: Literal["random", "table"] = "random"
    """Written only if the table chose: games from before it could, have nothing here."""

    @property
    def is_chosen(self) -> bool:
        return self.method == "table"


class RoundStarted(Fact, frozen=True, tag="round_started"):
    round: int


class RoundCardRevealed(Fact, frozen=True, tag="round_card_revealed"):
    round: int
    card: str
    effect: str | None


class PitCubeAdded(Fact, frozen=True, tag="pit_cube_added"):
    pass


class StepStarted(Fact, frozen=True, tag="step_started"):
    step: Step


class BagRefilled(Fact, frozen=True, tag="bag_refilled"):
    coal: int
    spoil: int


class BundleDrawn(Fact, frozen=True, tag="bundle_drawn"):
    bundle_no: int
    cubes: tuple[str, ...]


class BundleAssigned(Fact, frozen=True, tag="bundle_assigned"):
    bundle_no: int
    seat: int


class Placement(Struct, frozen=True, forbid_unknown_fields=True):
    cube: Cube
    lorry: str | None


class CubesLoaded(Fact, frozen=True, tag="cubes_loaded"):
    seat: int
    placements: tuple[Placement, ...]
    unplaced: Cubes


class PitCubeReturned(Fact, frozen=True, tag="pit_cube_returned"):
    pass


class TileTaken(Fact, frozen=True, tag="tile_taken"):
    seat: int
    tile: str
    returned: str | None


class WaterChanged(Fact, frozen=True, tag="water_changed"):
    seat: int
    from_: int = msgspec.field(name="from")
    to: int
    cause: str


class WaterOverflowed(Fact, frozen=True, tag="water_overflowed"):
    seat: int
    from_: int = msgspec.field(name="from")
    to: int


class ToolsTaken(Fact, frozen=True, tag="tools_taken"):
    seat: int
    count: int
    cause: str


class ToolsReturned(Fact, frozen=True, tag="tools_returned"):
    seat: int
    count: int
    cause: str


class PointsScored(Fact, frozen=True, tag="points_scored"):
    seat: int
    points: int
    cause: str


class WhiteStonesReceived(Fact, frozen=True, tag="white_stones_received"):
    seat: int
    count: int
    cause: str


class CoinsReceived(Fact, frozen=True, tag="coins_received"):
    seat: int
    count: int
    cause: str


class CubesGained(Fact, frozen=True, tag="cubes_gained"):
    seat: int
    cube: Cube
    count: int
    to: str


class CokeSold(Fact, frozen=True, tag="coke_sold"):
    seat: int
    column: int
    coke: int


class SaleDeclined(Fact, frozen=True, tag="sale_declined"):
    seat: int


class RowFieldResolved(Fact, frozen=True, tag="row_field_resolved"):
    seat: int
    field: str


class TurnStarted(Fact, frozen=True, tag="turn_started"):
    """It is this seat's time to act, in the preparation and the final scoring as well."""

    seat: int


class TurnEnded(Fact, frozen=True, tag="turn_ended"):
    seat: int


class CardPaid(Fact, frozen=True, tag="card_paid"):
    seat: int
    card: str
    payment: tuple[Item, ...]
    mode: str | None = None


class OwnCardPaid(Fact, frozen=True, tag="own_card_paid"):
    seat: int
    payment: tuple[Item, ...]


class CardCopied(Fact, frozen=True, tag="card_copied"):
    seat: int
    card: str
    source: str
    mode: str | None = None


class CopyDeclined(Fact, frozen=True, tag="copy_declined"):
    seat: int
    source: str


class LorryRaised(Fact, frozen=True, tag="lorry_raised"):
    seat: int
    lorry: str
    cube: Cube
    count: int
    wagons: tuple[str, ...]


class WagonProcessed(Fact, frozen=True, tag="wagon_processed"):
    seat: int
    wagon: str
    coal: int
    oven: str


class CokePlaced(Fact, frozen=True, tag="coke_placed"):
    seat: int
    oven: str


class CokeReceived(Fact, frozen=True, tag="coke_received"):
    seat: int


class CokeLoaded(Fact, frozen=True, tag="coke_loaded"):
    seat: int
    ovens: tuple[str, ...]


class DiscAdvanced(Fact, frozen=True, tag="disc_advanced"):
    seat: int
    track: str
    from_: int = msgspec.field(name="from")
    to: int


class BarrierCrossed(Fact, frozen=True, tag="barrier_crossed"):
    seat: int
    barrier: str


class GoalReached(Fact, frozen=True, tag="goal_reached"):
    seat: int
    track: str
    rank: int


class HouseBuilt(Fact, frozen=True, tag="house_built"):
    seat: int
    row_field: str
    site: str


class HeadframeErected(Fact, frozen=True, tag="headframe_erected"):
    seat: int
    number: int


class Moved(Struct, frozen=True):
    from_: Place = msgspec.field(name="from")
    to: str
    """The bonus field."""


class HeadframeMoved(Fact, frozen=True, tag="headframe_moved"):
    """One move, or both moves of one action; the top one is made first."""

    seat: int
    moves: tuple[Moved, ...]


class MinerMoved(Fact, frozen=True, tag="miner_moved"):
    seat: int
    from_: int = msgspec.field(name="from")
    to: int
    skipped: tuple[int, ...]


class ExitReached(Fact, frozen=True, tag="exit_reached"):
    seat: int
    rank: int


class MinerOverran(Fact, frozen=True, tag="miner_overran"):
    seat: int


class SpoilExchanged(Fact, frozen=True, tag="spoil_exchanged"):
    seat: int
    exchange: str
    spoil: int


class StartMarkerTaken(Fact, frozen=True, tag="start_marker_taken"):
    seat: int
    from_: int = msgspec.field(name="from")


class PlayerPassed(Fact, frozen=True, tag="player_passed"):
    seat: int


class Planned(Struct, frozen=True, omit_defaults=True):
    """An effect that still has to happen, and what causes it."""

    effect: Effect
    cause: str
    context: Context = ""


class DecisionRequested(Fact, frozen=True, tag="decision_requested"):
    decision_id: int
    seat: int
    kind: DecisionKind
    options: tuple[str | int, ...]
    then: tuple[Planned, ...]
    """The effect that asks, and whatever follows once it is done: depth first (R-11)."""


class DecisionAnswered(Fact, frozen=True, tag="decision_answered"):
    decision_id: int
    seat: int
    answer: Said


class RoundScored(Fact, frozen=True, tag="round_scored"):
    round: int
    card: str
    counts: tuple[int, ...]
    """What each seat has of what the card counts."""
    points: tuple[int, ...]


class RoundEnded(Fact, frozen=True, tag="round_ended"):
    round: int
    start_seat: int


class FinalStepScored(Fact, frozen=True, tag="final_step_scored"):
    step: str
    counts: tuple[int, ...]
    points: tuple[int, ...]


class Ranked(Struct, frozen=True):
    seat: int
    points: int
    place: int


class GameFinished(Fact, frozen=True, tag="game_finished"):
    ranking: tuple[Ranked, ...]


Event = (
    GameCreated
    | GameStarted
    | StartPlayerDetermined
    | RoundStarted
    | RoundCardRevealed
    | PitCubeAdded
    | StepStarted
    | BagRefilled
    | BundleDrawn
    | BundleAssigned
    | CubesLoaded
    | PitCubeReturned
    | TileTaken
    | WaterChanged
    | WaterOverflowed
    | ToolsTaken
    | ToolsReturned
    | PointsScored
    | WhiteStonesReceived
    | CoinsReceived
    | CubesGained
    | CokeSold
    | SaleDeclined
    | RowFieldResolved
    | TurnStarted
    | TurnEnded
    | CardPaid
    | OwnCardPaid
    | CardCopied
    | CopyDeclined
    | LorryRaised
    | WagonProcessed
    | CokePlaced
    | CokeReceived
    | CokeLoaded
    | DiscAdvanced
    | BarrierCrossed
    | GoalReached
    | HouseBuilt
    | HeadframeErected
    | HeadframeMoved
    | MinerMoved
    | ExitReached
    | MinerOverran
    | SpoilExchanged
    | StartMarkerTaken
    | PlayerPassed
    | DecisionRequested
    | DecisionAnswered
    | RoundScored
    | RoundEnded
    | FinalStepScored
    | GameFinished
)
