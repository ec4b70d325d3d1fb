"""`/audits/{id}/picture` and `/picture.png`: the board of an uploaded file at any moment."""

from litestar import Controller, Response, get
from litestar.di import NamedDependency

from services.api.backend import Backend
from services.api.calls.audits import AuditIdentity
from services.api.calls.state import At
from services.api.http.parameters import ForAll, ForSeat, InLanguage
from services.api.watched_files import ask_file, check_kept, why_not
from services.web.picture.asking import Asked, Shown, Wanted, Width, picture_of, wanted
from services.web.picture.drawing import WIDTH
from services.web.picture.made import unavailable
from services.web.static_files import DIGEST
from services.worker.confined import TOO_LONG, Exceeded


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
        asked = wanted(request, "svg", at, language, for_seat, for_all)
        return await _answer(request, backend, audit_id, asked)

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
        asked = wanted(request, "png", at, language, for_seat, for_all, width)
        return await _answer(request, backend, audit_id, asked)


async def _answer(
    request: Asked, backend: Backend, audit_id: str, wanted: Wanted
) -> Response[bytes]:
    await check_kept(backend, audit_id)
    try:
        return await picture_of(request, backend, wanted, _shown(backend, audit_id, wanted))
    except Exceeded as error:
        # A board believes what it is given, and a stranger may have recorded anything.
        slow = error.code == TOO_LONG
        raise (unavailable() if slow else why_not("audit_unwatchable")) from error


def _shown(backend: Backend, audit_id: str, wanted: Wanted) -> Shown:
    together, seen = bool(wanted.together), (wanted.at, wanted.seat, wanted.language)
    told = "-".join(map(str, (*seen, together, DIGEST, wanted.width)))
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}

    async def facts() -> bytes:
        at, seat, language = seen
        asked = {"at": at, "seat": seat, "language": language, "together": together}
        return await ask_file(backend, audit_id, "scene", **asked)

    etag = f'W/"{audit_id}-{told}"'
    return Shown(etag, etag, headers, facts)
