"""`/games/{id}/picture` and `/picture.png`: the board at any moment, as a file to be shared."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from msgspec import Struct

from domain.kernel.texts import Language
from services.api.backend import Backend
from services.api.calls.state import At
from services.api.http.caching import conditional, lasting
from services.api.http.callers import caller_of, reader_of
from services.api.http.languages import language_of
from services.api.http.parameters import ForAll, ForSeat, GameIdentity, InLanguage
from services.api.moments import read_moment
from services.api.reading import PUBLIC
from services.api.scenes import facts_of, scene_of
from services.web.picture.drawing import WIDTH, Format
from services.web.picture.made import KINDS, Picture, kept_or_drawn, unavailable
from services.web.static_files import DIGEST
from services.worker.confined import Exceeded

Asked = Request[Any, Any, Any]
Width = Annotated[
    int, QueryParameter(ge=160, le=WIDTH, description="In pixels, for a smaller one.")
]


class Wanted(Struct, frozen=True):
    kind: Format
    game_id: str
    at: str | None
    language: Language
    seat: int | None
    together: bool | None
    width: int = WIDTH


class PictureController(Controller):
    path = "/games/{game_id:str}"
    tags = ("watch",)

    @get("/picture", operation_id="getPicture", summary="The board at any moment, as SVG")
    async def picture(
        self,
        request: Asked,
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        at: At = None,
        language: InLanguage = None,
        for_seat: ForSeat = None,
        for_all: ForAll = None,
    ) -> Response[bytes]:
        wanted = Wanted("svg", game_id, at, language or language_of(request), for_seat, for_all)
        return await _answer(request, backend, wanted)

    @get("/picture.png", operation_id="getPicturePng", summary="The same picture, as PNG")
    async def picture_png(
        self,
        request: Asked,
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        at: At = None,
        language: InLanguage = None,
        for_seat: ForSeat = None,
        for_all: ForAll = None,
        width: Width = WIDTH,
    ) -> Response[bytes]:
        spoken = language or language_of(request)
        wanted = Wanted("png", game_id, at, spoken, for_seat, for_all, width)
        return await _answer(request, backend, wanted)


async def _answer(request: Asked, backend: Backend, wanted: Wanted) -> Response[bytes]:
    game_id, language = wanted.game_id, wanted.language
    moment = None if wanted.at is None else read_moment(wanted.at)
    caller = await caller_of(request, backend, game_id)
    game = await backend.game(game_id)
    reader = reader_of(
        caller, wanted.seat, len(game.seats), over=game.over, together=wanted.together
    )
    rules, unnamed = game.game.name, "" if game.first_names else "-unnamed"
    scene = await scene_of(
        backend, game_id, game.version if moment is None else moment, reader, language
    )
    etag = f'W/"{scene.moment}-{reader.eyes}-{language}{unnamed}-{DIGEST}-{wanted.width}"'
    lasts = lasting(personal=not caller.is_anonymous or reader != PUBLIC)
    headers = {
        "Cache-Control": "no-cache" if moment is None else lasts,
        "Vary": "Authorization, Accept-Language",
        "Content-Language": language,
    }
    unchanged = conditional(request, etag, headers)
    if unchanged:
        return unchanged
    facts = msgspec.json.encode(facts_of(scene, rules, language))
    picture = Picture(f"{game_id} {etag}", wanted.kind, wanted.width)
    try:
        body = await kept_or_drawn(backend, picture, facts)
    except Exceeded as error:
        raise unavailable() from error
    return Response(body, media_type=KINDS[wanted.kind], headers={"ETag": etag, **headers})
