"""`schichtbuch worker`: RQ's SimpleWorker, which runs jobs in its own process, and the sweeper.

SimpleWorker was the fastest in a bare round trip. Its price is that a crashing job takes the
process along: the supervisor starts it again, and the sweeper finds the game.
"""

import asyncio
import threading

import structlog
from rq import SimpleWorker

from infra.settings import Settings
from services.bootstrap import open_workplace
from services.worker.sweeper import sweep_for_ever

log = structlog.get_logger()


def run(settings: Settings) -> None:
    """Until SIGTERM or SIGINT: the job at hand is finished first."""
    threading.Thread(target=_sweep, args=[settings], name="sweeper", daemon=True).start()
    queue = open_workplace(settings).queue.queue
    worker = SimpleWorker([queue], connection=queue.connection)
    worker.work(logging_level="WARNING")


def _sweep(settings: Settings) -> None:
    asyncio.run(_sweep_in_loop(settings))


async def _sweep_in_loop(settings: Settings) -> None:
    workplace = open_workplace(settings)
    try:
        await sweep_for_ever(workplace)
    finally:
        await workplace.close()
