"""The board as text at any moment: what `schichtbuch show` prints, for those who hear the page."""

from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from domain.kernel.texts import plain
from services.api.backend import Backend
from services.api.http.callers import caller_of, reader_of
from services.api.http.languages import language_of
from services.api.http.parameters import ForSeat, InLanguage
from services.api.moments import game_at, read_moment
from services.api.reading import seen_view

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
    past = (await game_at(backend, game_id, read_moment(at)))[0] if at else now
    spoken = language or language_of(request)
    rows = past.game.draw(seen_view(past, reader), spoken, past.catalog)
    return Response(
        plain(rows) + "\n",
        media_type="text/plain",
        headers={
            "Cache-Control": "no-cache",
            "Vary": "Accept-Language",
            "Content-Language": spoken,
        },
    )
