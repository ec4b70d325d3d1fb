"""Audits of games and of uploaded files: found, on their way, or failed for a reason.

Whoever asks also heals: an audit that is neither found nor on its way, because a queue lost its
data or a worker died, is sent on its way again. The sweeper asks for everybody who does not.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec

from infra.audits import Audits
from infra.job_queue import MOST_TRIES, JobQueue, Order
from infra.uploads import AUDIT_ID, Uploads
from services.audit_failure import Failure

JOBS = "services.worker.audit_jobs"
"""By their path: jobs import what audits are made with."""
GAME_FAILED_SECONDS = 600
"""After that whoever asks has it tried again."""
FILE_FAILED_SECONDS = 24 * 3600
"""The file is gone with its failure; whoever sends it again has it tried again."""

GAVE_UP = Failure("audit.gave_up", {"tries": MOST_TRIES})

T = TypeVar("T")
Found = Callable[[], Awaitable[bytes | Failure | None]]


class UnknownAudit(Exception):
    """No such file was sent, or its day is over."""


def game_audit(game_id: str, version: int) -> Order:
    return Order(f"{JOBS}.audit_game", (game_id, version), f"audit_game-{game_id}-{version}")


def file_audit(audit_id: str) -> Order:
    return Order(f"{JOBS}.audit_file", (audit_id,), f"audit_file-{audit_id}")


def tournament_audit(tournament_id: str, version: int) -> Order:
    job_id = f"audit_tournament-{tournament_id}-{version}"
    return Order(f"{JOBS}.audit_tournament", (tournament_id, version), job_id)


def kept_as(tournament_id: str) -> str:
    """Under which name verdicts on an event are kept; no game is called so."""
    return f"tournament/{tournament_id}"


class Auditing:
    def __init__(self, kept: Audits, uploads: Uploads, queue: JobQueue) -> None:
        self._kept, self.uploads, self.queue = kept, uploads, queue

    async def found_of_game(self, game_id: str, version: int) -> bytes | Failure | None:
        report = await self._kept.game(game_id, version)
        return report or await self._failure(game_audit(game_id, version))

    async def found_of_file(self, audit_id: str) -> bytes | Failure | None:
        report = await self._report(audit_id)
        return report or await self._failure(file_audit(audit_id))

    async def of_game(self, game_id: str, version: int) -> bytes | Failure | None:
        """The report, or why there is none; neither while a worker is at it."""
        return await self._asked(
            game_audit(game_id, version),
            lambda: self.found_of_game(game_id, version),
            lambda: self.fail_game(game_id, version, GAVE_UP),
        )

    async def found_of_tournament(self, tournament_id: str, version: int) -> bytes | Failure | None:
        report = await self._kept.game(kept_as(tournament_id), version)
        return report or await self._failure(tournament_audit(tournament_id, version))

    async def of_tournament(self, tournament_id: str, version: int) -> bytes | Failure | None:
        """The same for an event's bundle."""
        return await self._asked(
            tournament_audit(tournament_id, version),
            lambda: self.found_of_tournament(tournament_id, version),
            lambda: self.fail_tournament(tournament_id, version, GAVE_UP),
        )

    async def fail_tournament(self, tournament_id: str, version: int, failure: Failure) -> None:
        await self._fail(tournament_audit(tournament_id, version), failure, GAME_FAILED_SECONDS)

    async def of_file(self, audit_id: str) -> bytes | Failure | None:
        """The same for a file; UnknownAudit if there is none."""
        if not AUDIT_ID.fullmatch(audit_id):
            raise UnknownAudit(audit_id)
        found = await self.found_of_file(audit_id)
        if found is None and not await _aside(self.uploads.find, audit_id):
            # Perhaps it has been judged just now.
            found = await self.found_of_file(audit_id)
            if found is None:
                raise UnknownAudit(audit_id)
        return found or await self._asked(
            file_audit(audit_id),
            lambda: self.found_of_file(audit_id),
            lambda: self.fail_file(audit_id, GAVE_UP),
        )

    async def arrived(self, audit_id: str) -> None:
        """A file was sent, perhaps again: an earlier failure counts no more."""
        if await self._report(audit_id) is not None:
            await _aside(self.uploads.keep_judged, audit_id)
            return
        order = file_audit(audit_id)
        if await self._failure(order):
            # Whoever kept the failure may have died before the job was forgotten. The job first:
            # whoever asks in between still finds the failure.
            if await _aside(self.queue.state, order.job_id) == "failed":
                await _aside(self.queue.forget, order.job_id)
            await self._kept.forget_failure(order.job_id)
        await self.of_file(audit_id)

    async def fail_game(self, game_id: str, version: int, failure: Failure) -> None:
        await self._fail(game_audit(game_id, version), failure, GAME_FAILED_SECONDS)

    async def fail_file(self, audit_id: str, failure: Failure) -> None:
        # Found before: once the failure can be seen, the same file may be sent again.
        files = await _aside(self.uploads.find, audit_id)
        await self._fail(file_audit(audit_id), failure, FILE_FAILED_SECONDS)
        await _aside(self.uploads.delete, files)

    async def _fail(self, order: Order, failure: Failure, seconds: int) -> None:
        await self._kept.fail(order.job_id, msgspec.json.encode(failure), seconds=seconds)
        await _aside(self.queue.forget_tries, order.job_id)

    async def _asked(
        self, order: Order, find: Found, fail: Callable[[], Awaitable[None]]
    ) -> bytes | Failure | None:
        """What was found; else it is on its way, now if not before, or has failed for good."""
        if found := await find():
            return found
        state = await _aside(self.queue.state, order.job_id)
        if state == "waiting":
            return None
        # Whatever ended since we looked has left its outcome before it left the queue.
        if found := await find():
            return found
        if state == "failed":
            await fail()
            await _aside(self.queue.forget, order.job_id)
            return GAVE_UP
        await _aside(self.queue.enqueue, order)
        return None

    async def _failure(self, order: Order) -> Failure | None:
        found = await self._kept.failure(order.job_id)
        return None if found is None else msgspec.json.decode(found, type=Failure)

    async def _report(self, audit_id: str) -> bytes | None:
        return await _aside(self.uploads.report, audit_id)


async def _aside(work: Callable[..., T], *args: Any) -> T:
    """Queue and folder may keep one waiting: not the event loop."""
    return await asyncio.to_thread(work, *args)
