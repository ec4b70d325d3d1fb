"""What waits for a worker in tournaments: events to look after, and games whose result is due.

Whoever takes something from here has it alone. If he dies with it, the sweep over all open events
finds it again, so nothing here is the truth.
"""

from typing import Any

from redis.exceptions import RedisError

from infra.connections import AnyRedis
from infra.log_errors import StorageUnavailable

OPEN = "schichtbuch:tournaments:open"
"""Events that are not finished."""
DUE = "schichtbuch:tournaments:due"
RESULTS = "schichtbuch:tournaments:results"
"""Games that are over."""
PAIRING = "schichtbuch:tournaments:pairing:"
"""Who pairs a round now: no second worker begins with it."""


class TournamentChores:
    def __init__(self, redis: AnyRedis) -> None:
        self._redis: Any = redis

    async def opened(self, tournament: str) -> None:
        await self._ask(self._redis.sadd(OPEN, tournament))

    async def finished(self, tournament: str) -> None:
        await self._ask(self._redis.srem(OPEN, tournament))

    async def all_open(self) -> list[str]:
        return _texts(await self._ask(self._redis.smembers(OPEN)))

    async def put(self, tournament: str) -> None:
        await self._ask(self._redis.sadd(DUE, tournament))

    async def put_result(self, game: str) -> None:
        await self._ask(self._redis.sadd(RESULTS, game))

    async def take(self, most: int) -> list[str]:
        """Events that somebody has changed since; they are the caller's now."""
        return _texts(await self._ask(self._redis.spop(DUE, most)))

    async def take_results(self, most: int) -> list[str]:
        return _texts(await self._ask(self._redis.spop(RESULTS, most)))

    async def begin_pairing(self, tournament: str, version: int, seconds: int) -> bool:
        """False if somebody is at it."""
        key = f"{PAIRING}{tournament}"
        return bool(await self._ask(self._redis.set(key, version, nx=True, ex=seconds)))

    async def still_pairing(self, tournament: str, seconds: int) -> None:
        await self._ask(self._redis.expire(f"{PAIRING}{tournament}", seconds))

    async def end_pairing(self, tournament: str) -> None:
        await self._ask(self._redis.delete(f"{PAIRING}{tournament}"))

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error


def _texts(found: Any) -> list[str]:
    return [one.decode() for one in found or ()]
