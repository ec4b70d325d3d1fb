"""`schichtbuch worker`: RQ's SimpleWorker, which runs jobs in its own process; beside it a sweeper,
and for games whoever lets flags fall and keeps the transparency log, for webhooks whoever finds
what is due.

SimpleWorker was the fastest in a bare round trip. Its price is that a crashing job takes the
process along: the supervisor starts it again, and the sweeper finds what was left behind.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import structlog
from redis.exceptions import RedisError

from infra.connections import connect_queue
from infra.game_log import StorageUnavailable
from infra.job_queue import JobQueue, QueueName
from infra.pulses import Pulses
from infra.settings import Settings
from infra.uploads import Uploads, UploadsUnavailable
from services.bootstrap import Resources, open_resources
from services.worker.audit_sweeper import AuditSweeper
from services.worker.bot_pace import let_bots_move
from services.worker.confined import end_confined
from services.worker.flags import let_flags_fall
from services.worker.moving import MovingWorker, tell_while_it_moves
from services.worker.sweeper import GameSweeper
from services.worker.tournaments import look_after_tournaments
from services.worker.transparency import keep_transparency_log
from services.worker.webhook_sweeper import WebhookSweeper
from services.worker.webhooks import let_webhooks_go

log = structlog.get_logger()

PAUSE = 2.0
"""Seconds between two rounds of a sweeper."""


class Sweeper(Protocol):
    async def sweep(self) -> None:
        """One round."""


def run(settings: Settings, name: QueueName) -> None:
    """Until SIGTERM or SIGINT: a game's job is finished first, an audit begins anew later."""
    resources = open_resources(settings)
    queue = _queue(resources, name)
    beside = threading.Thread(target=_beside, args=[settings, name], name="sweeper", daemon=True)
    beside.start()
    worker = MovingWorker(queue, when_stopped=end_confined)
    pulses = Pulses(connect_queue(settings.queue_url or settings.redis_url or ""))
    tell_while_it_moves(
        worker,
        queue,
        pulses,
        uploads=lambda: _identity(resources.uploads) if name == "audits" else None,
    )
    worker.work(logging_level="WARNING")
    with suppress(RedisError):
        pulses.end(worker.name, name)


def _queue(resources: Resources, name: QueueName) -> JobQueue:
    queues = (resources.queue, resources.audit_queue, resources.webhook_queue)
    return next(queue for queue in queues if queue.name == name)


def _identity(uploads: Uploads) -> str | None:
    try:
        if uploads.identity() is None:
            uploads.draw_identity()
        return uploads.identity()
    except UploadsUnavailable as error:
        log.warning("the folder of uploads cannot be read", error=str(error))
        return None


def _beside(settings: Settings, name: QueueName) -> None:
    asyncio.run(_work_beside_jobs(settings, name))


async def _work_beside_jobs(settings: Settings, name: QueueName) -> None:
    resources = open_resources(settings)
    async with asyncio.TaskGroup() as together:
        together.create_task(_sweep_for_ever(resources, name))
        if name == "games":
            together.create_task(let_flags_fall(resources))
            together.create_task(let_bots_move(resources))
            together.create_task(look_after_tournaments(resources))
            together.create_task(keep_transparency_log(resources))
        if name == "webhooks":
            together.create_task(let_webhooks_go(resources))


async def _sweep_for_ever(resources: Resources, name: QueueName) -> None:
    sweeper = _sweeper(resources, name)
    while True:
        try:
            await sweeper.sweep()
            await asyncio.to_thread(_queue(resources, name).enqueue_due)
        except (StorageUnavailable, RedisError, UploadsUnavailable) as error:
            log.warning("sweeper waits for the server", error=str(error))
            sweeper = _sweeper(resources, name)
        await asyncio.sleep(PAUSE)


def _sweeper(resources: Resources, name: QueueName) -> Sweeper:
    kinds: dict[QueueName, Callable[[Resources], Sweeper]] = {
        "games": GameSweeper,
        "audits": AuditSweeper,
        "webhooks": WebhookSweeper,
    }
    return kinds[name](resources)
