"""A range of a game's versions as somebody sees it: what `/frames` and `/scored-now` share.

An answer holds so many versions at most and says where the next ones are. It is made in a thread,
because it takes up to half a second and everybody else would wait; nor does it go on for nobody.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from litestar import Request, Response
from msgspec import Struct

from domain.kernel.seals import Seat
from domain.kernel.texts import Language
from replays.aggregate import Aggregate
from replays.entry import Entry
from services.api.backend import Backend
from services.api.frames import Showing
from services.api.http.caching import conditional, json_answer, lasting
from services.api.http.callers import Caller, caller_of, reader_of
from services.api.http.languages import language_of
from services.api.http.links import PREFIX, next_page
from services.api.http.problems import problem
from services.api.reading import PUBLIC


class Wanted(Struct, frozen=True):
    """What the query says."""

    since: int | None
    until: int | None
    language: Language | None
    seat: Seat | None
    together: bool | None
    """Through the eyes of all seats together."""


class Kind(Struct, frozen=True):
    """What is told of a range."""

    path: str
    most: int
    """Versions per answer."""
    made: Callable[[Aggregate, Sequence[Entry], Showing, threading.Event], list[Any]]
    """From the game as it was before the entries, which is changed; less once it is given up."""
    answer: Callable[[int, list[Any], str | None], Struct]
    """Of what the game has reached, what was made, and where the next ones are."""
    switch: str | None = None
    """Of the query, where the same path tells more."""


async def answered(
    request: Request[Any, Any, Any], backend: Backend, game_id: str, wanted: Wanted, kind: Kind
) -> Response[bytes]:
    caller = await caller_of(request, backend, game_id)
    game = await backend.game(game_id)
    reader = reader_of(
        caller, wanted.seat, len(game.seats), over=game.over, together=wanted.together
    )
    showing = Showing(reader, wanted.language or language_of(request), bool(game.first_names))
    version, first = game.version, wanted.since or 1
    goal = min(wanted.until or version, version)
    last = min(goal, first + kind.most - 1)
    if first > version:
        raise problem(404, "moment_unknown", f"The game is at version {version} only.")
    is_given_whole = wanted.until == last
    etag, headers = _caching(caller, showing, first, last, version, is_given_whole=is_given_whole)
    if kind.switch:
        etag = f'{etag[:-1]}-{kind.switch}"'
    unchanged = conditional(request, etag, headers)
    if unchanged:
        return unchanged
    here = f"{PREFIX}/games/{game_id}/{kind.path}"
    after = _next(here, last, wanted, showing, kind.switch) if last < goal else None
    async with backend.long_answers:
        # Nobody else's, so a thread may fold it.
        past, entries = await backend.games.before(game_id, first, last)
        made = await _in_a_thread(kind, past, entries, showing)
    return json_answer(msgspec.json.encode(kind.answer(version, made, after)), etag, headers)


def _next(here: str, last: int, wanted: Wanted, showing: Showing, switch: str | None) -> str:
    asked = {"lang": showing.language, "seat": wanted.seat, "all": wanted.together or None}
    if switch:
        asked[switch] = True
    return next_page(here, last, wanted.until, asked)


def _caching(
    caller: Caller, showing: Showing, first: int, last: int, version: int, *, is_given_whole: bool
) -> tuple[str, dict[str, str]]:
    unnamed = "" if showing.named else "-unnamed"
    etag = f'W/"{first}-{last}-{version}-{showing.reader.eyes}-{showing.language}{unnamed}"'
    personal = not caller.is_anonymous or showing.reader != PUBLIC
    # Only a range that was asked for and given whole says nothing of what comes after it.
    lasts = is_given_whole and version > last
    return etag, {
        "Cache-Control": lasting(personal=personal) if lasts else "no-cache",
        "Vary": "Authorization, Accept-Language",
        "Content-Language": showing.language,
    }


async def _in_a_thread(
    kind: Kind, past: Aggregate, entries: Sequence[Entry], showing: Showing
) -> list[Any]:
    given_up = threading.Event()
    try:
        return await asyncio.to_thread(kind.made, past, entries, showing, given_up)
    finally:
        given_up.set()
