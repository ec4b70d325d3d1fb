"""Which games there are, newest first, by game and status: derived from the logs, disposable.

The sweeper mends it from the logs, so an entry that is lost here is late, never lost.
"""

from typing import Any

from msgspec import Struct
from redis.exceptions import RedisError

from infra.game_log import AnyRedis, StorageUnavailable

STATUSES = ("running", "scoring", "finished")
ANY = "any"


class Page(Struct, frozen=True):
    game_ids: list[str]
    cursor: str | None
    """Where the next page begins, if there is one."""


def index_key(game: str, status: str) -> str:
    return f"schichtbuch:index:{game}:{status}"


class GamesIndex:
    def __init__(self, redis: AnyRedis) -> None:
        self._redis: Any = redis

    async def put(self, game_id: str, game: str, status: str, created_at: str) -> None:
        """Ids are scored alike and sorted by name: creation time first, to the millisecond."""
        member = f"{created_at}/{game_id}"
        pipe = self._redis.pipeline(transaction=False)
        for shelf in (game, ANY):
            pipe.zadd(index_key(shelf, ANY), {member: 0})
            for other in STATUSES:
                if other == status:
                    pipe.zadd(index_key(shelf, other), {member: 0})
                else:
                    pipe.zrem(index_key(shelf, other), member)
        await self._ask(pipe.execute())

    async def page(
        self, game: str | None, status: str | None, after: str | None, size: int
    ) -> Page:
        key = index_key(game or ANY, status or ANY)
        begin = f"({after}" if after else "+"
        found = await self._ask(self._redis.zrevrangebylex(key, begin, "-", start=0, num=size + 1))
        members = [member.decode() for member in found]
        more = len(members) > size
        shown = members[:size]
        return Page([member.partition("/")[2] for member in shown], shown[-1] if more else None)

    async def count(self, game: str, status: str) -> int:
        return int(await self._ask(self._redis.zcard(index_key(game, status))))

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error
