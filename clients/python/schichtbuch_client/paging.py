"""Lists that come in pages, told as one."""

from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

import msgspec

from schichtbuch_client.call import Call
from schichtbuch_client.calls import game, service, tournament
from schichtbuch_client.exchange import Script, Story, Tell
from schichtbuch_client.models.frames import EntryScored, Frame
from schichtbuch_client.models.games import Listed
from schichtbuch_client.models.tournaments import EventEntry, TournamentListed
from schichtbuch_client.models.turns import Entry
from schichtbuch_client.session import Session

T = TypeVar("T")


def games(
    session: Session,
    *,
    game: str | None = None,
    status: str | None = None,
    player: str | None = None,
    search: str | None = None,
    since: str | None = None,
    until: str | None = None,
    sort: str | None = None,
) -> Story[Listed]:
    """All games that fit, page by page."""
    call = service.page_of_games(
        game=game,
        status=status,
        player=player,
        search=search,
        since=since,
        until=until,
        sort=sort,
    )
    while True:
        page = yield from session.ask(call)
        for listed in page.games:
            yield Tell(listed)
        if page.cursor is None:
            return
        call = msgspec.structs.replace(call, query={**call.query, "cursor": page.cursor})


def tournaments(session: Session) -> Story[TournamentListed]:
    """All tournaments, newest first, page by page."""
    cursor: str | None = None
    while True:
        page = yield from session.ask(service.page_of_tournaments(cursor))
        for listed in page.tournaments:
            yield Tell(listed)
        if page.cursor is None:
            return
        cursor = page.cursor


def frames(
    session: Session,
    *,
    since: int | None = None,
    until: int | None = None,
    lang: str | None = None,
    seat: int | None = None,
    everything: bool = False,
) -> Story[Frame]:
    """A frame per event. The first one of each page has the whole view, the others a patch."""
    call = game.page_of_frames(
        since=since, until=until, lang=lang, seat=seat, everything=everything
    )
    while True:
        page = yield from session.ask(call)
        for frame in page.frames:
            yield Tell(frame)
        if page.next is None:
            return
        call = _at(call, page.next)


def scored_now(
    session: Session,
    *,
    since: int | None = None,
    until: int | None = None,
    lang: str | None = None,
    seat: int | None = None,
    everything: bool = False,
    events: bool = False,
) -> Story[EntryScored]:
    """After every entry, what the players would have if it were scored then.

    With `events` also within entries, few of them per answer.
    """
    call = game.page_of_scored_now(
        since=since, until=until, lang=lang, seat=seat, everything=everything, events=events
    )
    while True:
        page = yield from session.ask(call)
        for entry in page.entries:
            yield Tell(entry)
        if page.next is None:
            return
        call = _at(call, page.next)


def log_entries(
    session: Session, *, since: int | None = None, until: int | None = None
) -> Script[list[Entry]]:
    """The public log, read."""
    lines = yield from session.ask(game.log(since=since, until=until))
    return [msgspec.json.decode(line, type=Entry) for line in lines.split(b"\n") if line]


def event_entries(
    session: Session, *, since: int | None = None, until: int | None = None
) -> Script[list[EventEntry]]:
    """The log of an event, read."""
    lines = yield from session.ask(tournament.log(since=since, until=until))
    return [msgspec.json.decode(line, type=EventEntry) for line in lines.split(b"\n") if line]


def _at(call: Call[T], link: str) -> Call[T]:
    """The same, asked for as a link says."""
    return msgspec.structs.replace(call, query=dict(parse_qsl(urlsplit(link).query)))
