"""Lets bots move in games with people, one move at a time, when each is due.

No job waits: what is due becomes a job, so that scoring and other games are never held up.
"""

import asyncio

import structlog
from redis.exceptions import RedisError

from domain.table.clock import milliseconds
from infra.clock import now
from infra.game_log import StorageUnavailable
from services.bootstrap import Resources
from services.errands import Errand, orders_for

log = structlog.get_logger()

PAUSE = 0.1
"""Seconds between two looks; so late a move is at most, unless many are due."""
TOGETHER = 64


async def let_bots_move(resources: Resources) -> None:
    """For ever."""
    while True:
        found = 0
        try:
            found = await move(resources)
        except (StorageUnavailable, RedisError) as error:
            log.warning("bots wait for the server", error=str(error))
        if found < TOGETHER:
            await asyncio.sleep(PAUSE)


async def move(resources: Resources) -> int:
    """Some of the moves that are due now: how many became jobs."""
    due = await resources.bot_moves.take(milliseconds(now()), TOGETHER)
    if due:
        orders = orders_for([Errand("play_bots", game_id, version) for game_id, version in due])
        await asyncio.to_thread(resources.queue.enqueue, *orders)
    return len(due)
