"""If it were scored now, entry by entry, as somebody sees it; and what is worth finding again."""

import threading
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.actions import Settle
from domain.kernel.scored_now import IfScored
from domain.kernel.seals import Fact, Seat
from domain.kernel.turning_points import Kind, lead_changes
from domain.table.events import ClockSet, TableEvent, TakeBackAnswered, TakeBackAsked
from domain.table.texts import tell
from replays.aggregate import Aggregate
from replays.entry import AnyLine, Entry
from services.api.frames import Showing
from services.api.json_patch import AnyOperation, json_patch
from services.api.reading import seen_line

NO_RULINGS = (ClockSet, TakeBackAsked, TakeBackAnswered)


class TurningPoint(Struct, frozen=True):
    """Something that a table of contents lists."""

    kind: Kind
    """`lead` and `majority` passed on, `delivery` (or sale), `look` at hidden cards, `shortage`,
    first or later arrival at a `goal`, `scoring`, `ruling` (or claim) of the table."""
    at: str
    """The moment, like `17` or `17.3`."""
    text: str
    """A sentence."""
    element: str | None = None
    """The element whose majority passed on."""
    gained: tuple[Seat, ...] = ()
    """Who leads now and did not before."""
    lost: tuple[Seat, ...] = ()
    """Who led and does not any more."""


class EventScored(Struct, frozen=True):
    at: str
    """The moment after this event, like `17.3`."""
    scored: IfScored
    """What would be scored in the middle of the entry."""


class EntryScored(Struct, omit_defaults=True):
    version: int
    """Of the entry after which it is so."""
    scored: IfScored | UnsetType = UNSET
    """Whole; with the first of an answer only."""
    patch: list[AnyOperation] | UnsetType = UNSET
    """A JSON Patch (RFC 6902) to what stood before it; with every other one."""
    turning_points: list[TurningPoint] = []
    """What happened in this entry; left out if nothing did."""
    events: list[EventScored] = []
    """After each event but the last, if that was asked for; none of a settlement."""


class Foresight:
    """What was foreseen of a game last: the next entry is told by what it changes."""

    def __init__(self) -> None:
        self.now: IfScored | None = None
        self._plain: Any = None

    def begin(self, past: Aggregate, showing: Showing) -> None:
        """What leads change from; it is told to nobody."""
        self.now = _standing(past, showing)

    def after(self, past: Aggregate, line: AnyLine, showing: Showing) -> EntryScored:
        """Of a game that has just followed this entry."""
        before, self.now = self.now, _standing(past, showing)
        found = EntryScored(line.v, turning_points=list(_turning_points(past, line, showing)))
        if before:
            found.turning_points += _lead_changes(past, before, self.now, showing)
        plain = msgspec.to_builtins(self.now)
        if self._plain is None:
            found.scored = self.now
        else:
            found.patch = json_patch(self._plain, plain)
        self._plain = plain
        return found


def made_scored(
    past: Aggregate, entries: Sequence[Entry], showing: Showing, given_up: threading.Event
) -> list[EntryScored]:
    """Fewer once it is given up."""
    return list(takewhile(lambda _: not given_up.is_set(), scored_entries(past, entries, showing)))


def made_scored_events(
    past: Aggregate, entries: Sequence[Entry], showing: Showing, given_up: threading.Event
) -> list[EntryScored]:
    """The same, with what stood after every single event."""
    found = scored_entries(past, entries, showing, every_event=True)
    return list(takewhile(lambda _: not given_up.is_set(), found))


def scored_entries(
    past: Aggregate, entries: Sequence[Entry], showing: Showing, *, every_event: bool = False
) -> Iterator[EntryScored]:
    """From the game as it was before the entries, which is changed."""
    foresight = Foresight()
    if past.version:
        foresight.begin(past, showing)
    for entry in entries:
        line = seen_line(past.game, entry, showing.reader)
        within = list(_followed(past, entry, line, showing)) if every_event else []
        if not every_event:
            past.follow(entry)
        found = foresight.after(past, line, showing)
        found.events = within
        if found.scored or found.patch or found.turning_points or within:
            yield found


def _followed(
    past: Aggregate, entry: Entry, line: AnyLine, showing: Showing
) -> Iterator[EventScored]:
    """In the middle of a settlement what is scored already would be counted twice."""
    told = not isinstance(line.action, Settle)
    for at, _ in enumerate(past.steps(entry), 1):
        if told and at < len(line.events):
            yield EventScored(f"{line.v}.{at}", _standing(past, showing))


def _standing(past: Aggregate, showing: Showing) -> IfScored:
    reader, everything = showing.reader.seat, showing.reader.everything
    return past.game.if_scored(
        past.state, reader, showing.language, past.names, past.catalog, everything=everything
    )


def _turning_points(past: Aggregate, line: AnyLine, showing: Showing) -> Iterator[TurningPoint]:
    game, names = past.game, past.names
    if isinstance(line.action, Settle):
        settled = game.scorings(line.events, showing.language, names, past.catalog)
        yield TurningPoint("scoring", str(line.v), settled.title)
    for at, event in enumerate(line.events, 1):
        kind = _kind(past, event)
        if kind:
            text = tell(game, event, showing.language, names, past.catalog)
            yield TurningPoint(kind, f"{line.v}.{at}", text)


def _kind(past: Aggregate, event: Fact) -> Kind | None:
    if isinstance(event, TableEvent):
        return None if isinstance(event, NO_RULINGS) else "ruling"
    return past.game.notable(event)


def _lead_changes(
    past: Aggregate, before: IfScored, now: IfScored, showing: Showing
) -> Iterator[TurningPoint]:
    for change in lead_changes(before, now, showing.language, past.names):
        yield TurningPoint(
            "majority" if change.element else "lead",
            str(past.version),
            change.text,
            change.element,
            change.gained,
            change.lost,
        )
