"""Keeps the transparency log beside the jobs: adds leaves, signs heads, looks for what was missed.

What is due is noted by whoever has written it. A sweep finds the logs whose note was lost, and on
the first start all that are older than this log; each round takes its share.
"""

import asyncio
from time import monotonic

import structlog
from redis.exceptions import RedisError

from infra.archive_store import ArchiveUnavailable
from infra.game_log import StorageUnavailable
from services.bootstrap import Resources
from services.transparency.sequencer import Sequencer

log = structlog.get_logger()

PAUSE = 0.2
SWEEP = 2.0
"""Seconds between two rounds of the sweep, once all older logs have been taken."""


async def keep_transparency_log(resources: Resources) -> None:
    """For ever."""
    sequencer, swept, is_complete = Sequencer(resources), 0.0, False
    while True:
        added: int | None = None
        try:
            added = await sequencer.turn()
            if added is not None and (not is_complete or monotonic() - swept >= SWEEP):
                swept, is_complete = monotonic(), await sequencer.sweep()
        except (StorageUnavailable, RedisError, ArchiveUnavailable, OSError) as error:
            log.warning("the transparency log waits for the server", error=str(error))
        if not added:
            await asyncio.sleep(PAUSE)
