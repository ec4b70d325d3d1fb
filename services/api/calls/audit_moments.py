"""`/audits/{id}/…`: an uploaded file watched, in the same shapes as a game of this server.

They are the file's own moments. Whoever has the id of an audit has it from whoever had the file,
so all of it is shown, through any seat's eyes.
"""

from typing import Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency

from replays.verify import Report
from services.api.backend import Backend
from services.api.calls.audits import AuditIdentity
from services.api.calls.scored_now import EveryEvent
from services.api.calls.state import At
from services.api.http.caching import conditional, json_answer
from services.api.http.languages import language_of
from services.api.http.parameters import ForAll, ForSeat, InLanguage, Since, Until
from services.api.moments import read_moment
from services.api.ranges import Wanted
from services.api.recorded_file import where_of
from services.api.watched_files import ask_file, check_kept

HEADERS = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}


class AuditMomentsController(Controller):
    path = "/audits/{audit_id:str}"
    tags = ("audits",)

    @get("/game", operation_id="getFileGame", summary="The game of an uploaded file at a glance")
    async def game(
        self,
        request: Request[Any, Any, Any],
        audit_id: AuditIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[bytes]:
        return await _answer(request, backend, audit_id, "summary", where=where_of(audit_id))

    @get("/frames", operation_id="getFileFrames", summary="What a viewer draws of a file")
    async def frames(
        self,
        request: Request[Any, Any, Any],
        audit_id: AuditIdentity,
        backend: NamedDependency[Backend],
        since: Since = None,
        until: Until = None,
        language: InLanguage = None,
        for_seat: ForSeat = None,
        for_all: ForAll = None,
    ) -> Response[bytes]:
        wanted = Wanted(since, until, language, for_seat, for_all)
        return await _answer_range(request, backend, audit_id, "frames", wanted)

    @get("/scored-now", operation_id="getFileScoredNow", summary="A file if it were scored now")
    async def scored_now(
        self,
        request: Request[Any, Any, Any],
        audit_id: AuditIdentity,
        backend: NamedDependency[Backend],
        since: Since = None,
        until: Until = None,
        language: InLanguage = None,
        for_seat: ForSeat = None,
        for_all: ForAll = None,
        every_event: EveryEvent = False,
    ) -> Response[bytes]:
        wanted = Wanted(since, until, language, for_seat, for_all)
        question = "scored_events" if every_event else "scored_now"
        return await _answer_range(request, backend, audit_id, question, wanted)

    @get("/state", operation_id="getFileState", summary="The table of a file, at any moment")
    async def state(
        self,
        request: Request[Any, Any, Any],
        audit_id: AuditIdentity,
        backend: NamedDependency[Backend],
        at: At = None,
        for_seat: ForSeat = None,
    ) -> Response[bytes]:
        moment = None if at is None else read_moment(at)
        return await _answer(request, backend, audit_id, "state", at=moment, seat=for_seat)

    @get("/scorings", operation_id="getFileScorings", summary="Every settlement of a file")
    async def scorings(
        self,
        request: Request[Any, Any, Any],
        audit_id: AuditIdentity,
        backend: NamedDependency[Backend],
        language: InLanguage = None,
    ) -> Response[bytes]:
        spoken = language or language_of(request)
        return await _answer(request, backend, audit_id, "scorings", language=spoken)

    @get("/catalog", operation_id="getFileCatalog", summary="The components of a file's game")
    async def catalog(
        self,
        request: Request[Any, Any, Any],
        audit_id: AuditIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[bytes]:
        return await _answer(request, backend, audit_id, "catalog")

    @get("/versus", operation_id="getFileVersus", summary="The record against the rules")
    async def versus(
        self,
        request: Request[Any, Any, Any],
        audit_id: AuditIdentity,
        backend: NamedDependency[Backend],
        language: InLanguage = None,
    ) -> Response[bytes]:
        await check_kept(backend, audit_id)
        found = await backend.resources.auditing.of_file(audit_id)
        parted = (
            msgspec.json.decode(found, type=Report).versus if isinstance(found, bytes) else None
        )
        if parted is None:
            return Response(b"", status_code=204, headers=HEADERS, media_type="")
        spoken = language or language_of(request)
        return await _answer(
            request, backend, audit_id, "side_by_side", versus=parted, language=spoken
        )


async def _answer_range(
    request: Request[Any, Any, Any], backend: Backend, audit_id: str, question: str, wanted: Wanted
) -> Response[bytes]:
    return await _answer(
        request,
        backend,
        audit_id,
        question,
        where=where_of(audit_id),
        first=wanted.since or 1,
        until=wanted.until,
        language=wanted.language or language_of(request),
        seat=wanted.seat,
        together=bool(wanted.together),
    )


async def _answer(
    request: Request[Any, Any, Any], backend: Backend, audit_id: str, question: str, **facts: Any
) -> Response[bytes]:
    """The same file gives the same answer, so who has it need not wait for it again."""
    await check_kept(backend, audit_id)
    told = "-".join(str(fact) for name, fact in facts.items() if name != "versus")
    etag = f'W/"{audit_id}-{question}-{told}"'
    headers = {**HEADERS, "Content-Language": facts.get("language", "en")}
    unchanged = conditional(request, etag, headers)
    if unchanged:
        return unchanged
    return json_answer(await ask_file(backend, audit_id, question, **facts), etag, headers)
