"""The sweeper: finds every game that waits for the service, whoever forgot it.

A worker that died, a queue that lost its data, an API that crashed between append and enqueue: the
log still says that a shift is over or a bot is to move. All logs are looked through at the start
and every minute; games in progress every few seconds.
"""

import asyncio

import structlog
from redis.exceptions import RedisError

from infra.game_log import StorageUnavailable, UnknownGame
from replays.aggregate import DamagedLog
from services.bootstrap import Workplace

log = structlog.get_logger()

PAUSE = 2.0
"""Seconds between two looks at the games in progress."""
ROUNDS = 30
"""After so many of these, all logs are looked through."""
PAGE = 200


async def sweep_for_ever(workplace: Workplace) -> None:
    turn = 0
    while True:
        try:
            await (sweep_everything(workplace) if turn % ROUNDS == 0 else sweep(workplace))
            await asyncio.to_thread(workplace.queue.enqueue_due)
            turn += 1
        except (StorageUnavailable, RedisError) as error:
            log.warning("sweeper waits for the server", error=str(error))
        await asyncio.sleep(PAUSE)


async def sweep(workplace: Workplace) -> None:
    """The games that the index has as unfinished."""
    for status in ("scoring", "running"):
        cursor = None
        while True:
            page = await workplace.index.page(None, status, cursor, PAGE)
            for game_id in page.game_ids:
                await _chase(workplace, game_id)
            cursor = page.cursor
            if cursor is None:
                break


async def sweep_everything(workplace: Workplace) -> None:
    """Every log there is, whatever the index says; it is mended on the way."""
    async for game_id in workplace.log.games():
        await _chase(workplace, game_id)


async def _chase(workplace: Workplace, game_id: str) -> None:
    try:
        await workplace.errands.chase(await workplace.games.current(game_id))
    except DamagedLog as error:
        # Without the reason, which may quote the entry, hidden fields and all.
        log.error("a log is damaged", game=game_id, version=error.version)
    except UnknownGame:
        log.error("a log is gone", game=game_id)
