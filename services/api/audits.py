"""`/games/{id}/audit` and `/audits`: what a game or an uploaded file proves, found by a worker.

A worker writes the report in English; its reasons are told in the caller's language here.
"""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter
from msgspec import Struct

from domain.kernel.texts import Language
from infra.job_queue import Order
from replays.entry import sha256
from replays.verify import Report
from services.api.caching import conditional, json_answer, lasting
from services.api.callers import caller_of
from services.api.desk import Desk
from services.api.languages import language_of
from services.api.links import PREFIX
from services.api.parameters import GameIdentity, Tongue
from services.api.problems import problem

SOON = {"Retry-After": "1", "Cache-Control": "no-store"}
AuditIdentity = Annotated[str, PathParameter(description="The id of an upload.")]


class Pending(Struct):
    """A worker is at it: ask again after `Retry-After` seconds."""

    id: str
    status: str
    links: dict[str, str]


class AuditController(Controller):
    path = "/games/{game_id:str}/audit"
    tags = ("audits",)

    @get(operation_id="auditGame", summary="What the log of this game proves")
    async def audit(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        desk: NamedDependency[Desk],
        language: Tongue = None,
    ) -> Response[Any]:
        await caller_of(request, desk, game_id)
        aggregate = await desk.game(game_id)
        version, over = aggregate.version, aggregate.over
        report = await desk.workplace.audits.game(game_id, version)
        if report is None:
            job_id = f"audit-{game_id}-{version}"
            await _send(desk, "services.worker.jobs.audit_game", game_id, version, job_id=job_id)
            here = f"{PREFIX}/games/{game_id}/audit"
            return _pending(job_id, here)
        headers = {"Cache-Control": lasting(personal=False) if over else "no-cache"}
        return _report(request, report, f"audit-{version}", headers, language)


class AuditsController(Controller):
    path = "/audits"
    tags = ("audits",)

    @get("/{audit_id:str}", operation_id="getAudit", summary="The verdicts on an uploaded file")
    async def verdicts(
        self,
        request: Request[Any, Any, Any],
        audit_id: AuditIdentity,
        desk: NamedDependency[Desk],
        language: Tongue = None,
    ) -> Response[Any]:
        if not (len(audit_id) == 32 and audit_id.isascii() and audit_id.isalnum()):
            raise _unknown()
        report = await desk.workplace.audits.verdicts(audit_id)
        if report is not None:
            headers = {"Cache-Control": "no-cache"}
            return _report(request, report, audit_id, headers, language)
        if not await desk.workplace.audits.is_known(audit_id):
            raise _unknown()
        return _pending(audit_id, f"{PREFIX}/audits/{audit_id}")


async def upload(request: Request[Any, Any, Any], desk: NamedDependency[Desk]) -> Response[Pending]:
    """The same file is the same audit, so a retry of an upload changes nothing."""
    data = await request.body()
    if not data:
        raise problem(400, "invalid_request", "The body is a replay file; this one is empty.")
    audit_id = sha256(data)[:32]
    await desk.workplace.audits.upload(audit_id, data)
    job_id = f"audit-file-{audit_id}"
    await _send(desk, "services.worker.jobs.audit_file", audit_id, job_id=job_id)
    return _pending(audit_id, f"{PREFIX}/audits/{audit_id}")


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


async def _send(desk: Desk, job: str, *args: Any, job_id: str) -> None:
    queue = desk.workplace.queue
    if not await asyncio.to_thread(queue.is_waiting, job_id):
        await asyncio.to_thread(queue.enqueue, Order(job, args, job_id))


def _pending(name: str, where: str) -> Response[Pending]:
    pending = Pending(name, "pending", {"self": where})
    return Response(pending, status_code=202, headers={**SOON, "Location": where})


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


def _told(report: bytes, language: Language) -> bytes:
    found = msgspec.json.decode(report, type=Report)
    told = {guarantee: verdict.told(language) for guarantee, verdict in found.verdicts.items()}
    return msgspec.json.encode(msgspec.structs.replace(found, verdicts=told))


def _unknown() -> Exception:
    return problem(404, "audit_unknown", "There is no such audit, or its day is over.")
