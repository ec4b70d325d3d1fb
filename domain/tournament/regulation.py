"""The regulation of an event: data, fixed before round 1, known by the digest of its bytes [B2]."""

import hashlib
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct, field

from domain.kernel.actions import OptionValue
from domain.kernel.clock import Clock, check_clock
from domain.kernel.errors import InvalidSetup, RuleViolation

MOST_BYTES = 65_536
LONGEST_TITLE = 120
MOST_STAGES = 16
MOST_ROUNDS = 100
MOST_ENTRANTS = 1_000
MOST_TWELFTHS = 1_000_000
"""Either way, of one table, bye, absence or penalty."""
SHARES = 12
"""Up to four people share points exactly if the points are multiples of this [A1]."""

StageKind: TypeAlias = Literal["swiss", "schedule", "knockout", "final"]
ScoringKind: TypeAlias = Literal["rank", "share", "percent_of_winner", "duplicate"]
Word: TypeAlias = Literal[
    "points",
    "wins",
    "places",
    "share",
    "opponents",
    "opponents/cut1",
    "encounter",
    "duplicate",
    "lots",
]
WORDS: tuple[Word, ...] = get_args(Word)


class Tables(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    size: int
    """How many people sit at a table: 2, 3 or 4."""
    short: int | None = None
    """The smaller size that is allowed; without it whoever is left over has a bye."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """All that can occur [A3]."""
        if self.short is None:
            return (self.size,)
        return tuple(range(self.size, 1, -1))


class Stage(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    kind: StageKind
    """`swiss`: people with equal points meet; `schedule`: everybody meets as evenly as possible;
    `knockout`: the best of each table stay; `final`: the first of the standings."""
    rounds: int = 0
    """How many there are; a knockout without them goes on until one table is left."""
    players: int = 0
    """How many of the standings take part; 0 is all."""
    advance: int = 0
    """Of a knockout: how many of each table stay; without `rounds` fewer than a short one has."""
    carry: bool = True
    """Whether the points of earlier stages count [C3]."""


class Scoring(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All numbers are twelfths of a point [A1]."""

    kind: ScoringKind
    """What a table is worth: by places, by its share of the table's points, by the points in
    hundredths of the winner's, or compared with the same seat at other tables [A18]."""
    points: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """By the size of the table, for the first, second, … place; of `rank` only."""
    ties: Literal["share"] = "share"
    """Equals share the points of their places."""
    bye: int = 0
    """For whoever has no table."""
    absent: int = 0
    """For whoever was marked absent."""


class Regulation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    title: str
    """Of the event."""
    game: str
    """Which game is played: a name of `GET /rules`."""
    edition: str | None = None
    """Of the rules; without it the game's default holds."""
    options: dict[str, OptionValue] = field(default_factory=dict)
    """Of every game of the event."""
    clock: Clock | None = None
    """Of every game, if time is limited."""
    tables: Tables
    stages: tuple[Stage, ...]
    """One after the other."""
    scoring: Scoring
    ranking: tuple[Word, ...]
    """What the standings are ordered by, the first word first [A15]."""
    deals: Literal["fresh", "duplicate"] = "fresh"
    """`duplicate`: all tables of a round play the same deal."""
    standings: Literal["after_round", "live"] = "after_round"
    """When they are shown."""
    seats: Literal["balanced", "random"] = "balanced"
    """Whether everybody sits in every place of the turn order equally often [A8]."""
    round_minutes: int | None = None
    """How long a round is meant to take."""
    capacity: int = 400
    """How many entrants there can be."""

    def carries(self, stage: int) -> bool:
        return self.stages[stage].carry


def digest(text: str) -> str:
    """Of the exact bytes of `regulation.json`."""
    return hashlib.sha256(text.encode()).hexdigest()


def read_regulation(text: str) -> Regulation:
    """RuleViolation says what is wrong with it."""
    if len(text.encode()) > MOST_BYTES:
        raise RuleViolation("regulation_too_long", most=MOST_BYTES)
    try:
        regulation = msgspec.json.decode(text.encode(), type=Regulation)
        if regulation.clock:
            check_clock(regulation.clock)
    except (msgspec.MsgspecError, InvalidSetup, RecursionError, UnicodeError) as error:
        raise RuleViolation("regulation_invalid", error=str(error)[:200]) from error
    check(regulation)
    return regulation


def check(regulation: Regulation) -> None:
    """What the types alone do not say; the games themselves check edition and options."""
    title = regulation.title
    if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        _refuse("title")
    _check_tables(regulation.tables)
    _check_stages(regulation)
    _check_scoring(regulation)
    _check_ranking(regulation)
    if regulation.round_minutes is not None and not 1 <= regulation.round_minutes <= 10**6:
        _refuse("round_minutes")
    if not 2 <= regulation.capacity <= MOST_ENTRANTS:
        _refuse("capacity")


def _refuse(field: str) -> None:
    raise RuleViolation("regulation_out_of_bounds", field=field)


def _check_tables(tables: Tables) -> None:
    if tables.size not in (2, 3, 4):
        _refuse("tables.size")
    if tables.short is not None and (tables.size == 2 or tables.short != tables.size - 1):
        _refuse("tables.short")


def _check_stages(regulation: Regulation) -> None:
    stages = regulation.stages
    if not 1 <= len(stages) <= MOST_STAGES:
        _refuse("stages")
    if sum(max(0, stage.rounds) for stage in stages) > MOST_ROUNDS:
        _refuse("stages.rounds")
    for at, stage in enumerate(stages):
        if stage.rounds < (0 if stage.kind == "knockout" else 1):
            _refuse("stages.rounds")
        _check_field(stage, at, regulation.tables)


def _check_field(stage: Stage, at: int, tables: Tables) -> None:
    """Who takes part in a stage, and who stays in it."""
    is_final = stage.kind == "final"
    if not (2 if is_final else 0) <= stage.players <= MOST_ENTRANTS or stage.players == 1:
        _refuse("stages.players")
    if is_final and at == 0:
        _refuse("stages.kind")
    # Without a number of rounds somebody must leave every table, or it never ends.
    smallest = tables.size if stage.rounds else tables.short or tables.size
    wanted = range(1, smallest) if stage.kind == "knockout" else range(1)
    if stage.advance not in wanted:
        _refuse("stages.advance")


def _check_scoring(regulation: Regulation) -> None:
    scoring = regulation.scoring
    if scoring.kind == "duplicate" and regulation.deals != "duplicate":
        _refuse("scoring.kind")
    if not all(_is_bounded(twelfths) for twelfths in (scoring.bye, scoring.absent)):
        _refuse("scoring")
    if scoring.kind != "rank":
        return
    for size in regulation.tables.sizes:
        _check_points(scoring.points.get(str(size), ()), size)


def _check_points(points: Sequence[int], size: int) -> None:
    if len(points) != size or not all(map(_is_bounded, points)):
        raise RuleViolation("points_missing", size=size)
    for entry in points:
        if entry % SHARES:
            raise RuleViolation("points_not_shareable", size=size, points=entry)


def _is_bounded(twelfths: int) -> bool:
    return -MOST_TWELFTHS <= twelfths <= MOST_TWELFTHS


def _check_ranking(regulation: Regulation) -> None:
    ranking = regulation.ranking
    if not ranking or len(set(ranking)) < len(ranking):
        _refuse("ranking")
    if "duplicate" in ranking and regulation.deals != "duplicate":
        _refuse("ranking")
