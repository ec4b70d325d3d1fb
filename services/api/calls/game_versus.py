"""`/games/{id}/audit/versus`: where the log of a game of this server and the rules part."""

from typing import Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency

from replays.verify import Report
from services.api.backend import Backend
from services.api.http.caching import json_answer
from services.api.http.callers import caller_of, check_not_embargoed
from services.api.http.languages import language_of
from services.api.http.parameters import GameIdentity, InLanguage
from services.api.watched_files import ask_replay
from services.exporting import replay_file


class GameVersusController(Controller):
    path = "/games/{game_id:str}/audit/versus"
    tags = ("audits",)

    @get(operation_id="getGameVersus", summary="The log of this game against the rules")
    async def versus(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        language: InLanguage = None,
    ) -> Response[bytes]:
        """What everybody may read of the log, and no more, is set against the rules."""
        check_not_embargoed(request, await caller_of(request, backend, game_id))
        version, spoken = await backend.version(game_id), language or language_of(request)
        headers = {
            "Cache-Control": "no-cache",
            "Vary": "Accept-Language",
            "Content-Language": spoken,
        }
        found = await backend.resources.auditing.of_game(game_id, version)
        report = msgspec.json.decode(found, type=Report) if isinstance(found, bytes) else None
        if report is None or report.versus is None:
            return Response(b"", status_code=204, headers=headers, media_type="")
        data = await replay_file(backend.resources, game_id, version)
        asked = {"versus": report.versus, "language": spoken}
        sides = await ask_replay(backend, data, "side_by_side", **asked)
        return json_answer(sides, f'W/"versus-{version}-{spoken}"', headers)
