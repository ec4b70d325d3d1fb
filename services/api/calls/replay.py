"""`/games/{id}/replay`: the replay file as the caller may have it."""

import gzip
from collections.abc import Mapping
from typing import Any, NamedTuple

from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency

from replays.entry import sha256
from replays.file import SUFFIX, write_replay
from services.api.backend import Backend, FinishedReplay
from services.api.http.asking import Asking
from services.api.http.caching import conditional
from services.api.http.callers import Caller, caller_of
from services.api.http.parameters import GameIdentity
from services.exporting import footer_of
from services.transparency.proofs import comes_from_elsewhere

NDJSON = "application/x-ndjson"
REVALIDATED = {"Cache-Control": "public, no-cache"}
"""It is asked for again each time, and mostly not sent: a finished log may still grow."""


class Form(NamedTuple):
    """The replay as the caller wants it sent."""

    body: bytes
    etag: str
    encoding: dict[str, str]


class ReplayController(Controller):
    path = "/games/{game_id:str}/replay"
    tags = ("watch",)

    @get(operation_id="getReplay", summary="The replay file", media_type=NDJSON)
    async def replay(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[bytes]:
        caller = await caller_of(request, backend, game_id)
        # Of a game under an embargo nothing is kept for everybody, whoever asks.
        finished = None if caller.embargoed else await backend.finished_replay(game_id)
        if finished is None:
            aggregate = await backend.game(game_id)
            over, version = caller.is_open_to_all(over=aggregate.over), aggregate.version
            body, is_final = await _file(backend, game_id, version, caller, over=over)
            if not over:
                return _running(request, game_id, version, caller, body)
            if not is_final:
                return _unproven(request, game_id, body)
            zipped = gzip.compress(body, 6, mtime=0)
            finished = FinishedReplay(version, body, zipped, sha256(body))
            backend.replays.keep(game_id, finished)
        return _finished(request, game_id, finished)


async def _file(
    backend: Backend, game_id: str, version: int, caller: Caller, *, over: bool
) -> tuple[bytes, bool]:
    """And whether it stays as it is while the log does: then it has its proof, or never will."""
    entries = await backend.log.read(game_id, 1, version)
    setup = await backend.log.setup(game_id)
    aggregate = await backend.game(game_id)
    proofs = backend.resources.proofs
    proof = await proofs.of_finished(game_id, entries, setup) if over else None
    body = write_replay(
        aggregate.game,
        game_id,
        aggregate.catalog,
        entries,
        reader=caller.seat,
        open_all=over or caller.sees_all,
        footer=footer_of(game_id, entries, setup, backend.signer, proof),
    )
    return body, proof is not None or comes_from_elsewhere(setup, version)


def _running(
    request: Request[Any, Any, Any], game_id: str, version: int, caller: Caller, body: bytes
) -> Response[bytes]:
    eyes = "all" if caller.sees_all else "public" if caller.seat is None else caller.seat
    headers = {"Cache-Control": "no-cache"}
    etag = f'"{version}-{eyes}"'
    return conditional(request, etag, headers) or _answer(game_id, body, etag, headers)


def _unproven(request: Request[Any, Any, Any], game_id: str, body: bytes) -> Response[bytes]:
    """Soon it has its proof, and is another file."""
    headers, etag = {"Cache-Control": "no-cache"}, f'"{sha256(body)}"'
    return conditional(request, etag, headers) or _answer(game_id, body, etag, headers)


def _finished(
    request: Request[Any, Any, Any], game_id: str, finished: FinishedReplay
) -> Response[bytes]:
    """All seals are open now, so it is the same file for everybody, compressed once for all."""
    form = form_of(finished, request)
    unchanged = conditional(request, form.etag, REVALIDATED)
    return unchanged or _answer(game_id, form.body, form.etag, {**REVALIDATED, **form.encoding})


def form_of(finished: FinishedReplay, request: Asking) -> Form:
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Form(finished.zipped, f'"{finished.digest}-gzip"', {"Content-Encoding": "gzip"})
    return Form(finished.body, f'"{finished.digest}"', {})


def attached(game_id: str) -> str:
    return f'attachment; filename="{game_id}{SUFFIX}"'


def _answer(game_id: str, body: bytes, etag: str, headers: Mapping[str, str]) -> Response[bytes]:
    return Response(
        body,
        media_type=NDJSON,
        headers={"ETag": etag, "Content-Disposition": attached(game_id), **headers},
    )
