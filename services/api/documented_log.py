"""Entries of the log and events of the stream, as the documentation tells them."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from replays.entry import SealNote

REF = "#/components/schemas/"


class Entry(Struct):
    """One entry of the log, as the caller may see it."""

    v: int
    """The version: 1, 2, 3 … without gaps."""
    at: str
    """When it was written (RFC 3339, UTC)."""
    by: int | str
    """The seat that acted, or `service`, or `arbiter`."""
    key: str | None
    """The idempotency key that it was sent with, if there was one."""
    action: Any
    """What was done."""
    events: list[Any]
    """All that it caused, in order."""
    seals: list[SealNote]
    """What some must not see yet: for whom it is, and its digest."""
    prev: str
    """SHA-256 of the exact bytes of the line before, lower-case hex; 64 zeros in line 1."""
    name: str | UnsetType = UNSET
    """Of the arbiter, where one acts."""
    token: str | UnsetType | None = UNSET
    """Only in the answer to whoever hands a seat over: its new token, once."""


def _json(kind: str) -> Meta:
    schema = {"contentMediaType": "application/json", "contentSchema": {"$ref": REF + kind}}
    return Meta(extra_json_schema=schema)


class EntryEvent(Struct):
    """A server-sent event: an entry of the log."""

    id: int
    """Its version; send the last one as `Last-Event-ID` to go on after it."""
    event: Literal["entry"]
    """The kind of the event."""
    data: Annotated[str, _json("Entry")]
    """The entry as the caller may see it, as JSON."""


class TournamentEntryEvent(Struct):
    """A server-sent event: an entry of a tournament's log."""

    id: int
    """Its version; send the last one as `Last-Event-ID` to go on after it."""
    event: Literal["entry"]
    """The kind of the event."""
    data: Annotated[str, _json("tournament.EventEntry")]
    """The entry, as JSON."""


class FramesEvent(Struct):
    """A server-sent event of a stream with `frames=1`: what a viewer draws of an entry."""

    id: int
    """Its version; send the last one as `Last-Event-ID` to go on after it."""
    event: Literal["frames"]
    """The kind of the event."""
    data: Annotated[str, _json("EntryFrames")]
    """The frames as the caller may see them, as JSON."""


class EndEvent(Struct):
    """A server-sent event: the game or tournament is over, and all is said."""

    event: Literal["end"]
    """The kind of the event."""
    data: Literal["{}"]
    """Nothing."""


class NothingMore(Struct):
    """What the end of a stream says: an empty object."""


EVENTS_OF_STREAM = {
    "entry": ("Entry", "An entry of the log, as the caller may see it."),
    "frames": ("EntryFrames", "With `frames=1`: what a viewer draws of an entry."),
    "end": ("NothingMore", "The game is over, and all is said."),
}
"""What their data is, by the kind of the event."""
EVENTS_OF_TOURNAMENT_STREAM = {
    "entry": ("tournament.EventEntry", "An entry of the log: all of it is public."),
    "end": ("NothingMore", "The tournament is over, and all is said."),
}


def _text(media_type: str, *kinds: str) -> dict[str, Any]:
    """Text that consists of such things, one after the other."""
    parts = [{"$ref": REF + kind} for kind in kinds]
    schema = parts[0] if len(parts) == 1 else {"anyOf": parts}
    return {"type": "string", "contentMediaType": media_type, "contentSchema": schema}


STREAM = _text("text/event-stream", "EntryEvent", "FramesEvent", "EndEvent")
TOURNAMENT_STREAM = _text("text/event-stream", "TournamentEntryEvent", "EndEvent")
LINES = _text("application/x-ndjson", "Entry")
TOURNAMENT_LINES = _text("application/x-ndjson", "tournament.EventEntry")
ENTRIES = {
    "anyOf": [{"$ref": f"{REF}Entry"}, {"type": "array", "items": {"$ref": f"{REF}Entry"}}],
    "description": "One entry, or as many as actions were sent.",
}
