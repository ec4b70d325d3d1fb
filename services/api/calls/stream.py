"""`/games/{id}/stream`: the log as it grows, as server-sent events that can be resumed.

With `frames=1` what a viewer draws of it instead.
"""

import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from math import ceil
from typing import Annotated, Any, Literal

from litestar import Controller, Request, get
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, QueryParameter
from litestar.response import Stream

from services.api.backend import Backend
from services.api.http.callers import address_of, caller_of, reader_of
from services.api.http.languages import language_of
from services.api.http.parameters import HIGHEST, GameIdentity, InLanguage
from services.api.http.problems import problem
from services.api.http.rate_limit import FRAMES_COST, charge
from services.api.viewers import CHUNK

EVENTS = "text/event-stream"
STREAM_HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # nginx would keep the events to itself
}
EVENT_ID = re.compile("[0-9]{1,12}")


class StreamController(Controller):
    path = "/games/{game_id:str}/stream"
    tags = ("watch",)

    @get(operation_id="stream", summary="Every entry as it comes", media_type=EVENTS)
    async def stream(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        last_event_id: Annotated[
            str | None,
            HeaderParameter(name="Last-Event-ID", description="The last version you have."),
        ] = None,
        after: Annotated[
            int | None,
            QueryParameter(ge=0, le=HIGHEST, description="The same, for those without headers."),
        ] = None,
        frames: Annotated[
            Literal[0, 1],
            QueryParameter(description="1: frames as `/frames` has them, instead of entries."),
        ] = 0,
        language: InLanguage = None,
    ) -> Stream:
        backend.limits.streams.check(address_of(request))
        caller = await caller_of(request, backend, game_id)
        game = await backend.game(game_id)
        have = version_had(last_event_id, after)
        if have > game.version:
            said = f"You cannot have version {have}: the game is at {game.version}."
            raise problem(404, "moment_unknown", said)
        reader = reader_of(caller, None, len(game.seats), over=game.over)
        telling = backend.viewers.entries(game_id, game.game, reader)
        if frames:
            _charge(request, backend, game.version - have)
            spoken = language or language_of(request)
            telling = backend.viewers.frames(game_id, reader, spoken)
        events = backend.viewers.watch(game_id, telling, have, game.version, caller.holder)
        return Stream(counted(backend, request, events), media_type=EVENTS, headers=STREAM_HEADERS)


async def counted(
    backend: Backend, request: Request[Any, Any, Any], events: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    """Counted only while it runs: what was never begun would never be ended."""
    with backend.limits.streams.opened(address_of(request)):
        async with aclosing(events):
            async for event in events:
                yield event


def _charge(request: Request[Any, Any, Any], backend: Backend, missed: int) -> None:
    """What was missed costs as much as to ask for it by `/frames`."""
    charge(backend.limits, request.scope, FRAMES_COST * ceil(missed / CHUNK))


def version_had(last_event_id: str | None, after: int | None) -> int:
    """The last version that the caller has."""
    return (after or 0) if last_event_id is None else _read_id(last_event_id)


def _read_id(text: str) -> int:
    if not EVENT_ID.fullmatch(text):
        raise problem(400, "last_event_id_invalid", "Last-Event-ID is a version, like 17.")
    return int(text)
