"""When the running clocks of each game are over: one sorted set, derived from the logs.

Whoever appends to a game with a clock says when its first clock falls now. Two processes may do so
in the wrong order, so the version decides: what an older one says changes nothing. A game that is
missing here, or stale, is put right by the sweeper, or when its time has come.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from redis.exceptions import RedisError

from infra.appends import Appends
from infra.connections import AnyRedis
from infra.log_errors import StorageUnavailable

DUE_TIMES = "schichtbuch:clocks"
VERSIONS = f"{{{DUE_TIMES}}}:versions"
"""In the same slot of a cluster."""
PUT = """
if tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or 0) > tonumber(ARGV[2]) then return end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
end
"""
"""The version is forgotten with the game: an older one that comes after that puts the game back,
and nothing is found wrong with it when its time has come."""


class DueTime(Struct, frozen=True):
    game_id: str
    version: int
    due_ms: int | None
    """None if no clock runs."""


class DueTimes:
    def __init__(self, redis: AnyRedis) -> None:
        self._redis: Any = redis
        self._appends = Appends(redis, replicas=0, wait_ms=0)

    async def put(self, due_times: Sequence[DueTime]) -> None:
        await self._ask(asyncio.gather(*map(self._put, due_times)))

    async def forget(self, game_id: str) -> None:
        """Whatever its version is: nothing can be done for the game."""
        await self._ask(self._redis.zrem(DUE_TIMES, game_id))
        await self._ask(self._redis.hdel(VERSIONS, game_id))

    async def first(self, most: int) -> list[str]:
        """The games whose clocks are over first."""
        found = await self._ask(self._redis.zrange(DUE_TIMES, 0, most - 1))
        return [game_id.decode() for game_id in found]

    async def until(self, at_ms: int, most: int) -> list[str]:
        """The games whose first clock is over by then, the longest over first."""
        found = await self._ask(self._redis.zrangebyscore(DUE_TIMES, "-inf", at_ms, 0, most))
        return [game_id.decode() for game_id in found]

    def _put(self, one: DueTime) -> Any:
        due = "" if one.due_ms is None else one.due_ms
        arguments = (one.game_id, one.version, due)
        return self._appends.send(DUE_TIMES, "EVAL", PUT, 2, DUE_TIMES, VERSIONS, *arguments)

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error
