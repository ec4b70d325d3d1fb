"""`/games/{id}/picture` and `/picture.png`: the board at any moment, as a file to be shared."""

import msgspec
from litestar import Controller, Response, get
from litestar.di import NamedDependency

from services.api.backend import Backend
from services.api.calls.state import At
from services.api.http.caching import lasting
from services.api.http.callers import caller_of, reader_of
from services.api.http.parameters import ForAll, ForSeat, GameIdentity, InLanguage
from services.api.reading import PUBLIC
from services.api.scenes import facts_of, scene_of
from services.web.picture.asking import Asked, Shown, Wanted, Width, picture_of, wanted
from services.web.picture.drawing import WIDTH
from services.web.picture.made import unavailable
from services.web.static_files import DIGEST
from services.worker.confined import Exceeded


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
        asked = wanted(request, "svg", at, language, for_seat, for_all)
        return await _answer(request, backend, game_id, asked)

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
        asked = wanted(request, "png", at, language, for_seat, for_all, width)
        return await _answer(request, backend, game_id, asked)


async def _answer(
    request: Asked, backend: Backend, game_id: str, wanted: Wanted
) -> Response[bytes]:
    shown = await _shown(request, backend, game_id, wanted)
    try:
        return await picture_of(request, backend, wanted, shown)
    except Exceeded as error:
        raise unavailable() from error


async def _shown(request: Asked, backend: Backend, game_id: str, wanted: Wanted) -> Shown:
    caller = await caller_of(request, backend, game_id)
    game = await backend.game(game_id)
    seats, over, rules = len(game.seats), game.over, game.game.name
    unnamed = "" if game.first_names else "-unnamed"
    reader = reader_of(caller, wanted.seat, seats, over=over, together=wanted.together)
    reached = game.version
    moment = reached if wanted.at is None else wanted.at
    scene = await scene_of(backend, game_id, moment, reached, reader, wanted.language)
    told = f"{scene.moment}-{reader.eyes}-{wanted.language}{unnamed}-{DIGEST}-{wanted.width}"
    lasts = lasting(personal=not caller.is_anonymous or reader != PUBLIC)
    headers = {
        "Cache-Control": "no-cache" if wanted.at is None else lasts,
        "Vary": "Authorization, Accept-Language",
    }

    async def facts() -> bytes:
        return msgspec.json.encode(facts_of(scene, rules, wanted.language))

    etag = f'W/"{told}"'
    return Shown(f"{game_id} {etag}", etag, headers, facts)
