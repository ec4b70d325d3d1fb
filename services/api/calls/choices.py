"""`/games/{id}/choices`: what a seat may play next, and how a draft can be extended."""

import asyncio
from typing import Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from msgspec import Struct

from domain.kernel.choices import Choice
from domain.kernel.seals import Fact
from replays.aggregate import Aggregate
from services.api.backend import Backend
from services.api.http.bodies import json_body, read_action
from services.api.http.caching import conditional, json_answer
from services.api.http.callers import asked_seat, caller_of
from services.api.http.languages import language_of
from services.api.http.parameters import ForSeat, GameIdentity
from services.api.http.problems import refusals

PERSONAL = {"Cache-Control": "private, no-cache"}


class Offered(Struct):
    version: int
    """Of the game, for `If-Match`."""
    seat: int
    """Whose choices they are."""
    choices: list[Choice[Any]]
    """Empty when it is not the seat's turn."""


class ChoicesController(Controller):
    path = "/games/{game_id:str}/choices"
    tags = ("play",)

    @get(operation_id="getChoices", summary="What this seat may play next")
    async def offer(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        for_seat: ForSeat = None,
    ) -> Response[bytes]:
        return await _choices(request, backend, game_id, for_seat, None)

    @post(operation_id="extendDraft", status_code=200, summary="How a draft can be extended")
    async def extend(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        for_seat: ForSeat = None,
    ) -> Response[bytes]:
        asked_seat(await caller_of(request, backend, game_id), for_seat, 99)
        game = (await backend.origin(game_id)).game
        draft = read_action(game, await json_body(request))
        return await _choices(request, backend, game_id, for_seat, draft)


async def _choices(
    request: Request[Any, Any, Any],
    backend: Backend,
    game_id: str,
    for_seat: int | None,
    draft: Fact | None,
) -> Response[bytes]:
    caller = await caller_of(request, backend, game_id)
    async with backend.held(game_id) as aggregate:
        seat = asked_seat(caller, for_seat, len(aggregate.seats))
        etag = f'W/"{aggregate.version}-{seat}"'
        unchanged = conditional(request, etag, PERSONAL) if draft is None else None
        if unchanged:
            return unchanged
        with refusals(aggregate.game, language_of(request)):
            body = await asyncio.to_thread(_offered, aggregate, seat, draft)
    if draft is not None:
        return Response(body, media_type="application/json", headers=PERSONAL)
    return json_answer(body, etag, PERSONAL)


def _offered(aggregate: Aggregate, seat: int, draft: Fact | None) -> bytes:
    """In a thread: on a full table it takes milliseconds, and everybody else would wait."""
    offered = aggregate.game.choices(aggregate.state, seat, draft)
    return msgspec.json.encode(Offered(aggregate.version, seat, list(offered)))
