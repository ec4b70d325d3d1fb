"""`/games/{id}/log`: the public lines, each byte as it is stored, never a seal."""

from collections.abc import AsyncIterator
from typing import Any

from litestar import Controller, Request, get
from litestar.di import NamedDependency
from litestar.response import Stream

from services.api.caching import lasting
from services.api.callers import caller_of
from services.api.desk import Desk
from services.api.parameters import GameIdentity, Since, Until
from services.api.reading import lines

CHUNK = 500
NDJSON = "application/x-ndjson"


class LogController(Controller):
    path = "/games/{game_id:str}/log"
    tags = ("watch",)

    @get(operation_id="getLog", summary="The log, line by line", media_type=NDJSON)
    async def log(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        desk: NamedDependency[Desk],
        since: Since = None,
        until: Until = None,
    ) -> Stream:
        await caller_of(request, desk, game_id)
        version = await desk.version(game_id)
        first, last = since or 1, min(until or version, version)
        # Asked for before the answer begins, so that a problem can still be told.
        begun = lines(await desk.log.read(game_id, first, min(first + CHUNK - 1, last)))
        settled = until is not None and until <= version
        return Stream(
            _rest(desk, game_id, begun, first + CHUNK, last),
            media_type=NDJSON,
            headers={
                "Cache-Control": lasting(personal=False) if settled else "no-cache",
                "Vary": "Authorization",
                "Schichtbuch-Version": str(version),
            },
        )


async def _rest(
    desk: Desk, game_id: str, begun: bytes, first: int, last: int
) -> AsyncIterator[bytes]:
    yield begun
    for at in range(first, last + 1, CHUNK):
        yield lines(await desk.log.read(game_id, at, min(at + CHUNK - 1, last)))
