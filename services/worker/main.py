"""`schichtbuch worker`: RQ's SimpleWorker, which runs jobs in its own process, and a sweeper.

SimpleWorker was the fastest in a bare round trip. Its price is that a crashing job takes the
process along: the supervisor starts it again, and the sweeper finds what was left behind.
"""

import asyncio
import threading
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
from services.bootstrap import Workplace, open_workplace
from services.worker.audit_sweeper import AuditSweeper
from services.worker.confined import end_confined
from services.worker.moving import MovingWorker, tell_while_it_moves
from services.worker.sweeper import GameSweeper

log = structlog.get_logger()

PAUSE = 2.0
"""Seconds between two rounds of a sweeper."""


class Sweeper(Protocol):
    async def sweep(self) -> None:
        """One round."""


def run(settings: Settings, name: QueueName) -> None:
    """Until SIGTERM or SIGINT: a game's job is finished first, an audit begins anew later."""
    workplace = open_workplace(settings)
    queue = _queue(workplace, name)
    threading.Thread(target=_sweep, args=[settings, name], name="sweeper", daemon=True).start()
    worker = MovingWorker(queue, when_stopped=end_confined)
    pulses = Pulses(connect_queue(settings.queue_url or settings.redis_url or ""))
    tell_while_it_moves(
        worker,
        queue,
        pulses,
        uploads=lambda: _identity(workplace.uploads) if name == "audits" else None,
    )
    worker.work(logging_level="WARNING")
    with suppress(RedisError):
        pulses.end(worker.name, name)


def _queue(workplace: Workplace, name: QueueName) -> JobQueue:
    return workplace.audit_queue if name == "audits" else workplace.queue


def _identity(uploads: Uploads) -> str | None:
    try:
        if uploads.identity() is None:
            uploads.draw_identity()
        return uploads.identity()
    except UploadsUnavailable as error:
        log.warning("the folder of uploads cannot be read", error=str(error))
        return None


def _sweep(settings: Settings, name: QueueName) -> None:
    asyncio.run(_sweep_for_ever(settings, name))


async def _sweep_for_ever(settings: Settings, name: QueueName) -> None:
    workplace = open_workplace(settings)
    sweeper = _sweeper(workplace, name)
    while True:
        try:
            await sweeper.sweep()
            await asyncio.to_thread(_queue(workplace, name).enqueue_due)
        except (StorageUnavailable, RedisError, UploadsUnavailable) as error:
            log.warning("sweeper waits for the server", error=str(error))
            sweeper = _sweeper(workplace, name)
        await asyncio.sleep(PAUSE)


def _sweeper(workplace: Workplace, name: QueueName) -> Sweeper:
    return AuditSweeper(workplace) if name == "audits" else GameSweeper(workplace)
