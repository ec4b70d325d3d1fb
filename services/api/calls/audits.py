"""`/games/{id}/audit` and `/audits`: what a game or an uploaded file proves, found by a worker.

A worker writes the report in English; its reasons are told in the caller's language here.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter
from msgspec import Struct

from domain.kernel.texts import Language
from infra.uploads import Uploads, sender_of
from replays.verify import Report
from services.api.backend import Backend
from services.api.http.caching import conditional, json_answer, lasting
from services.api.http.callers import address_of, caller_of, check_not_embargoed
from services.api.http.languages import language_of
from services.api.http.links import PREFIX
from services.api.http.parameters import GameIdentity, InLanguage
from services.api.http.problems import problem
from services.audit_failure import Failure
from services.audits import UnknownAudit

SOON = {"Retry-After": "1", "Cache-Control": "no-store"}
PIECE = 1024 * 1024
"""Bytes of an upload that are held in memory before they are written."""
AuditIdentity = Annotated[str, PathParameter(description="The id of an upload.")]


class Pending(Struct):
    """A worker is at it: ask again after `Retry-After` seconds."""

    id: str
    """Of the audit."""
    status: str
    """`pending`"""
    links: dict[str, str]
    """`self` is where the verdicts will be."""


class Failed(Struct):
    """The audit came to no verdict, and asking again will not bring one soon."""

    id: str
    """Of the audit."""
    status: str
    """`failed`"""
    code: str
    """Why, for programs."""
    reason: str
    """Why, in the caller's language."""
    links: dict[str, str]
    """`self` is where it can be asked for again."""


class AuditController(Controller):
    path = "/games/{game_id:str}/audit"
    tags = ("audits",)

    @get(operation_id="auditGame", summary="What the log of this game proves")
    async def audit(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        language: InLanguage = None,
    ) -> Response[Any]:
        check_not_embargoed(request, await caller_of(request, backend, game_id))
        aggregate = await backend.game(game_id)
        version, over, names = aggregate.version, aggregate.over, aggregate.names
        here = AuditPlace(f"audit-{game_id}-{version}", f"{PREFIX}/games/{game_id}/audit")
        found = await backend.resources.auditing.of_game(game_id, version)
        if not isinstance(found, bytes):
            return without_report(request, here, found, language)
        headers = {"Cache-Control": lasting(personal=False) if over else "no-cache"}
        return _report(request, _with_names(found, names), f"audit-{version}", headers, language)


class AuditsController(Controller):
    path = "/audits"
    tags = ("audits",)

    @get("/{audit_id:str}", operation_id="getAudit", summary="The verdicts on an uploaded file")
    async def verdicts(
        self,
        request: Request[Any, Any, Any],
        audit_id: AuditIdentity,
        backend: NamedDependency[Backend],
        language: InLanguage = None,
    ) -> Response[Any]:
        try:
            found = await backend.resources.auditing.of_file(audit_id)
        except UnknownAudit as error:
            raise _unknown() from error
        if not isinstance(found, bytes):
            return without_report(request, _of_file(audit_id), found, language)
        return _report(request, found, audit_id, {"Cache-Control": "no-cache"}, language)


class AuditPlace(Struct, frozen=True):
    """What an audit is called, and where to ask for it."""

    name: str
    where: str


async def upload(
    request: Request[Any, Any, Any], backend: NamedDependency[Backend]
) -> Response[Pending]:
    """The same file is the same audit, so a retry of an upload changes nothing."""
    audit_id = await _received(request, backend.resources.uploads)
    await backend.resources.auditing.arrived(audit_id)
    return _pending(_of_file(audit_id))


def upload_handler(most: int) -> Any:
    """A replay file is larger than any other body."""
    return post(
        "/audits",
        status_code=202,
        request_max_body_size=most,
        operation_id="uploadReplay",
        summary="Have a replay file audited",
        tags=["audits"],
    )(upload)


async def _received(request: Request[Any, Any, Any], uploads: Uploads) -> str:
    """Written while it arrives, so that many large files take no memory here."""
    sender = sender_of(address_of(request))
    await asyncio.to_thread(uploads.check_room, sender, request.content_length or 0)
    arriving = await asyncio.to_thread(uploads.begin, sender)
    try:
        async for piece in _pieces(request.stream()):
            await asyncio.to_thread(arriving.write, piece)
        if not arriving.size:
            raise problem(400, "invalid_request", "The body is a replay file; this one is empty.")
        return await asyncio.to_thread(arriving.finish)
    finally:
        arriving.close()


async def _pieces(stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    gathered = bytearray()
    async for chunk in stream:
        gathered += chunk
        if len(gathered) >= PIECE:
            yield bytes(gathered)
            gathered.clear()
    if gathered:
        yield bytes(gathered)


def _of_file(audit_id: str) -> AuditPlace:
    return AuditPlace(audit_id, f"{PREFIX}/audits/{audit_id}")


def without_report(
    request: Request[Any, Any, Any],
    here: AuditPlace,
    failure: Failure | None,
    language: Language | None,
) -> Response[Any]:
    if failure is None:
        return _pending(here)
    spoken = language or language_of(request)
    said = failure.told(spoken)
    failed = Failed(here.name, "failed", failure.code, said, {"self": here.where})
    headers = {
        "Cache-Control": "no-store",
        "Vary": "Accept-Language",
        "Content-Language": spoken,
    }
    return Response(failed, headers=headers)


def _pending(here: AuditPlace) -> Response[Pending]:
    pending = Pending(here.name, "pending", {"self": here.where})
    return Response(pending, status_code=202, headers={**SOON, "Location": here.where})


def _report(
    request: Request[Any, Any, Any],
    report: bytes,
    tag: str,
    headers: dict[str, str],
    language: Language | None,
) -> Response[bytes]:
    spoken = language or language_of(request)
    etag = f'W/"{tag}-{spoken}"'
    headers = {**headers, "Vary": "Accept-Language", "Content-Language": spoken}
    unchanged = conditional(request, etag, headers)
    return unchanged or json_answer(_told(report, spoken), etag, headers)


def _with_names(report: bytes, names: tuple[str, ...]) -> bytes:
    """What is kept of a game's audit has none, because they may be erased."""
    read = msgspec.json.decode(report, type=Report)
    return msgspec.json.encode(msgspec.structs.replace(read, players=names))


def _told(report: bytes, language: Language) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(report, type=Report).told(language))


def _unknown() -> Exception:
    return problem(404, "audit_unknown", "There is no such audit, or its day is over.")
