"""Streams that resume by themselves: every version once, whatever happens to the connection."""

from collections.abc import Callable
from typing import Any, TypeVar

import httpx
import msgspec
from msgspec import Struct

from schichtbuch_client.call import Call
from schichtbuch_client.calls import game, tournament
from schichtbuch_client.events import Event, Events
from schichtbuch_client.exchange import Answer, Hear, Listen, Pause, Story, Tell
from schichtbuch_client.models.frames import EntryFrames
from schichtbuch_client.models.tournaments import EventEntry
from schichtbuch_client.models.turns import Entry
from schichtbuch_client.problems import Unreachable, error_of
from schichtbuch_client.retries import may_repeat, retry_after
from schichtbuch_client.session import Session

T = TypeVar("T")

END = "end"


def entries(session: Session, *, after: int = 0) -> Story[Entry]:
    """Every entry after this version, as it comes, until the game is over."""
    return _resumed(session, after, lambda have: game.stream(have), Entry)


def frames(session: Session, *, after: int = 0, lang: str | None = None) -> Story[EntryFrames]:
    """The same as a viewer draws it. After a break the next frame has the whole view again."""
    return _resumed(
        session, after, lambda have: game.stream(have, frames=True, lang=lang), EntryFrames
    )


def tournament_entries(session: Session, *, after: int = 0) -> Story[EventEntry]:
    """Every entry of an event's log after this version, as it comes, until the event is over."""
    return _resumed(session, after, tournament.stream, EventEntry)


class Position(Struct):
    """How far a stream has come."""

    have: int
    over: bool = False
    was_there: bool = False
    """Whether any connection has brought something."""
    fruitless: int = 0
    """Connections in a row that brought nothing."""


def _resumed(
    session: Session, after: int, call_after: Callable[[int], Call[Any]], kind: type[T]
) -> Story[T]:
    position = Position(after)
    while True:
        asked_for: float | None = None
        failure = "it ended before the game did"
        try:
            call = call_after(position.have)
            answer: Answer = yield Listen(session.request(call))
            if answer.status == 200:
                yield from _heard(position, kind)
                if position.over:
                    return
            else:
                failure, asked_for = str(error_of(answer)), retry_after(answer)
                if not may_repeat(call, answer):
                    raise error_of(answer)
        except httpx.TransportError as error:
            failure = repr(error)
        position.fruitless += 1
        seconds = session.retries.wait(position.fruitless, asked_for, was_there=position.was_there)
        if seconds is None:
            raise Unreachable(f"{session.here}/stream: {failure}")
        yield Pause(seconds)


def _heard(position: Position, kind: type[T]) -> Story[T]:
    """What one connection tells, until it ends, or leaves a version out, or says that all is said.

    A version that is there already is not told again.
    """
    events = Events()
    while chunk := (yield Hear()):
        position.fruitless, position.was_there = 0, True
        for event in events.feed(chunk):
            if event.kind == END:
                position.over = True
                return
            version = _version(event)
            if version > position.have + 1:
                return
            if version == position.have + 1:
                position.have = version
                yield Tell(msgspec.json.decode(event.data, type=kind))


def _version(event: Event) -> int:
    """0 for what has none, and is not of the log."""
    return int(event.id) if event.id.isdigit() else 0
