"""`/games/{id}/choices`: what a seat may play next, and how a draft can be extended."""

import asyncio
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from domain.kernel.seals import Fact
from domain.kernel.texts import Language
from infra.clock import now
from replays.aggregate import Aggregate
from services.api.backend import Backend
from services.api.explaining import explanation
from services.api.http.bodies import json_body, read_draft
from services.api.http.caching import conditional, json_answer
from services.api.http.callers import asked_seat, caller_of
from services.api.http.languages import language_of
from services.api.http.parameters import ForSeat, GameIdentity, InLanguage
from services.api.http.problems import refusals
from services.api.offers import offered

PERSONAL = {"Cache-Control": "private, no-cache"}
WithEffects: TypeAlias = Annotated[
    bool, QueryParameter(description="Also what each choice would do, told; implies `lang`.")
]


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
        language: InLanguage = None,
        effects: WithEffects = False,
    ) -> Response[bytes]:
        spoken = language or (language_of(request) if effects else None)
        caller, headers = await caller_of(request, backend, game_id), _headers(spoken)
        async with backend.held(game_id) as aggregate:
            seat = asked_seat(caller, for_seat, len(aggregate.seats))
            told = f"-{spoken}{'-effects' if effects else ''}" if spoken else ""
            etag = f'W/"{aggregate.version}-{seat}{told}"'
            unchanged = conditional(request, etag, headers)
            if unchanged:
                return unchanged
            body = await asyncio.to_thread(_offered, aggregate, seat, None, spoken, effects)
        return json_answer(body, etag, headers)

    @post(operation_id="extendDraft", status_code=200, summary="How a draft can be extended")
    async def extend(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        for_seat: ForSeat = None,
        language: InLanguage = None,
        effects: WithEffects = False,
        why: Annotated[
            bool, QueryParameter(description="Not how it grows, but why it may not be played.")
        ] = False,
    ) -> Response[bytes]:
        caller = await caller_of(request, backend, game_id)
        asked_seat(caller, for_seat, 99)
        draft = read_draft((await backend.origin(game_id)).game, await json_body(request))
        spoken = language or (language_of(request) if effects or why else None)
        async with backend.held(game_id) as aggregate:
            seat = asked_seat(caller, for_seat, len(aggregate.seats))
            if why:
                told = (aggregate, seat, draft, spoken or "en", now())
                body = msgspec.json.encode(await asyncio.to_thread(explanation, *told))
            else:
                with refusals(aggregate.game, spoken or language_of(request)):
                    body = await asyncio.to_thread(
                        _offered, aggregate, seat, draft, spoken, effects
                    )
        return Response(body, media_type="application/json", headers=_headers(spoken))


def _headers(language: Language | None) -> dict[str, str]:
    return {**PERSONAL, **({"Content-Language": language} if language else {})}


def _offered(
    aggregate: Aggregate, seat: int, draft: Fact | None, language: Language | None, effects: bool
) -> bytes:
    """In a thread: on a full table it takes milliseconds, and everybody else would wait."""
    return msgspec.json.encode(offered(aggregate, seat, draft, language, effects=effects))
