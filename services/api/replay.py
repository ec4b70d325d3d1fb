"""`/games/{id}/replay`: the replay file as the caller may have it."""

import gzip
from collections.abc import Mapping
from typing import Any

from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency

from replays.entry import sha256
from replays.file import SUFFIX, write_replay
from services.api.caching import conditional, lasting
from services.api.callers import Caller, caller_of
from services.api.desk import Desk, FinishedReplay
from services.api.parameters import GameIdentity

NDJSON = "application/x-ndjson"


class ReplayController(Controller):
    path = "/games/{game_id:str}/replay"
    tags = ("watch",)

    @get(operation_id="getReplay", summary="The replay file", media_type=NDJSON)
    async def replay(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        desk: NamedDependency[Desk],
    ) -> Response[bytes]:
        caller = await caller_of(request, desk, game_id)
        finished = desk.replays.get(game_id)
        if finished is None:
            aggregate = await desk.game(game_id)
            over, version = aggregate.over, aggregate.version
            body = await _file(desk, game_id, version, caller, over=over)
            if not over:
                return _running(request, game_id, version, caller, body)
            finished = FinishedReplay(body, gzip.compress(body, 6, mtime=0), sha256(body))
            desk.replays.keep(game_id, finished)
        return _finished(request, game_id, finished)


async def _file(desk: Desk, game_id: str, version: int, caller: Caller, *, over: bool) -> bytes:
    entries = await desk.log.read(game_id, 1, version)
    aggregate = await desk.game(game_id)
    return write_replay(
        aggregate.game,
        game_id,
        aggregate.catalog,
        entries,
        reader=caller.seat,
        game_over=over or caller.organizer,
        signer=desk.signer,
    )


def _running(
    request: Request[Any, Any, Any], game_id: str, version: int, caller: Caller, body: bytes
) -> Response[bytes]:
    eyes = "all" if caller.organizer else "public" if caller.seat is None else caller.seat
    headers = {"Cache-Control": "no-cache", "Vary": "Authorization"}
    etag = f'"{version}-{eyes}"'
    return conditional(request, etag, headers) or _answer(game_id, body, etag, headers)


def _finished(
    request: Request[Any, Any, Any], game_id: str, finished: FinishedReplay
) -> Response[bytes]:
    """All seals are open now, so it is the same file for everybody, compressed once for all."""
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    etag = f'"{finished.digest}{"-gzip" if zipped else ""}"'
    headers = {"Cache-Control": lasting(personal=False), "Vary": "Accept-Encoding, Authorization"}
    unchanged = conditional(request, etag, headers)
    if unchanged:
        return unchanged
    if zipped:
        return _answer(game_id, finished.zipped, etag, {**headers, "Content-Encoding": "gzip"})
    return _answer(game_id, finished.body, etag, headers)


def _answer(game_id: str, body: bytes, etag: str, headers: Mapping[str, str]) -> Response[bytes]:
    name = f'attachment; filename="{game_id}{SUFFIX}"'
    return Response(
        body,
        media_type=NDJSON,
        headers={"ETag": etag, "Content-Disposition": name, **headers},
    )
