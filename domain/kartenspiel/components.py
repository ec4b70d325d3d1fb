"""The components of Das große Kartenspiel as types: what stands in the catalog."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import Meta, Struct, field

T = TypeVar("T")

Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=64)]
Count = Annotated[int, Meta(ge=0, le=999)]
Positive = Annotated[int, Meta(ge=1, le=999)]
Steps = Annotated[int, Meta(ge=0, le=9)]
"""More than the printed cards have; a bound for the search of mining sequences."""
Workers = Annotated[int, Meta(ge=1, le=20)]

Deck = Literal["lorries", "wagons", "engines", "orders", "shares", "innovations", "objectives"]
Effect = Literal[
    "take_lorry", "take_wagon", "take_engine", "take_order", "take_share", "mine", "deliver"
]
ObjectiveKind = Literal[
    "shift_markers",
    "objectives",
    "engine_model",
    "assigned_shares",
    "fulfilled_orders",
    "order_lorries",
]

JOKER = "joker"
"""The crest of a wagon that shows all of them."""


Names = dict[str, Any]
"""By language; and `source`, where each is from."""


class Named(Struct, frozen=True):
    """A crest, destination, engine model or player colour."""

    id: Id
    name: Names


class Track(Struct, frozen=True):
    id: Positive
    crests: tuple[str, ...]


class WorkerCard(Struct, frozen=True):
    id: Id
    color: str
    value: Workers


class LorryCard(Struct, frozen=True):
    id: Id
    crest: str
    lorries: Annotated[int, Meta(ge=1, le=2)]
    vp: Count


class WagonCard(Struct, frozen=True):
    id: Id
    crest: str


class EngineCard(Struct, frozen=True):
    id: Id
    model: str


class OrderCard(Struct, frozen=True):
    id: Id
    destination: str
    min_lorries: Positive
    vp: Count


class ShareCard(Struct, frozen=True):
    id: Id
    destination: str
    vp: Count


class ObjectiveCard(Struct, frozen=True):
    id: Id
    kind: ObjectiveKind
    target: str | None
    vp: Count
    per: Positive = 1
    threshold: Positive | None = None


class InnovationCard(Struct, frozen=True):
    """`min` and `max` on worker innovations; an effect, if need be with steps, on the others."""

    id: Id
    kind: Literal["worker", "action"]
    min: Workers | None = None
    max: Workers | None = None
    effect: Effect | None = None
    min_steps: Steps | None = None
    max_steps: Steps | None = None


class ActionCard(Struct, frozen=True):
    """With `draw` the wild action, with steps a mining action, else the delivery."""

    id: Id
    area: Id
    printed_workers: Annotated[int, Meta(ge=0, le=20)]
    name: Names
    draw: Positive | None = None
    take: Literal[1] | None = None
    min_steps: Steps | None = None
    max_steps: Steps | None = None
    holds_shift_markers: bool = False


class Marker(Struct, frozen=True):
    id: Id
    number: Positive
    vp: Count


class Stack(Struct, frozen=True):
    id: Id
    deck: Deck
    twin: str | None
    initial: Count


class WorkerArea(Struct, frozen=True):
    id: Id
    kind: Literal["stack", "action"]


class Setup(Struct, frozen=True):
    removed_worker_values: tuple[int, ...]
    worker_cards_each: Count
    removed_markers: tuple[int, ...]
    shifts: Positive
    removed_actions: tuple[str, ...]
    areas: Positive


Source = dict[str, str]


class Table(Struct, Generic[T], frozen=True):
    source: Source
    items: list[T]


class Cards(Struct, Generic[T], frozen=True):
    source: Source
    count: int
    cards: list[T]


class Shares(Struct, frozen=True):
    source: Source
    count: int
    vp_assigned: Count
    cards: list[ShareCard]


class Markers(Struct, frozen=True):
    source: Source
    count: int
    vp_each: Count
    tokens: list[Marker]


class BoardBlock(Struct, frozen=True):
    """The rules know one engine per track and any number of wagons, and nothing else."""

    source: Source
    tracks: list[Track]
    engines_per_track_max: Literal[1]
    wagons_per_track_max: None


class WagonTracksBlock(Struct, frozen=True):
    source: Source
    allowed: dict[str, list[int]]


class SetupBlock(Struct, frozen=True):
    source: Source
    by_players: dict[int, Setup]


class Players(Struct, frozen=True):
    min: Positive
    max: Positive


class About(Struct, frozen=True):
    game: Literal["kartenspiel"]
    catalog_version: str
    title: Names
    players: Players


class Content(Struct, frozen=True):
    about: About = field(name="catalog")
    crests: Table[Named]
    destinations: Table[Named]
    engine_models: Table[Named]
    player_colors: Table[Named]
    player_boards: BoardBlock
    wagon_tracks: WagonTracksBlock
    workers: Cards[WorkerCard]
    lorries: Cards[LorryCard]
    wagons: Cards[WagonCard]
    engines: Cards[EngineCard]
    orders: Cards[OrderCard]
    shares: Shares
    objectives: Cards[ObjectiveCard]
    innovations: Cards[InnovationCard]
    action_cards: Cards[ActionCard]
    shift_markers: Markers
    stacks: Table[Stack]
    worker_areas: Table[WorkerArea]
    setup: SetupBlock
