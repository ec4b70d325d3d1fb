"""What a viewer draws: per event a sentence and the view, or what it changed."""

from typing import Any

from msgspec import Struct, field

from schichtbuch_client.models.games import ClockSummary, TableSummary
from schichtbuch_client.models.json import Json


class Add(Struct, frozen=True, tag_field="op", tag="add"):
    """A member that was not there before."""

    path: str
    """Where in the view, as a JSON Pointer (RFC 6901), like `/players/0/vp`."""
    value: Any
    """What stands there now."""


class Replace(Struct, frozen=True, tag_field="op", tag="replace"):
    """Another value where there was one before."""

    path: str
    """Where in the view, as a JSON Pointer (RFC 6901), like `/players/0/vp`."""
    value: Any
    """What stands there now."""


class Remove(Struct, frozen=True, tag_field="op", tag="remove"):
    """A member that is no longer there."""

    path: str
    """Where in the view, as a JSON Pointer (RFC 6901), like `/players/0/vp`."""


Change = Add | Replace | Remove


class Frame(Struct, frozen=True):
    at: str
    """The moment after this event, like `17.3`."""
    type: str
    """What happened: the type of the event."""
    text: str
    """The same as a sentence."""
    view: Json | None = None
    """The whole view, as `/state` has it; with the first frame of an answer only."""
    patch: list[Change] | None = None
    """A JSON Patch (RFC 6902) to the view of the frame before; with every other frame."""


class Frames(Struct, frozen=True):
    version: int
    """What the game has reached."""
    frames: list[Frame]
    """One per event, in order."""
    next: str | None
    """Where the frames after these are, if there are any."""


class TurningPoint(Struct, frozen=True):
    """Something that a table of contents lists."""

    kind: str
    """`lead` and `majority` passed on, `delivery` (or sale), `look` at hidden cards,
    `shortage`, first or later arrival at a `goal`, `scoring`, `ruling` (or claim) of the
    table."""
    at: str
    """The moment, like `17` or `17.3`."""
    text: str
    """A sentence."""
    element: str | None = None
    """The element whose majority passed on."""
    gained: list[int] = field(default_factory=list)
    """Who leads now and did not before."""
    lost: list[int] = field(default_factory=list)
    """Who led and does not any more."""


class ElementNow(Struct, frozen=True):
    element: str
    """Its id: in the catalog, or the name of a category."""
    name: str
    """In the caller's language."""
    counts: list[int | None]
    """By seat: what each player has of it; null where that is hidden from the caller."""
    places: list[int | None] | None
    """By seat: 1 is the leader of the majority, and equals share a place; null for who has
    none. All are null if the caller cannot tell. Null altogether if everybody scores for
    themselves."""
    points: list[int | None]
    """By seat; null where the caller cannot tell."""
    first: int | None
    """What the first place of a majority gives; null if nobody has it, or one cannot tell
    who."""
    scored: bool
    """Whether the shift or round that is played scores it; if not, it gives no points yet."""
    why: str
    """A clause in the caller's language: who tied, or the rule; empty if there is none."""


class TableNow(Struct, frozen=True):
    title: str
    """In the caller's language."""
    section: str
    """Of the rules: how this is counted."""
    elements: list[ElementNow]
    """In the order in which they are scored."""
    points: list[int | None]
    """By seat: of all its elements together; null where the caller cannot tell."""


class IfScored(Struct, frozen=True):
    points: list[int]
    """By seat: what the players have."""
    tables: list[TableNow]
    """Of the shift or round that is played, and of the end, as if both came now. None before
    the first shift or round, and after the end."""
    totals: list[int | None]
    """By seat: what the players would have then; null where the caller cannot tell."""


class EventScored(Struct, frozen=True):
    at: str
    """The moment after this event, like `17.3`."""
    scored: IfScored
    """What would be scored in the middle of the entry."""


class EntryScored(Struct, frozen=True):
    version: int
    """Of the entry after which it is so."""
    scored: IfScored | None = None
    """Whole; with the first of an answer only."""
    patch: list[Change] | None = None
    """A JSON Patch (RFC 6902) to what stood before it; with every other one."""
    turning_points: list[TurningPoint] = field(default_factory=list)
    """What happened in this entry; left out if nothing did."""
    events: list[EventScored] = field(default_factory=list)
    """After each event but the last, if that was asked for; none of a settlement."""


class AllScored(Struct, frozen=True):
    version: int
    """What the game has reached."""
    entries: list[EntryScored]
    """In order; an entry that changed nothing is left out."""
    next: str | None
    """Where the entries after these are, if there are any."""


class EntryFrames(Struct, frozen=True):
    """What a stream tells of one entry."""

    version: int
    """Of the entry."""
    frames: list[Frame]
    """One per event, in order."""
    clock: ClockSummary | None
    """After the entry, as in `GET /games/{id}`: how much time the players have."""
    table: TableSummary
    """After the entry, as in `GET /games/{id}`: what stands around the board."""
    scored: EntryScored
    """After the entry, as in `/scored-now`: what the players would have if it were scored
    now."""
    at: str
    """When the entry was written."""
