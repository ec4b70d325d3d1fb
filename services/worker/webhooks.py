"""Sends webhooks: what is due becomes a job, and a job works off some backlogs.

Nothing is in the queue alone: a backlog is due again after a while unless it was worked off, so a
queue that lost its data, or a worker that died, loses nothing.
"""

import asyncio
import os
from collections.abc import Sequence

import structlog
from redis.exceptions import RedisError

from domain.table.clock import milliseconds
from infra.clock import now
from infra.game_log import StorageUnavailable
from infra.job_queue import Order
from infra.webhook_backlogs import Backlog
from infra.webhook_guard import Guard
from infra.webhook_sender import Sender
from replays.entry import sha256
from services.bootstrap import Resources
from services.webhooks.delivering import LOCK_SLACK, Deliveries
from services.worker.run_job import run_job

log = structlog.get_logger()

PAUSE = 0.1
"""Seconds between two looks; so late a message is at most, unless many are due."""
TOGETHER = 32
"""Backlogs in one job: receivers that hang do so at the same time."""
MOST_JOBS = 10
"""While so many wait, nothing more is taken."""
JOB = "services.worker.webhooks.deliver"


def deliver(backlogs: Sequence[str]) -> None:
    """Send what is due of these."""
    found = [Backlog.read(text) for text in backlogs]
    run_job(lambda resources: _deliveries(resources).run(found))


_made: dict[int, Deliveries] = {}
"""One per process, which remembers what it has read."""


def _deliveries(resources: Resources) -> Deliveries:
    known = _made.get(os.getpid())
    if known is None:
        settings = resources.settings
        sender = Sender(Guard(settings.webhook_allow), settings.webhook_timeout)
        known = _made[os.getpid()] = Deliveries(resources, sender)
    return known


async def let_webhooks_go(resources: Resources) -> None:
    """For ever."""
    while True:
        found = 0
        try:
            found = await enqueue_due(resources)
        except (StorageUnavailable, RedisError) as error:
            log.warning("webhooks wait for the server", error=str(error))
        if found < TOGETHER:
            await asyncio.sleep(PAUSE)


async def enqueue_due(resources: Resources) -> int:
    """Some of what is due now: how many backlogs became a job."""
    if await asyncio.to_thread(lambda: resources.webhook_queue.queue.count) >= MOST_JOBS:
        return 0
    at_ms = milliseconds(now())
    lease = 2 * resources.settings.webhook_timeout + LOCK_SLACK
    due = await resources.backlogs.take(at_ms, at_ms + round(1000 * lease), TOGETHER)
    if due:
        texts = [one.text for one in due]
        job_id = f"deliver-{at_ms}-{sha256(repr(texts).encode())[:16]}"
        await asyncio.to_thread(resources.webhook_queue.enqueue, Order(JOB, (texts,), job_id))
    return len(due)
