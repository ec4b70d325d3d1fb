"""What has to follow an entry: the scoring of a shift, a bot's move, an audit.

An errand is enqueued after the append. If the process dies in between, the sweeper finds the game
and enqueues it then; the job's id is made of game and version, so it runs once in effect.
"""

import asyncio
from typing import NamedTuple

import structlog
from redis.exceptions import RedisError

from infra.game_log import StorageUnavailable
from infra.games_index import GamesIndex
from infra.job_queue import JobQueue
from replays.aggregate import Aggregate
from services.games import status_of

log = structlog.get_logger()


class Errand(NamedTuple):
    job: str
    """By its path, as RQ wants it; jobs import what errands are made with."""
    job_id: str


def errand_of(aggregate: Aggregate) -> Errand | None:
    """What the service itself has to do next in this game, if anything."""
    where = f"{aggregate.game_id}-{aggregate.version}"
    if aggregate.state.phase == "scoring":
        return Errand("services.worker.jobs.settle_shift", f"settle-{where}")
    if aggregate.over:
        return Errand("services.worker.jobs.audit_game", f"audit-{where}")
    if aggregate.bot_to_move() is not None:
        return Errand("services.worker.jobs.play_bot", f"bot-{where}")
    return None


class Errands:
    def __init__(self, queue: JobQueue, index: GamesIndex) -> None:
        self._queue, self._index = queue, index

    async def after_append(self, aggregate: Aggregate, before: str | None) -> None:
        """Never fails an append that has happened: what is missed here, the sweeper does."""
        try:
            if status_of(aggregate) != before:
                await self._file(aggregate)
            errand = errand_of(aggregate)
            if errand:
                await asyncio.to_thread(self._send, errand, aggregate)
        except (RedisError, StorageUnavailable) as error:
            log.warning("errand missed", game=aggregate.game_id, error=str(error))

    async def chase(self, aggregate: Aggregate) -> None:
        """For the sweeper: file the game, and enqueue what is not on its way."""
        await self._file(aggregate)
        errand = errand_of(aggregate)
        if errand and not aggregate.over:
            waiting = await asyncio.to_thread(self._queue.is_waiting, errand.job_id)
            if not waiting:
                log.info("errand found", game=aggregate.game_id, job=errand.job_id)
                await asyncio.to_thread(self._send, errand, aggregate)

    async def _file(self, aggregate: Aggregate) -> None:
        await self._index.put(
            aggregate.game_id, aggregate.game.name, status_of(aggregate), aggregate.created_at
        )

    def _send(self, errand: Errand, aggregate: Aggregate) -> None:
        self._queue.enqueue(errand.job, aggregate.game_id, aggregate.version, job_id=errand.job_id)
