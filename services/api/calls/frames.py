"""`/games/{id}/frames`: what a viewer draws, per event the sentence and the view or its change."""

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.seals import Fact
from domain.kernel.texts import Language
from replays.aggregate import Aggregate
from replays.entry import Entry
from services.api.backend import Backend
from services.api.http.caching import conditional, json_answer, lasting
from services.api.http.callers import Caller, caller_of, reader_of
from services.api.http.languages import language_of
from services.api.http.links import PREFIX
from services.api.http.parameters import ForSeat, GameIdentity, InLanguage, Since, Until
from services.api.http.problems import problem
from services.api.json_patch import AnyOperation, json_patch
from services.api.moments import before
from services.api.reading import PUBLIC, Reader, seen_line, seen_view, whole_line

MOST_VERSIONS = 100


class Frame(Struct):
    at: str
    """The moment after this event, like `17.3`."""
    type: str
    """What happened: the type of the event."""
    text: str
    """The same as a sentence."""
    view: dict[str, Any] | UnsetType = UNSET
    """The whole view, as `/state` has it; with the first frame of an answer only."""
    patch: list[AnyOperation] | UnsetType = UNSET
    """A JSON Patch (RFC 6902) to the view of the frame before; with every other frame."""


class Frames(Struct):
    version: int
    """What the game has reached."""
    frames: list[Frame]
    """One per event, in order."""
    next: str | None
    """Where the frames after these are, if there are any."""


class Showing(Struct, frozen=True):
    """Through whose eyes, and in which language."""

    reader: Reader
    language: Language
    named: bool
    """Whether the players' names are there, or were erased."""


class FramesController(Controller):
    path = "/games/{game_id:str}/frames"
    tags = ("watch",)

    @get(operation_id="getFrames", summary="What a viewer draws, event by event")
    async def frames(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        since: Since = None,
        until: Until = None,
        language: InLanguage = None,
        for_seat: ForSeat = None,
    ) -> Response[bytes]:
        caller = await caller_of(request, backend, game_id)
        game = await backend.game(game_id)
        reader = reader_of(caller, for_seat, len(game.seats), over=game.over)
        showing = Showing(reader, language or language_of(request), bool(game.names))
        version, first = game.version, since or 1
        last = min(until or version, version, first + MOST_VERSIONS - 1)
        if first > version:
            raise problem(404, "moment_unknown", f"The game is at version {version} only.")
        etag, headers = _caching(caller, showing, first, last, version, settled=until == last)
        unchanged = conditional(request, etag, headers)
        if unchanged:
            return unchanged
        async with backend.long_answers:
            shown = await _frames(backend, game_id, first, last, showing)
        goal = min(until or version, version)
        after = _next(game_id, last, until, showing, for_seat) if last < goal else None
        return json_answer(msgspec.json.encode(Frames(version, shown, after)), etag, headers)


def _caching(
    caller: Caller, showing: Showing, first: int, last: int, version: int, *, settled: bool
) -> tuple[str, dict[str, str]]:
    unnamed = "" if showing.named else "-unnamed"
    etag = f'W/"{first}-{last}-{version}-{showing.reader.eyes}-{showing.language}{unnamed}"'
    personal = caller.known or showing.reader != PUBLIC
    # Only a range that was asked for and given whole says nothing of what comes after it.
    lasts = settled and version > last
    return etag, {
        "Cache-Control": lasting(personal=personal) if lasts else "no-cache",
        "Vary": "Authorization, Accept-Language",
        "Content-Language": showing.language,
    }


async def _frames(
    backend: Backend, game_id: str, first: int, last: int, showing: Showing
) -> list[Frame]:
    past = await before(backend, game_id, first)
    frames: list[Frame] = []
    so_far: dict[str, Any] | None = None
    for entry in await backend.log.read(game_id, first, last):
        for frame, view in entry_frames(past, entry, showing, so_far):
            frames.append(frame)
            so_far = view
        past.version += 1
        await asyncio.sleep(0)  # others want to be served, too
    return frames


def entry_frames(
    past: Aggregate, entry: Entry, showing: Showing, so_far: dict[str, Any] | None
) -> Iterator[tuple[Frame, dict[str, Any]]]:
    game = past.game
    whole = whole_line(game, past.game_id, entry).events
    seen = seen_line(game, entry, showing.reader).events
    for at, (event, shown) in enumerate(zip(whole, seen, strict=True), 1):
        game.evolve(past.state, event)
        view = msgspec.to_builtins(seen_view(past, showing.reader), str_keys=True)
        frame = Frame(
            f"{past.version + 1}.{at}",
            _type(shown),
            game.tell(shown, showing.language, past.names, past.catalog),
        )
        if so_far is None:
            frame.view = view
        else:
            frame.patch = json_patch(so_far, view)
        so_far = view
        yield frame, view


def _type(event: Fact) -> str:
    return str(event.__struct_config__.tag)


def _next(
    game_id: str, last: int, until: int | None, showing: Showing, for_seat: int | None
) -> str:
    wanted = {"from": last + 1, "to": until, "lang": showing.language, "seat": for_seat}
    query = "&".join(f"{name}={value}" for name, value in wanted.items() if value is not None)
    return f"{PREFIX}/games/{game_id}/frames?{query}"
