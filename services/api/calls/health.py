"""`/health` and `/metrics`: whether this process lives, and whether it can really serve."""

import asyncio
from contextlib import suppress
from typing import Any, get_args

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis.exceptions import RedisError

from domain.registry import GAMES as REGISTERED
from infra.game_log import StorageUnavailable
from infra.games_index import STATUSES
from infra.server_condition import conditions
from infra.uploads import UploadsUnavailable
from infra.webhook_subscriptions import NoticeCode
from services.api import metrics
from services.api.backend import Backend
from services.api.readiness import readiness


class Live(Struct):
    status: str
    """`alive`"""


class Ready(Struct):
    ready: bool
    """Whether games can be played here."""
    reasons: list[str]
    """What is wrong, if anything."""
    warnings: list[str]
    """What somebody should look after, though games can be played."""


class HealthController(Controller):
    tags = ("operations",)

    @get("/health/live", operation_id="live", summary="Whether this process lives")
    async def live(self) -> Live:
        return Live("alive")

    @get("/health/ready", operation_id="ready", summary="Whether games can be played here")
    async def ready(self, backend: NamedDependency[Backend]) -> Response[Ready]:
        seen = await readiness(backend)
        status = 503 if seen.reasons else 200
        headers = {"Cache-Control": "no-store"}
        body = Ready(not seen.reasons, seen.reasons, seen.warnings)
        return Response(body, status_code=status, headers=headers)

    @get("/metrics", operation_id="metrics", summary="Figures for Prometheus")
    async def metrics(self, backend: NamedDependency[Backend]) -> Response[bytes]:
        # Whatever cannot be counted: what the process itself has counted is worth telling.
        counts = (_count_games, _count_jobs, _count_memory, _count_uploads, _count_webhooks)
        await asyncio.gather(*(_counted(backend, count) for count in counts))
        # Litestar adds the charset itself.
        kind = CONTENT_TYPE_LATEST.removesuffix("; charset=utf-8")
        return Response(generate_latest(), media_type=kind)


async def _counted(backend: Backend, count: Any) -> None:
    async def counted() -> None:
        with suppress(StorageUnavailable, RedisError, UploadsUnavailable):
            await count(backend)

    await backend.looks.take(count.__name__, counted)


async def _count_games(backend: Backend) -> None:
    for game in REGISTERED:
        for status in STATUSES:
            count = await backend.resources.index.count(game, status)
            metrics.GAMES.labels(game, status).set(count)


async def _count_jobs(backend: Backend) -> None:
    def counted() -> None:
        resources = backend.resources
        for queue in (resources.queue, resources.audit_queue, resources.webhook_queue):
            jobs: Any = queue.queue
            metrics.FAILED_JOBS.labels(queue.name).set(jobs.failed_job_registry.count)
            metrics.WAITING_JOBS.labels(queue.name).set(jobs.count)
            metrics.WORKERS.labels(queue.name).set(len(queue.pulses.alive(queue.name)))

    await asyncio.to_thread(counted)


async def _count_memory(backend: Backend) -> None:
    found = await conditions(backend.resources.redis)
    metrics.MEMORY.set(sum(condition.used for condition in found))
    metrics.MOST_MEMORY.set(sum(condition.most for condition in found))


async def _count_uploads(backend: Backend) -> None:
    metrics.UPLOADS.set(await asyncio.to_thread(backend.resources.uploads.used))
    metrics.MOST_UPLOADS.set(backend.resources.uploads.most)


async def _count_webhooks(backend: Backend) -> None:
    figures = await backend.resources.backlogs.figures()
    metrics.WEBHOOK_BACKLOGS.set(figures["waiting"])
    for outcome in ("delivered", "failed"):
        metrics.WEBHOOKS_SENT.labels(outcome).set(figures[outcome])
    found = await backend.resources.subscriptions.all()
    notices = [one.notice.code for one in found if one.notice]
    for code in get_args(NoticeCode):
        metrics.WEBHOOKS_DISABLED.labels(code).set(notices.count(code))
