"""Which games there are, newest first, by game and status: derived from the logs, disposable.

The sweeper mends it from the logs, so an entry that is lost here is late, never lost.
"""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from redis.exceptions import RedisError

from infra.appends import Appends
from infra.connections import AnyRedis
from infra.game_log import StorageUnavailable

STATUSES = ("running", "scoring", "finished")
ANY = "any"


class Page(Struct, frozen=True):
    game_ids: list[str]
    cursor: str | None
    """Where the next page begins, if there is one."""


class Filing(Struct, frozen=True):
    game_id: str
    game: str
    status: str
    created_at: str

    @property
    def member(self) -> str:
        return f"{self.created_at}/{self.game_id}"


def index_key(game: str, status: str) -> str:
    return f"schichtbuch:index:{game}:{status}"


class GamesIndex:
    def __init__(self, redis: AnyRedis) -> None:
        self._redis: Any = redis
        self._appends = Appends(redis, replicas=0, wait_ms=0)

    async def put(self, filings: Sequence[Filing]) -> None:
        """Ids are scored alike and sorted by name: creation time first, to the millisecond."""
        writes = [write for filing in filings for write in _writes(filing)]
        await self._ask(asyncio.gather(*(self._appends.send(w[1], *w) for w in writes)))

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

    async def holds(self, filing: Filing) -> bool:
        shelf = index_key(filing.game, filing.status)
        return await self._ask(self._redis.zscore(shelf, filing.member)) is not None

    async def count(self, game: str, status: str) -> int:
        return int(await self._ask(self._redis.zcard(index_key(game, status))))

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error


def _writes(filing: Filing) -> Iterator[tuple[str, ...]]:
    for shelf in (filing.game, ANY):
        yield "ZADD", index_key(shelf, ANY), "0", filing.member
        for other in STATUSES:
            key = index_key(shelf, other)
            if other == filing.status:
                yield "ZADD", key, "0", filing.member
            else:
                yield "ZREM", key, filing.member
