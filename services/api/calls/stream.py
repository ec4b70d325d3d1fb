"""`/games/{id}/stream`: the log as it grows, as server-sent events that can be resumed."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any

from litestar import Controller, Request, get
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, QueryParameter
from litestar.response import Stream

from services.api.backend import Backend
from services.api.http.callers import address_of, caller_of, reader_of
from services.api.http.parameters import HIGHEST, GameIdentity
from services.api.http.problems import problem

EVENTS = "text/event-stream"


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
    ) -> Stream:
        backend.limits.streams.check(address_of(request))
        caller = await caller_of(request, backend, game_id)
        game = await backend.game(game_id)
        have = _read_id(last_event_id) if last_event_id is not None else (after or 0)
        if have > game.version:
            said = f"You cannot have version {have}: the game is at {game.version}."
            raise problem(404, "moment_unknown", said)
        reader = reader_of(caller, None, len(game.seats), over=game.over)
        events = backend.viewers.watch(game_id, reader, have, game.version, caller.holder)
        return Stream(
            _counted(backend, request, events),
            media_type=EVENTS,
            headers={
                "Cache-Control": "no-store",
                "X-Accel-Buffering": "no",  # nginx would keep the events to itself
            },
        )


async def _counted(
    backend: Backend, request: Request[Any, Any, Any], events: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    """Counted only while it runs: what was never begun would never be ended."""
    with backend.limits.streams.opened(address_of(request)):
        async with aclosing(events):
            async for event in events:
                yield event


def _read_id(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 12):
        raise problem(400, "last_event_id_invalid", "Last-Event-ID is a version, like 17.")
    return int(text)
