"""What an event is played under. It is fixed before the first round."""

from msgspec import Struct, field

from schichtbuch_client.models.opening import Clock


class Tables(Struct, frozen=True, omit_defaults=True):
    size: int
    """How many people sit at a table: 2, 3 or 4."""
    short: int | None = None
    """The smaller size that is allowed; without it whoever is left over has a bye."""


class Stage(Struct, frozen=True, omit_defaults=True):
    kind: str
    """`swiss`: people with equal points meet; `schedule`: everybody meets as evenly as possible;
    `knockout`: the best of each table stay; `final`: the first of the standings."""
    rounds: int = 0
    """How many there are; a knockout without them goes on until one table is left."""
    players: int = 0
    """How many of the standings take part; 0 is all."""
    advance: int = 0
    """Of a knockout: how many of each table stay."""
    carry: bool = True
    """Whether the points of earlier stages count."""


class Scoring(Struct, frozen=True, omit_defaults=True):
    """All numbers are twelfths of a point."""

    kind: str
    """What a table is worth: `rank` by places, `share` of the table's points,
    `percent_of_winner`, or `duplicate`: compared with the same seat at other tables."""
    points: dict[str, list[int]] = field(default_factory=dict)
    """By the size of the table, for the first, second, … place; of `rank` only."""
    ties: str = "share"
    """Equals share the points of their places."""
    bye: int = 0
    """For whoever has no table."""
    absent: int = 0
    """For whoever was marked absent."""


class Regulation(Struct, frozen=True, omit_defaults=True, kw_only=True):
    title: str
    """Of the event."""
    game: str
    """Which game is played: a name of `GET /rules`."""
    edition: str | None = None
    """Of the rules; without it the game's default holds."""
    options: dict[str, str | int | bool] = field(default_factory=dict)
    """Of every game of the event."""
    clock: Clock | None = None
    """Of every game, if time is limited."""
    tables: Tables
    """How many people sit together."""
    stages: list[Stage]
    """One after the other."""
    scoring: Scoring
    """What a table is worth."""
    ranking: list[str]
    """What the standings are ordered by, the first word first: `points`, `wins`, `places`,
    `share`, `opponents`, `opponents/cut1`, `encounter`, `duplicate`, `lots`."""
    deals: str = "fresh"
    """`duplicate`: all tables of a round play the same deal."""
    standings: str = "after_round"
    """When they are shown: so, or `live`."""
    seats: str = "balanced"
    """Whether everybody sits in every place of the turn order equally often; or `random`."""
    round_minutes: int | None = None
    """How long a round is meant to take."""
    capacity: int = 400
    """How many entrants there can be."""
