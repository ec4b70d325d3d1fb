"""`/games/{id}/log`: the public lines, each byte as it is stored, never a seal."""

from collections.abc import AsyncIterator
from typing import Any

from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.response import Stream

from services.api.backend import Backend
from services.api.http.caching import conditional, lasting
from services.api.http.callers import caller_of
from services.api.http.parameters import GameIdentity, Since, Until

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
        backend: NamedDependency[Backend],
        since: Since = None,
        until: Until = None,
    ) -> Response[Any]:
        await caller_of(request, backend, game_id)
        first = since or 1
        # Asked for before the answer begins, so that a problem can still be told.
        wanted = first + CHUNK - 1 if until is None else min(first + CHUNK - 1, until)
        begun = await backend.log.lines(game_id, first, wanted)
        newest = first + len(begun) - 1
        # A part that is not full ends with the newest entry.
        is_newest = until is None and 0 < len(begun) < CHUNK
        version = newest if is_newest else await backend.version(game_id)
        last = min(until or version, version)
        is_given_whole = until is not None and until <= version
        headers = {
            "Cache-Control": lasting(personal=False) if is_given_whole else "no-cache",
            "Schichtbuch-Version": str(version),
        }
        # Weak, because the same lines may go out compressed or not; the log is never rewritten.
        etag = f'W/"{first}-{last}"'
        unchanged = conditional(request, etag, headers)
        if unchanged:
            return unchanged
        headers["ETag"] = etag
        if last <= newest:
            return Response(joined(begun), media_type=NDJSON, headers=headers)
        rest = _rest(backend, game_id, begun, newest + 1, last)
        return Stream(rest, media_type=NDJSON, headers=headers)


async def _rest(
    backend: Backend, game_id: str, begun: list[bytes], first: int, last: int
) -> AsyncIterator[bytes]:
    yield joined(begun)
    for at in range(first, last + 1, CHUNK):
        yield joined(await backend.log.lines(game_id, at, min(at + CHUNK - 1, last)))


def joined(lines: list[bytes]) -> bytes:
    return b"\n".join([*lines, b""]) if lines else b""
