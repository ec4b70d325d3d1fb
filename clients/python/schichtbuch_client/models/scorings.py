"""Every settlement, element by element."""

from msgspec import Struct, field

from schichtbuch_client.models.json import Json


class Reason(Struct, frozen=True):
    """One card of a player's, and what it gives."""

    seat: int
    """Whose card it is."""
    card: str
    """Its id in the catalog."""
    name: str
    """What it says, in the caller's language."""
    count: int | None
    """What the player has of what it counts; null if it is worth the same for everybody."""
    points: int
    """What it gives."""


class ElementScoring(Struct, frozen=True):
    element: str
    """Its id: in the catalog, or the name of a category."""
    name: str
    """In the caller's language."""
    counts: list[int] | None
    """By seat: what each player has of it; null if it is not counted but added up from
    cards."""
    places: list[int | None] | None
    """By seat: 1 and 2 score, and equals share one; null if everybody scores for themselves."""
    points: list[int]
    """By seat."""
    events: list[int]
    """By seat: which event of the entry says so, like the 3 of `17.3`."""
    why: str
    """A clause in the caller's language: who tied, or the rule; empty if there is none."""
    reasons: list[Reason] = field(default_factory=list)
    """Card by card, where that is recorded."""


class ScoringTable(Struct, frozen=True):
    title: str
    """In the caller's language."""
    section: str
    """Of the rules: how this is counted."""
    elements: list[ElementScoring]
    """In the order in which they are scored."""
    points: list[int]
    """By seat: of all its elements together."""
    totals: list[int] | None
    """By seat: what the players have with it; null if `points` are that, or nothing says it."""


class ScoringEvent(Struct, frozen=True):
    at: str
    """The moment after this event, like `17.3`."""
    text: str
    """The event as a sentence."""
    event: Json
    """As it stands in the log."""


class Scoring(Struct, frozen=True):
    title: str
    """Of its tables together."""
    tables: list[ScoringTable]
    """Of the shift or round, and of the end."""
    notes: list[int]
    """The events that are worth a sentence beside the tables, by their number in the entry."""
    tie_break: str
    """A sentence: what set players with equal points apart. Empty if nothing had to, or if the
    sentence of the result says it."""
    version: int
    """Of the entry that settled the shift or round."""
    at: str
    """When it was written (RFC 3339, UTC)."""
    taken_back: bool
    """Whether the game went on from an earlier version since, so that this does not count."""
    events: list[ScoringEvent]
    """All of the entry, raw and as told."""


class Scorings(Struct, frozen=True):
    version: int
    """What the game has reached."""
    scorings: list[Scoring]
    """One per settlement, in order."""
