"""The board as text at any moment: what `schichtbuch show` prints, for those who hear the page."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from domain.kernel.texts import Language, plain
from services.api.backend import Backend
from services.api.calls.audits import AuditIdentity
from services.api.http.callers import caller_of, reader_of
from services.api.http.languages import language_of
from services.api.http.parameters import ForSeat, InLanguage
from services.api.moments import game_at, read_moment
from services.api.reading import seen_view
from services.api.watched_files import ask_file

GameId = Annotated[str, PathParameter(description="The id of a game.")]
At = Annotated[str | None, QueryParameter(name="at", description="A moment; else now.")]


@get("/games/{game_id:str}/board.txt", include_in_schema=False)
async def text_board(
    request: Request[Any, Any, Any],
    game_id: GameId,
    backend: NamedDependency[Backend],
    at: At = None,
    language: InLanguage = None,
    for_seat: ForSeat = None,
) -> Response[str]:
    caller = await caller_of(request, backend, game_id)
    now = await backend.game(game_id)
    reader = reader_of(caller, for_seat, len(now.seats), over=now.over)
    past = now
    if at:
        past, _ = await game_at(backend, game_id, read_moment(at), now.version)
    spoken = language or language_of(request)
    rows = past.game.draw(seen_view(past, reader), spoken, past.catalog)
    return _text(plain(rows) + "\n", spoken)


@get("/audits/{audit_id:str}/board.txt", include_in_schema=False)
async def text_board_of_file(
    request: Request[Any, Any, Any],
    audit_id: AuditIdentity,
    backend: NamedDependency[Backend],
    at: At = None,
    language: InLanguage = None,
    for_seat: ForSeat = None,
) -> Response[str]:
    spoken, moment = language or language_of(request), read_moment(at) if at else None
    wanted = {"at": moment, "seat": for_seat, "language": spoken}
    found = await ask_file(backend, audit_id, "board", **wanted)
    return _text(msgspec.json.decode(found, type=str), spoken)


def _text(board: str, language: Language) -> Response[str]:
    headers = {
        "Cache-Control": "no-cache",
        "Vary": "Accept-Language",
        "Content-Language": language,
    }
    return Response(board, media_type="text/plain", headers=headers)
