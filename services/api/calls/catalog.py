"""`/games/{id}/catalog`: the components that this very game is played with."""

from typing import Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency

from services.api.backend import Backend
from services.api.http.caching import conditional, json_answer
from services.api.http.callers import caller_of
from services.api.http.parameters import GameIdentity

HEADERS = {"Cache-Control": "no-cache"}


class GameCatalogController(Controller):
    path = "/games/{game_id:str}/catalog"
    tags = ("watch",)

    @get(operation_id="getGameCatalog", summary="The components that this game is played with")
    async def catalog(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[bytes]:
        await caller_of(request, backend, game_id)
        game = await backend.game(game_id)
        etag = f'W/"{game.catalog.named_digest}"'
        unchanged = conditional(request, etag, HEADERS)
        return unchanged or json_answer(msgspec.json.encode(game.catalog.named), etag, HEADERS)
