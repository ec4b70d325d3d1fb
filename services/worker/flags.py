"""Lets flags fall: finds the games whose clocks are over, and writes it down.

What is found may be stale, and another worker may find it, too: the log decides, and only one flag
fits behind its last entry. The time that counts is the log's own, which never runs backwards: while
the machine's clock is set back, no time passes in a game, so nobody loses any and no flag falls.
"""

import asyncio

import structlog
from redis.exceptions import RedisError

from domain.table.clock import milliseconds
from infra.clock import now
from infra.game_log import StorageUnavailable, UnknownGame
from replays.aggregate import DamagedLog
from services.bootstrap import Resources
from services.errands import due_time_of

log = structlog.get_logger()

PAUSE = 0.2
"""Seconds between two looks; so late a flag is at most, unless many fall at once."""
TOGETHER = 64


async def let_flags_fall(resources: Resources) -> None:
    """For ever."""
    while True:
        found = 0
        try:
            found = await fall(resources)
        except (StorageUnavailable, RedisError) as error:
            log.warning("flags wait for the server", error=str(error))
        if found < TOGETHER:
            await asyncio.sleep(PAUSE)


async def fall(resources: Resources) -> int:
    """Some of the flags that are due now: how many games were looked at."""
    found = await resources.due_times.until(milliseconds(now()), TOGETHER)
    failures = await asyncio.gather(
        *(_flag(resources, game_id) for game_id in found), return_exceptions=True
    )
    await resources.errands.done()
    for game_id, failure in zip(found, failures, strict=True):
        if isinstance(failure, StorageUnavailable):
            raise failure
        if failure is not None:
            await _give_up(resources, game_id, failure)
    return len(found)


async def _flag(resources: Resources, game_id: str) -> None:
    if not await resources.games.flag(game_id):
        aggregate = await resources.games.current(game_id)
        await resources.due_times.put([due_time_of(aggregate)])


async def _give_up(resources: Resources, game_id: str, failure: BaseException) -> None:
    """Until the sweeper comes by: one game must not hold up all the others."""
    if isinstance(failure, DamagedLog):
        # Without the reason, which may quote the entry, hidden fields and all.
        log.error("a log is damaged", game=game_id, version=failure.version)
    elif isinstance(failure, UnknownGame):
        log.error("a log is gone", game=game_id)
    else:
        log.error("no flag could fall", game=game_id, error=type(failure).__name__)
    await resources.due_times.forget(game_id)
