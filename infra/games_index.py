"""Which games there are, newest first, by game, status and player: derived from the logs.

The sweeper mends it, so an entry that is lost here is late, never lost. Each shelf is a sorted set
of games in the order of their creation. Names are filed by a digest, and a game can be taken off
their shelves again; whoever finds a game there still looks at the game whether the name is its own.

Games in the archive stand on packed shelves, which take less of the server; whoever asks for a page
sees one shelf. A game may be on both for a moment, or on none until a sweeper comes by.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from redis.exceptions import RedisError

from domain.registry import GAMES
from infra.appends import Appends
from infra.archived_shelves import ArchivedShelves
from infra.connections import AnyRedis
from infra.games_search import (
    ANY,
    FINISHED,
    STATUSES,
    Filing,
    Page,
    Search,
    plain_name,
    player_digest,
)
from infra.log_errors import StorageUnavailable

__all__ = ["FINISHED", "STATUSES", "Filing", "GamesIndex", "Page", "Search", "plain_name"]

MOST_LOOKED_AT = 1000
"""Of a player's games on one page: the rest of a long shelf is for the next page."""


def index_key(game: str, status: str) -> str:
    return f"schichtbuch:index:{game}:{status}"


def player_key(name: str) -> str:
    return f"schichtbuch:index:player:{player_digest(name)}"


class GamesIndex:
    def __init__(self, redis: AnyRedis) -> None:
        self._redis: Any = redis
        self._appends = Appends(redis, replicas=0, wait_ms=0)
        self._archived = ArchivedShelves(redis)

    async def put(self, filings: Sequence[Filing]) -> None:
        """Ids are scored alike and sorted by name: creation time first, to the millisecond.

        What has come back from the archive stays on its shelves there for as long as it is over.
        """
        over = [filing for filing in filings if filing.status == FINISHED]
        going_on = [filing for filing in filings if filing.status != FINISHED]
        here = [*going_on, *await self._archived.missing(over)]
        await self._write([write for filing in here for write in _writes(filing)])
        await self._archived.remove(going_on)

    async def pack(self, filings: Sequence[Filing]) -> None:
        """Games that are in the archive, to the shelves there."""
        await self._archived.put(filings)

    async def unpack(self, filings: Sequence[Filing]) -> None:
        """Those that have come back meanwhile."""
        await self._archived.remove(filings)

    async def clear(self, filings: Sequence[Filing]) -> None:
        """Of what is packed, the other shelves; that of all games last, which tells whether it was
        done."""
        writes = [("ZREM", key, one.member) for one in filings for key in _shelves_when_over(one)]
        await self._write(writes)
        await self._write([("ZREM", index_key(ANY, ANY), one.member) for one in filings])

    async def unpacked(self, filings: Sequence[Filing]) -> list[Filing]:
        """Of games in the archive, those that are to be packed, or to be cleared yet."""
        if not filings:
            return []
        members = [filing.member for filing in filings]
        scores = await self._ask(self._redis.zmscore(index_key(ANY, ANY), members))
        is_here = [score is not None for score in scores]
        missing = {filing.game_id for filing in await self._archived.missing(filings)}
        return [
            filing
            for filing, here in zip(filings, is_here, strict=True)
            if here or filing.game_id in missing
        ]

    async def forget_names(self, filing: Filing) -> None:
        await self._write([("ZREM", key, filing.member) for key in _player_keys(filing)])
        await self._archived.forget_names(filing)

    async def remove(self, member: str) -> None:
        """From the shelves of all games, but not of players: there is no such game any more."""
        shelves = [index_key(g, s) for g in (*GAMES, ANY) for s in (*STATUSES, ANY)]
        await self._write([("ZREM", shelf, member) for shelf in shelves])

    async def page(self, search: Search, size: int) -> Page:
        if search.player is not None:
            return await self._page_of_player(search, search.player, size)
        here = await self._members(_shelf(search), search, size + 1)
        archived = await self._archived.members(search, size + 1)
        found = _in_order(search, here, archived)[: size + 1]
        shown = found[:size]
        fitting = [member for member in shown if search.fits(member)]
        return _page(fitting, shown[-1] if len(found) > size else None)

    async def holds(self, filing: Filing) -> bool:
        shelves = [index_key(filing.game, filing.status), *_player_keys(filing)]
        found = [await self._ask(self._redis.zscore(shelf, filing.member)) for shelf in shelves]
        is_over = filing.status == FINISHED
        return None not in found or (is_over and not await self._archived.missing([filing]))

    async def count(self, game: str, status: str) -> int:
        here = int(await self._ask(self._redis.zcard(index_key(game, status))))
        if status not in (ANY, FINISHED):
            return here
        return here + await self._archived.count(None if game == ANY else game)

    async def _page_of_player(self, search: Search, name: str, size: int) -> Page:
        """What else is asked for is looked up for a thousand of them at a time."""
        most = MOST_LOOKED_AT + 1
        here = await self._members(player_key(name), search, most)
        archived = await self._archived.of_player(search, name, most)
        found = _in_order(search, here, archived)[:most]
        looked_at, is_more = found[:MOST_LOOKED_AT], len(found) > MOST_LOOKED_AT
        fitting = [member for member in looked_at if search.fits(member)]
        if fitting and (search.game or search.status):
            scores = await self._ask(self._redis.zmscore(_shelf(search), fitting))
            fitting = [
                member
                for member, score in zip(fitting, scores, strict=True)
                if score is not None or search.fits_archived(archived.get(member))
            ]
        if len(fitting) > size:
            return _page(fitting[:size], fitting[size - 1])
        return _page(fitting, looked_at[-1] if is_more else None)

    async def _members(self, shelf: str, search: Search, most: int) -> list[str]:
        if search.oldest_first:
            asked = self._redis.zrangebylex(shelf, search.oldest, search.newest, 0, most)
        else:
            asked = self._redis.zrevrangebylex(shelf, search.newest, search.oldest, 0, most)
        found = await self._ask(asked)
        return [member.decode() for member in found]

    async def _write(self, writes: Sequence[tuple[str, ...]]) -> None:
        await self._ask(asyncio.gather(*(self._appends.send(w[1], *w) for w in writes)))

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error


def _page(members: Sequence[str], cursor: str | None) -> Page:
    return Page([member.partition("/")[2] for member in members], cursor, list(members))


def _shelf(search: Search) -> str:
    return index_key(search.game or ANY, search.status or ANY)


def _in_order(search: Search, *shelves: Iterable[str]) -> list[str]:
    """Each once."""
    return sorted({m for shelf in shelves for m in shelf}, reverse=not search.oldest_first)


def _shelves_when_over(filing: Filing) -> Iterator[str]:
    """But for the one of all games."""
    yield from (index_key(game, FINISHED) for game in (filing.game, ANY))
    yield index_key(filing.game, ANY)
    yield from _player_keys(filing)


def _player_keys(filing: Filing) -> Iterator[str]:
    yield from sorted({player_key(name) for name in filing.names})


def _writes(filing: Filing) -> Iterator[tuple[str, ...]]:
    for shelf in (filing.game, ANY):
        yield "ZADD", index_key(shelf, ANY), "0", filing.member
        for other in STATUSES:
            key = index_key(shelf, other)
            if other == filing.status:
                yield "ZADD", key, "0", filing.member
            else:
                yield "ZREM", key, filing.member
    for key in _player_keys(filing):
        yield "ZADD", key, "0", filing.member
