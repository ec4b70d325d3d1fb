"""`/audits/{id}/picture` and `/picture.png`: the board of an uploaded file at any moment."""

from typing import Any

from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from domain.kernel.texts import Language
from replays.history import Moment
from services.api.backend import Backend
from services.api.calls.audits import AuditIdentity
from services.api.calls.state import At
from services.api.http.caching import conditional
from services.api.http.languages import language_of
from services.api.http.parameters import ForAll, ForSeat, InLanguage
from services.api.moments import read_moment
from services.api.watched_files import ask_file, check_kept, why_not
from services.web.picture.call import Width
from services.web.picture.drawing import WIDTH, Format
from services.web.picture.made import KINDS, Picture, kept_or_drawn, unavailable
from services.web.static_files import DIGEST
from services.worker.confined import TOO_LONG, Exceeded

Asked = Request[Any, Any, Any]


class Scene(Struct, frozen=True):
    """Which moment of the file, as who sees it."""

    at: Moment | int | None
    seat: int | None
    language: Language
    together: bool


class FilePictureController(Controller):
    path = "/audits/{audit_id:str}"
    tags = ("audits",)

    @get("/picture", operation_id="getFilePicture", summary="The board of a file, as SVG")
    async def picture(
        self,
        request: Asked,
        audit_id: AuditIdentity,
        backend: NamedDependency[Backend],
        at: At = None,
        language: InLanguage = None,
        for_seat: ForSeat = None,
        for_all: ForAll = None,
    ) -> Response[bytes]:
        scene = _wanted(request, at, language, for_seat, for_all)
        return await _answer(request, backend, audit_id, scene, "svg")

    @get("/picture.png", operation_id="getFilePicturePng", summary="The same picture, as PNG")
    async def picture_png(
        self,
        request: Asked,
        audit_id: AuditIdentity,
        backend: NamedDependency[Backend],
        at: At = None,
        language: InLanguage = None,
        for_seat: ForSeat = None,
        for_all: ForAll = None,
        width: Width = WIDTH,
    ) -> Response[bytes]:
        scene = _wanted(request, at, language, for_seat, for_all)
        return await _answer(request, backend, audit_id, scene, "png", width)


def _wanted(
    request: Asked,
    at: str | None,
    language: Language | None,
    seat: int | None,
    together: bool | None,
) -> Scene:
    moment = None if at is None else read_moment(at)
    return Scene(moment, seat, language or language_of(request), bool(together))


async def _answer(
    request: Asked,
    backend: Backend,
    audit_id: str,
    scene: Scene,
    kind: Format,
    width: int = WIDTH,
) -> Response[bytes]:
    await check_kept(backend, audit_id)
    facts = {"at": scene.at, "seat": scene.seat, "language": scene.language}
    told = "-".join(map(str, (*facts.values(), scene.together, DIGEST, width)))
    etag = f'W/"{audit_id}-{told}"'
    headers = {
        "Cache-Control": "no-cache",
        "Vary": "Accept-Language",
        "Content-Language": scene.language,
    }
    unchanged = conditional(request, etag, headers)
    if unchanged:
        return unchanged
    seen = await ask_file(backend, audit_id, "scene", **facts, together=scene.together)
    try:
        body = await kept_or_drawn(backend, Picture(etag, kind, width), seen)
    except Exceeded as error:
        # A board believes what it is given, and a stranger may have recorded anything.
        slow = error.code == TOO_LONG
        raise (unavailable() if slow else why_not("audit_unwatchable")) from error
    return Response(body, media_type=KINDS[kind], headers={"ETag": etag, **headers})
