"""What a log or a file proves, as a worker has found out."""

from typing import Literal

from msgspec import Struct, field

from schichtbuch_client.models.frames import Frame
from schichtbuch_client.models.games import Result
from schichtbuch_client.models.json import Json


class Pending(Struct, frozen=True):
    """A worker is at it: ask again after `Retry-After` seconds."""

    id: str
    """Of the audit."""
    status: str
    """`pending`"""
    links: dict[str, str]
    """`self` is where the verdicts will be."""


class Failed(Struct, frozen=True):
    """The audit came to no verdict, and asking again will not bring one soon."""

    id: str
    """Of the audit."""
    status: str
    """`failed`"""
    code: str
    """Why, for programs."""
    reason: str
    """Why, in the caller's language."""
    links: dict[str, str]
    """`self` is where it can be asked for again."""


class Verdict(Struct, frozen=True):
    verdict: str
    """What there is to be said of the guarantee."""
    version: int | None = None
    """The entry where it breaks, or from which on it cannot be told."""
    reason: str = ""
    """A sentence: `code` and `facts` in words."""
    code: str = ""
    """Stable: why it is not simply so."""
    facts: dict[str, str | int] = field(default_factory=dict)
    """What the sentence speaks of."""


class RefusedByRules(Struct, frozen=True):
    """Why the rules give no events at all."""

    code: str
    """As in the game's refusals."""
    facts: Json
    """What its sentence speaks of."""


class Versus(Struct, frozen=True):
    """The first entry that is not what the rules make of it."""

    version: int
    """Of the entry."""
    event: int
    """The first event that differs, counted from 1."""
    recorded: list[Json]
    """The events as the file has them."""
    rules: list[Json]
    """The events as the rules give them; none if they refuse the action."""
    refusal: RefusedByRules | None = None
    """Why they refuse it."""


class Report(Struct, frozen=True):
    game: str | None
    """The game's id."""
    rules: str | None
    """Which game's rules it is judged by."""
    version: int
    """How many entries the file holds."""
    phase: str | None
    """That the game is in at the end of the file."""
    players: list[str]
    """Of those who hold the seats at the end of the file."""
    winners: list[int]
    """Seats; empty while the game goes on."""
    is_over: bool
    """By itself, or by a ruling."""
    result: Result | None
    """How the game ended for the table, rulings included."""
    verdicts: dict[str, Verdict]
    """One per guarantee."""
    versus: Versus | None = None
    """What the file records and what the rules say, where the two part."""
    cut_off: bool = False
    """Whether the file ends before its signed end."""


class RefusedEntry(Struct, frozen=True):
    code: str
    """Of the refusal."""
    text: str
    """The same as a sentence."""
    section: str
    """Of the rules document."""
    rule_url: str
    """Where the rules document says so."""


class SideBySide(Struct, frozen=True):
    version: int
    """The entry in which record and rules part."""
    event: int
    """The first event that differs, counted from 1."""
    before: Json
    """The view before the entry."""
    recorded: list[Frame]
    """What the file says, event by event."""
    rules: list[Frame]
    """What the rules make of the same action; nothing, if they refuse it."""
    refusal: RefusedEntry | None
    """Why they refuse it."""


class PublicKey(Struct, frozen=True):
    name: str
    """Of the key."""
    id: str
    """The beginning of its hash, lower-case hex."""
    key: str
    """`name+id+base64`, as in C2SP signed notes."""


class UsedKey(PublicKey, frozen=True):
    use: Literal["replay", "log", "witness"]
    """`replay` signs footers of games and events, `log` the heads of the transparency log,
    `witness` is of somebody else who cosigns them."""
    since: str = field(name="from")
    """When it was first used there."""
    until: str | None
    """When another one took its place; None while it is used."""


class Keys(Struct, frozen=True):
    keys: list[UsedKey]
    """Those of the installation: the one that signs replays first, those that are not used any
    more last."""
    trusted: list[PublicKey]
    """Those of others that are believed here, too: of the sample games."""
