"""`/games/{id}/proof`, `/tournaments/{id}/proof`: that an entry is in the transparency log."""

from typing import Annotated, Any, TypeAlias

from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from replays.entry import sha256
from replays.leaves import Kind, needs_leaf
from services.api.backend import Backend
from services.api.http.caching import conditional
from services.api.http.callers import caller_of
from services.api.http.parameters import HIGHEST, GameIdentity, TournamentIdentity
from services.api.http.problems import problem
from services.api.tournaments.callers import event_caller_of
from services.transparency.proofs import NotYetSigned

TEXT = "text/plain"
ANEW = {"Cache-Control": "no-cache"}
SOON = {"Cache-Control": "no-store", "Retry-After": "1"}
OfVersion: TypeAlias = Annotated[
    int | None,
    QueryParameter(
        ge=1, le=HIGHEST, description="Of the entry; else of the last one that has a leaf."
    ),
]


class GameProofController(Controller):
    path = "/games/{game_id:str}/proof"
    tags = ("watch",)

    @get(operation_id="getProof", summary="That the log contains an entry", media_type=TEXT)
    async def proof(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        version: OfVersion = None,
    ) -> Response[bytes]:
        await caller_of(request, backend, game_id)
        reached = await backend.version(game_id)
        at = await _version(backend, "game", game_id, version, reached)
        [line] = await backend.log.lines(game_id, at, at)
        kept = (await backend.log.setup(game_id)).proof
        if kept and kept.version == at:
            return _answer(request, kept.text)
        return _answer(request, await _made(backend, "game", game_id, at, line))


class TournamentProofController(Controller):
    path = "/tournaments/{tournament_id:str}/proof"
    tags = ("tournaments",)

    @get(
        operation_id="getTournamentProof",
        summary="That the log contains an entry of the event",
        media_type=TEXT,
    )
    async def proof(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
        version: OfVersion = None,
    ) -> Response[bytes]:
        await event_caller_of(request, backend, tournament_id)
        log = backend.resources.tournament_log
        reached = await log.version(tournament_id)
        at = await _version(backend, "tournament", tournament_id, version, reached)
        [entry] = await log.read(tournament_id, at, at)
        return _answer(request, await _made(backend, "tournament", tournament_id, at, entry.line))


async def _version(backend: Backend, kind: Kind, name: str, asked: int | None, reached: int) -> int:
    """The one that is asked for, or the last that stands in the log."""
    if asked is not None:
        if asked > reached:
            raise problem(404, "moment_unknown", f"There are {reached} entries only.")
        return asked
    places = (await backend.resources.proofs.taken(kind, name)).places
    if not places:
        raise _not_yet()
    return max(places)


async def _made(backend: Backend, kind: Kind, name: str, version: int, line: bytes) -> str:
    if not needs_leaf(line, kind):
        said = "Entry 1, settlements, rulings and the end of a game stand in the log, no others."
        raise problem(404, "no_leaf", said)
    try:
        return await backend.resources.proofs.of_entry(kind, name, version, line)
    except NotYetSigned:
        raise _not_yet() from None


def _not_yet() -> Exception:
    said = "No signed head of the transparency log contains this entry yet; ask again in a moment."
    return problem(404, "not_yet_signed", said, headers=SOON)


def _answer(request: Request[Any, Any, Any], text: str) -> Response[bytes]:
    etag = f'"{sha256(text.encode())}"'
    unchanged = conditional(request, etag, ANEW)
    return unchanged or Response(text.encode(), media_type=TEXT, headers={"ETag": etag, **ANEW})
