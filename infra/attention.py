"""Which games wait for an arbiter: derived from the logs, and cleared by whoever finds one done.

A set of games in which a claim is open or which are paused. Whoever appends to such a game puts it
there, the sweeper puts it there again if that was lost, and whoever reads it takes out what is
done.
"""

from typing import Any

from redis.exceptions import RedisError

from infra.connections import AnyRedis
from infra.log_errors import StorageUnavailable

KEY = "schichtbuch:attention"


class Attention:
    def __init__(self, redis: AnyRedis) -> None:
        self._redis: Any = redis

    async def put(self, *game_ids: str) -> None:
        await self._ask(self._redis.sadd(KEY, *game_ids))

    async def some(self, most: int) -> list[str]:
        """So many of the games, in no particular order."""
        cursor, found = await self._ask(self._redis.sscan(KEY, count=most))
        while cursor and len(found) < most:
            cursor, more = await self._ask(self._redis.sscan(KEY, cursor=cursor, count=most))
            found += more
        return sorted({game_id.decode() for game_id in found})[:most]

    async def count(self) -> int:
        return int(await self._ask(self._redis.scard(KEY)))

    async def take_out(self, *game_ids: str) -> None:
        await self._ask(self._redis.srem(KEY, *game_ids))

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error
