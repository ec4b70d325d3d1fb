"""Das große Kartenspiel: everything that can have happened in a game (rules, section 15.2).

A tag, once written to a log, is never renamed or reused; a new field gets a default. The salt and
the commitment that section 15.2 gives to `StacksPrepared` are those of the log's own seals.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from domain.kartenspiel.deeds import Effect, Payment
from domain.kernel.events import GameCreated as GameCreated
from domain.kernel.seals import Audience, Fact, Sealed

Via = Literal["worker", "innovation", "wild"]


class ComponentsRemoved(Fact, frozen=True, tag="components_removed"):
    workers: tuple[str, ...]
    """Those of unused colours too."""
    markers: tuple[int, ...]
    actions: tuple[str, ...]


class StacksPrepared(Fact, frozen=True, tag="stacks_prepared"):
    tops: dict[str, str]
    sizes: dict[str, int]
    stacks: Sealed[dict[str, tuple[str, ...]]] = UNSET
    """Top to bottom."""

    def hides(self, _actor: Audience, /) -> Mapping[str, Audience]:
        return {"stacks": None}


class StartPlayerChosen(Fact, frozen=True, tag="start_player_chosen"):
    seat: int
    method: Literal["table", "random"]

    @property
    def is_chosen(self) -> bool:
        return self.method == "table"


class ShiftStarted(Fact, frozen=True, tag="shift_started"):
    shift: int
    start_seat: int


class TurnStarted(Fact, frozen=True, tag="turn_started"):
    seat: int


class WorkersPlaced(Fact, frozen=True, tag="workers_placed"):
    seat: int
    area: str
    payment: Payment
    total: int


class Taken(Fact, frozen=True):
    """A card from the top of its stack, or from the pending draw of a wild action.

    In the second case `top_after` and `left` are absent and stand on `WildCardsReturned`.
    """

    seat: int
    via: Via
    stack: str


class LorryTaken(Taken, frozen=True, tag="lorry_taken"):
    card: str
    top_after: str | UnsetType | None = UNSET
    left: int | UnsetType = UNSET


class WagonTaken(Taken, frozen=True, tag="wagon_taken"):
    card: str
    track: int
    top_after: str | UnsetType | None = UNSET
    left: int | UnsetType = UNSET


class EngineTaken(Taken, frozen=True, tag="engine_taken"):
    card: str
    track: int
    top_after: str | UnsetType | None = UNSET
    left: int | UnsetType = UNSET


class TakenToHand(Taken, frozen=True):
    card: Sealed[str] = UNSET
    top_after: str | UnsetType | None = UNSET
    left: int | UnsetType = UNSET

    def hides(self, _actor: Audience, /) -> Mapping[str, Audience]:
        """From the top everybody saw it; out of a wild action only the owner does."""
        return {"card": self.seat} if self.via == "wild" else {}


class OrderTaken(TakenToHand, frozen=True, tag="order_taken"):
    pass


class InnovationTaken(TakenToHand, frozen=True, tag="innovation_taken"):
    pass


class ShareTaken(Taken, frozen=True, tag="share_taken"):
    card: str
    top_after: str | UnsetType | None = UNSET
    left: int | UnsetType = UNSET


class ObjectiveTaken(Taken, frozen=True, tag="objective_taken"):
    card: str
    top_after: str | UnsetType | None = UNSET
    left: int | UnsetType = UNSET


AnyTaken = (
    LorryTaken
    | WagonTaken
    | EngineTaken
    | OrderTaken
    | InnovationTaken
    | ShareTaken
    | ObjectiveTaken
)


class LorryStored(Fact, frozen=True, tag="lorry_stored"):
    seat: int
    card: str
    cost: int


class LorryLoaded(Fact, frozen=True, tag="lorry_loaded"):
    seat: int
    card: str
    origin: Literal["row", "storage"]
    track: int
    wagon: str
    cost: int


class MiningFinished(Fact, frozen=True, tag="mining_finished"):
    seat: int
    via: Via
    steps: int
    least: int
    most: int


class LoadedWagon(Struct, frozen=True):
    wagon: str
    lorry: str | None


class TrainDispatched(Fact, frozen=True, tag="train_dispatched"):
    seat: int
    via: Via
    track: int
    engine: str
    wagons: tuple[LoadedWagon, ...]
    lorries: int
    order: str


class WildCardsDrawn(Fact, frozen=True, tag="wild_cards_drawn"):
    seat: int
    stack: str
    count: int
    first: str
    """The top card, which lay open."""
    cards: Sealed[tuple[str, ...]] = UNSET

    def hides(self, _actor: Audience, /) -> Mapping[str, Audience]:
        return {"cards": self.seat}


class WildCardsReturned(Fact, frozen=True, tag="wild_cards_returned"):
    seat: int
    stack: str
    count: int
    top_after: str | None
    left: int
    cards: Sealed[tuple[str, ...]] = UNSET
    """The first of them lies uppermost."""

    def hides(self, _actor: Audience, /) -> Mapping[str, Audience]:
        return {"cards": self.seat}


class InnovationPlayed(Fact, frozen=True, tag="innovation_played"):
    seat: int
    card: str
    effect: Effect


class StackSplit(Fact, frozen=True, tag="stack_split"):
    from_stack: str
    to_stack: str
    tops: tuple[tuple[str, str], ...]
    """Stack and its top card, as of both stacks afterwards."""
    sizes: tuple[tuple[str, int], ...]
    moved: Sealed[tuple[str, ...]] = UNSET
    kept: Sealed[tuple[str, ...]] = UNSET

    def hides(self, _actor: Audience, /) -> Mapping[str, Audience]:
        return {"moved": None, "kept": None}


class TurnEnded(Fact, frozen=True, tag="turn_ended"):
    seat: int


class PlayerPassed(Fact, frozen=True, tag="player_passed"):
    seat: int
    reason: Literal["player", "absent"]


class ShiftEnded(Fact, frozen=True, tag="shift_ended"):
    shift: int
    last_miner: int | None


class ShiftMarkerAwarded(Fact, frozen=True, tag="shift_marker_awarded"):
    marker: int
    seat: int
    reason: Literal["last_miner", "start_player"]


class Standing(Struct, frozen=True):
    seat: int
    lorries: int
    orders: int
    shares: int
    markers: int
    objectives: int
    total: int


class ShiftScoringComputed(Fact, frozen=True, tag="shift_scoring_computed"):
    """What everybody would have if the game ended here; nothing follows from it (section 10).

    Up to where it counts is the version of its own entry.
    """

    shift: int
    scores: tuple[Standing, ...]


class WorkersReturned(Fact, frozen=True, tag="workers_returned"):
    returned: dict[int, tuple[str, ...]]
    """By seat."""
    boxed: tuple[str, ...]


class GameEnded(Fact, frozen=True, tag="game_ended"):
    shift: int


class Assignment(Struct, frozen=True):
    share: str
    order: str


class SharesAssigned(Fact, frozen=True, tag="shares_assigned"):
    seat: int
    pairs: tuple[Assignment, ...]
    unassigned: tuple[str, ...]


class ObjectiveLine(Struct, frozen=True):
    objective: str
    count: int
    vp: int


class ScoredCard(Struct, frozen=True):
    category: Literal["lorries", "orders", "shares", "markers"]
    card: str
    vp: int


class PlayerScored(Fact, frozen=True, tag="player_scored"):
    seat: int
    lorries: int
    orders: int
    shares: int
    markers: int
    objectives: int
    lines: tuple[ObjectiveLine, ...]
    """Category objectives, card by card."""
    total: int
    cards: tuple[ScoredCard, ...] = ()
    """The other categories, card by card."""


class Place(Struct, frozen=True):
    seat: int
    total: int
    highest_marker: int | None
    place: int


class WinnerDeclared(Fact, frozen=True, tag="winner_declared"):
    ranking: tuple[Place, ...]
    winners: tuple[int, ...]


Event = (
    GameCreated
    | ComponentsRemoved
    | StacksPrepared
    | StartPlayerChosen
    | ShiftStarted
    | TurnStarted
    | WorkersPlaced
    | LorryTaken
    | WagonTaken
    | EngineTaken
    | OrderTaken
    | InnovationTaken
    | ShareTaken
    | ObjectiveTaken
    | LorryStored
    | LorryLoaded
    | MiningFinished
    | TrainDispatched
    | WildCardsDrawn
    | WildCardsReturned
    | InnovationPlayed
    | StackSplit
    | TurnEnded
    | PlayerPassed
    | ShiftEnded
    | ShiftMarkerAwarded
    | ShiftScoringComputed
    | WorkersReturned
    | GameEnded
    | SharesAssigned
    | PlayerScored
    | WinnerDeclared
)
