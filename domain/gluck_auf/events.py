"""Glück Auf: everything that can have happened in a game (rules, section 16.2).

A tag, once written to a log, is never renamed or reused; a new field gets a default.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET, Struct

from domain.kernel.events import GameCreated as GameCreated
from domain.kernel.seals import Audience, Fact, Sealed

End = Literal["top", "bottom"]
Source = Literal["cage", "storage"]
SpotState = Literal["half", "filled"]


class SpacesLocked(Fact, frozen=True, tag="spaces_locked"):
    space_ids: tuple[str, ...]


class StartingPlayerDrawn(Fact, frozen=True, tag="starting_player_drawn"):
    player: int
    method: str

    @property
    def is_chosen(self) -> bool:
        return self.method == "assigned"


class TunnelTilesShuffled(Fact, frozen=True, tag="tunnel_tiles_shuffled"):
    count: int
    order: Sealed[tuple[str, ...]] = UNSET
    """Top first."""

    def hides(self, _actor: Audience, /) -> Mapping[str, Audience]:
        return {"order": None}


class FactorySpaceFilled(Fact, frozen=True, tag="factory_space_filled"):
    space_id: str
    tile_id: str


class Equipment(Struct, frozen=True):
    workers: int
    marks: int
    lorries: dict[str, str]
    """The cube on each base lorry."""


class PlayersEquipped(Fact, frozen=True, tag="players_equipped"):
    players: tuple[Equipment, ...]
    coal_supply: dict[str, int]
    """What is left in the general supply."""


class OrdersShuffled(Fact, frozen=True, tag="orders_shuffled"):
    count: int
    order: Sealed[tuple[str, ...]] = UNSET

    def hides(self, _actor: Audience, /) -> Mapping[str, Audience]:
        return {"order": None}


class DraftDisplayRevealed(Fact, frozen=True, tag="draft_display_revealed"):
    order_ids: tuple[str, ...]
    first_player: int


class OrderDrafted(Fact, frozen=True, tag="order_drafted"):
    player: int
    order_id: str
    next_player: int | None


class DraftRemainderPlaced(Fact, frozen=True, tag="draft_remainder_placed"):
    order_id: str
    space_id: str


class OrderSpaceFilled(Fact, frozen=True, tag="order_space_filled"):
    space_id: str
    order_id: str


class ShiftStarted(Fact, frozen=True, tag="shift_started"):
    shift: int
    starting_player: int


class WorkersPlaced(Fact, frozen=True, tag="workers_placed"):
    player: int
    space_id: str
    count: int
    displaced_player: int | None
    displaced_count: int


class BankUsed(Fact, frozen=True, tag="bank_used"):
    player: int
    workers: int


class MarksReceived(Fact, frozen=True, tag="marks_received"):
    player: int
    amount: int
    reason: str
    """The id of the money space, or `bank`."""


class MarksPaid(Fact, frozen=True, tag="marks_paid"):
    player: int
    amount: int
    tile_id: str


class TunnelTileAcquired(Fact, frozen=True, tag="tunnel_tile_acquired"):
    player: int
    tile_id: str
    source: str
    """The space it lay on, or the look-at-five space."""
    level: int
    side: str
    cubes: tuple[str | None, ...]
    substituted: tuple[bool, ...]
    """Where a coal shortage put another cube, or none, than the lorry's color."""


class FactorySpaceLeftEmpty(Fact, frozen=True, tag="factory_space_left_empty"):
    space_id: str


class TunnelTilesLookedAt(Fact, frozen=True, tag="tunnel_tiles_looked_at"):
    player: int
    count: int
    tile_ids: Sealed[tuple[str, ...]] = UNSET

    def hides(self, actor: Audience, /) -> Mapping[str, Audience]:
        return {"tile_ids": actor}


class TunnelTilesReturned(Fact, frozen=True, tag="tunnel_tiles_returned"):
    player: int
    to: End | None
    count: int
    tile_ids: Sealed[tuple[str, ...]] = UNSET
    """In the order in which they will be drawn."""

    def hides(self, actor: Audience, /) -> Mapping[str, Audience]:
        return {"tile_ids": actor}


class OrderTaken(Fact, frozen=True, tag="order_taken"):
    player: int
    order_id: str
    source: str
    """The space it lay on, or the look-at-five space."""


class OrderSpaceLeftEmpty(Fact, frozen=True, tag="order_space_left_empty"):
    space_id: str


class OrdersLookedAt(Fact, frozen=True, tag="orders_looked_at"):
    player: int
    count: int
    order_ids: Sealed[tuple[str, ...]] = UNSET

    def hides(self, actor: Audience, /) -> Mapping[str, Audience]:
        return {"order_ids": actor}


class OrdersReturned(Fact, frozen=True, tag="orders_returned"):
    player: int
    to: End | None
    count: int
    order_ids: Sealed[tuple[str, ...]] = UNSET

    def hides(self, actor: Audience, /) -> Mapping[str, Audience]:
        return {"order_ids": actor}


class CageMoved(Fact, frozen=True, tag="cage_moved"):
    player: int
    from_level: int
    to_level: int


class CoalLoaded(Fact, frozen=True, tag="coal_loaded"):
    player: int
    lorry_id: str
    color: str


class CoalPlaced(Fact, frozen=True, tag="coal_placed"):
    player: int
    source: Source
    color: str
    order_id: str
    spot: int
    spot_state_after: SpotState


class CoalStored(Fact, frozen=True, tag="coal_stored"):
    player: int
    color: str


class MiningFinished(Fact, frozen=True, tag="mining_finished"):
    player: int
    space_id: str
    steps_allowed: int
    steps_used: int


class OrderDelivered(Fact, frozen=True, tag="order_delivered"):
    player: int
    order_id: str
    vp: int
    cubes_returned: dict[str, int]


class TurnEnded(Fact, frozen=True, tag="turn_ended"):
    player: int
    next_player: int | None
    skipped: tuple[int, ...]


class ShiftEnded(Fact, frozen=True, tag="shift_ended"):
    shift: int


class DeliveredOrdersRevealed(Fact, frozen=True, tag="delivered_orders_revealed"):
    shift: int
    order_ids: tuple[tuple[str, ...], ...]
    """By player."""


class ElementScored(Fact, frozen=True, tag="element_scored"):
    shift: int
    element_id: str
    counts: tuple[int, ...]
    first: tuple[int, ...]
    first_vp: int
    second: tuple[int, ...]
    second_vp: int


class ShiftScored(Fact, frozen=True, tag="shift_scored"):
    shift: int
    vp_gained: tuple[int, ...]
    vp_totals: tuple[int, ...]


class DeliveredOrdersConcealed(Fact, frozen=True, tag="delivered_orders_concealed"):
    shift: int


class StartingPlayerChosen(Fact, frozen=True, tag="starting_player_chosen"):
    factory_workers: tuple[int, ...]
    tied: tuple[int, ...]
    old: int
    new: int


class WorkersReturned(Fact, frozen=True, tag="workers_returned"):
    counts: tuple[int, ...]
    """By player: the workers that come back from spaces, Canteen and Bank."""


class FinalScore(Struct, frozen=True):
    marks: int
    money_vp: int
    marks_left: int
    cubes: int
    cube_vp: int
    outstanding: int
    outstanding_vp: int
    light: int
    dark: int
    balance_vp: int
    total: int


class FinalScoreComputed(Fact, frozen=True, tag="final_score_computed"):
    players: tuple[FinalScore, ...]


class Place(Struct, frozen=True):
    player: int
    vp: int
    marks_left: int
    rank: int


class GameFinished(Fact, frozen=True, tag="game_finished"):
    ranking: tuple[Place, ...]
    winners: tuple[int, ...]


Event = (
    GameCreated
    | SpacesLocked
    | StartingPlayerDrawn
    | TunnelTilesShuffled
    | FactorySpaceFilled
    | PlayersEquipped
    | OrdersShuffled
    | DraftDisplayRevealed
    | OrderDrafted
    | DraftRemainderPlaced
    | OrderSpaceFilled
    | ShiftStarted
    | WorkersPlaced
    | BankUsed
    | MarksReceived
    | MarksPaid
    | TunnelTileAcquired
    | FactorySpaceLeftEmpty
    | TunnelTilesLookedAt
    | TunnelTilesReturned
    | OrderTaken
    | OrderSpaceLeftEmpty
    | OrdersLookedAt
    | OrdersReturned
    | CageMoved
    | CoalLoaded
    | CoalPlaced
    | CoalStored
    | MiningFinished
    | OrderDelivered
    | TurnEnded
    | ShiftEnded
    | DeliveredOrdersRevealed
    | ElementScored
    | ShiftScored
    | DeliveredOrdersConcealed
    | StartingPlayerChosen
    | WorkersReturned
    | FinalScoreComputed
    | GameFinished
)
