"""`/games/{id}/hint`: what the greedy bot would do in a learner's place, and why."""

import asyncio
from typing import Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.plugins.problem_details import ProblemDetailsException
from msgspec import Struct

from domain.kernel import consequences
from domain.kernel.choices import Choice
from domain.kernel.seals import Fact, Seat
from domain.kernel.texts import Language, sentences
from replays.aggregate import Aggregate
from services.api.backend import Backend
from services.api.http.callers import acting_seat, caller_of
from services.api.http.languages import language_of
from services.api.http.parameters import GameIdentity, InLanguage
from services.api.http.problems import problem
from services.api.offers import on_the_board_now

SENTENCES = sentences("services", "hints")


class HintTold(Struct):
    version: int
    """Of the game."""
    seat: int
    """Who asks."""
    action: Any
    """What the greedy bot would play in this place; `null` if it is not the seat's turn."""
    effects: list[str]
    """What that would do, told, as far as the seat may know it."""
    why: str | None
    """Why the bot would do so."""


class HintController(Controller):
    path = "/games/{game_id:str}/hint"
    tags = ("play",)

    @get(operation_id="getHint", summary="What the greedy bot would do in this place, and why")
    async def hint(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        language: InLanguage = None,
    ) -> Response[bytes]:
        seat = acting_seat(await caller_of(request, backend, game_id))
        spoken = language or language_of(request)
        async with backend.held(game_id) as aggregate:
            if not aggregate.has_hints:
                raise _off(spoken)
            told = await asyncio.to_thread(_hint, aggregate, seat, spoken)
        headers = {"Cache-Control": "no-store", "Content-Language": spoken}
        return Response(msgspec.json.encode(told), media_type="application/json", headers=headers)


def _hint(aggregate: Aggregate, seat: Seat, language: Language) -> HintTold:
    """On what the seat sees: neither the bot nor what it would cause knows more."""
    game, version = aggregate.game, aggregate.version
    seen = game.seen(aggregate.state, seat)
    if not on_the_board_now(aggregate, seat) or seat not in game.awaited(seen):
        return HintTold(version, seat, None, [], None)

    def offer(draft: Fact | None = None) -> "list[Choice[Fact]]":
        return list(game.choices(seen, seat, draft))

    hint = game.hint(game.view(seen, seat), offer, aggregate.catalog)
    told = consequences.told(game, seen, seat, hint.action, language, aggregate.names)
    return HintTold(version, seat, hint.action, told, game.explain_hint(hint, language))


def _off(language: Language) -> ProblemDetailsException:
    headers = {"Content-Language": language, "Vary": "Accept-Language"}
    return problem(403, "hints_off", SENTENCES[language]["hints_off"], headers=headers)
