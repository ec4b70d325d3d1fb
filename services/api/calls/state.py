"""`/games/{id}/state`: what the caller may see, now or at any moment of the game."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from replays.aggregate import Aggregate
from services.api.backend import Backend
from services.api.http.caching import conditional, json_answer, lasting
from services.api.http.callers import caller_of, reader_of
from services.api.http.parameters import ForSeat, GameIdentity
from services.api.moments import game_at, read_moment
from services.api.reading import PUBLIC, Reader, seen_view

At = Annotated[
    str | None,
    QueryParameter(
        name="at",
        description="A version, like `17`, or a version and an event of it, like `17.3`.",
    ),
]


class StateController(Controller):
    path = "/games/{game_id:str}/state"
    tags = ("watch",)

    @get(operation_id="getState", summary="The table as the caller sees it, at any moment")
    async def state(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        at: At = None,
        for_seat: ForSeat = None,
    ) -> Response[bytes]:
        caller = await caller_of(request, backend, game_id)
        if at is None:
            aggregate = await backend.game(game_id)
            reader = reader_of(caller, for_seat, len(aggregate.seats), over=aggregate.over)
            return _answer(request, aggregate, str(aggregate.version), reader, "no-cache")
        wanted = read_moment(at)
        now = await backend.game(game_id)
        reader = reader_of(caller, for_seat, len(now.seats), over=now.over)
        past, moment = await game_at(backend, game_id, wanted, now.version)
        lasts = lasting(personal=not caller.is_anonymous or reader != PUBLIC)
        return _answer(request, past, str(moment), reader, lasts)


def _answer(
    request: Request[Any, Any, Any],
    aggregate: Aggregate,
    moment: str,
    reader: Reader,
    cache_control: str,
) -> Response[bytes]:
    # Weak, because the same view may go out compressed or not.
    etag = f'W/"{moment}-{reader.eyes}{"" if aggregate.first_names else "-unnamed"}"'
    headers = {
        "Cache-Control": cache_control,
        "Schichtbuch-Version": moment.partition(".")[0],
    }
    unchanged = conditional(request, etag, headers)
    if unchanged:
        return unchanged
    return json_answer(msgspec.json.encode(seen_view(aggregate, reader)), etag, headers)
