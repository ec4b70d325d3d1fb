"""Which games there are, newest first, by game, status and player: derived from the logs.

The sweeper mends it, so an entry that is lost here is late, never lost. Each shelf is a sorted set
of games in the order of their creation. Names are filed by a digest, and a game can be taken off
their shelves again; whoever finds a game there still looks at the game whether the name is its own.
"""

import asyncio
import hashlib
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from redis.exceptions import RedisError

from domain.registry import GAMES
from infra.appends import Appends
from infra.connections import AnyRedis
from infra.log_errors import StorageUnavailable

STATUSES = ("waiting", "running", "scoring", "finished")
ANY = "any"
MOST_LOOKED_AT = 1000
"""Of a player's games on one page: the rest of a long shelf is for the next page."""


class Search(Struct, frozen=True):
    """Only what fits all of this; what is None fits everything."""

    game: str | None = None
    status: str | None = None
    player: str | None = None
    since: str | None = None
    """Created then or later; a time as the log writes it."""
    until: str | None = None
    """Created then or earlier."""
    after: str | None = None
    """The cursor of the page before."""
    oldest_first: bool = False

    @property
    def shelf(self) -> str:
        return index_key(self.game or ANY, self.status or ANY)

    @property
    def newest(self) -> str:
        """The upper end, exclusive, to the second: not all logs have milliseconds.

        `0` comes right after the slash that ends a time.
        """
        latest = f"{self.until[:19]}Z0" if self.until else None
        seen = None if self.oldest_first else self.after
        bounds = [bound for bound in (seen, latest) if bound]
        return f"({min(bounds)}" if bounds else "+"

    @property
    def oldest(self) -> str:
        if self.oldest_first and self.after and self.after > (self.since or ""):
            return f"({self.after}"
        return f"[{self.since[:19]}" if self.since else "-"

    def fits(self, member: str) -> bool:
        """To the millisecond."""
        written = member.partition("/")[0]
        moment = written if "." in written else f"{written[:-1]}.000Z"
        return (self.since or "") <= moment <= (self.until or moment)


class Page(Struct, frozen=True):
    game_ids: list[str]
    cursor: str | None
    """Where the next page begins, if there is one."""
    members: list[str] = []
    """As they stand on the shelf: when each was created, and its id."""


class Filing(Struct, frozen=True):
    game_id: str
    game: str
    status: str
    created_at: str
    names: tuple[str, ...] = ()
    """Of those who play, as far as they are known."""

    @property
    def member(self) -> str:
        return f"{self.created_at}/{self.game_id}"


def index_key(game: str, status: str) -> str:
    return f"schichtbuch:index:{game}:{status}"


def player_key(name: str) -> str:
    digest = hashlib.sha256(plain_name(name).encode()).hexdigest()[:32]
    return f"schichtbuch:index:player:{digest}"


def plain_name(name: str) -> str:
    """The same for all ways to write a name: case, composed letters, blanks around and between."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    return " ".join(folded.split())


class GamesIndex:
    def __init__(self, redis: AnyRedis) -> None:
        self._redis: Any = redis
        self._appends = Appends(redis, replicas=0, wait_ms=0)

    async def put(self, filings: Sequence[Filing]) -> None:
        """Ids are scored alike and sorted by name: creation time first, to the millisecond."""
        await self._write([write for filing in filings for write in _writes(filing)])

    async def forget_names(self, filing: Filing) -> None:
        await self._write([("ZREM", key, filing.member) for key in _player_keys(filing)])

    async def remove(self, member: str) -> None:
        """From the shelves of all games, but not of players: there is no such game any more."""
        shelves = [index_key(g, s) for g in (*GAMES, ANY) for s in (*STATUSES, ANY)]
        await self._write([("ZREM", shelf, member) for shelf in shelves])

    async def page(self, search: Search, size: int) -> Page:
        if search.player is not None:
            return await self._page_of_player(search, player_key(search.player), size)
        found = await self._members(search.shelf, search, size + 1)
        shown = found[:size]
        fitting = [member for member in shown if search.fits(member)]
        return _page(fitting, shown[-1] if len(found) > size else None)

    async def holds(self, filing: Filing) -> bool:
        shelves = [index_key(filing.game, filing.status), *_player_keys(filing)]
        found = [await self._ask(self._redis.zscore(shelf, filing.member)) for shelf in shelves]
        return None not in found

    async def count(self, game: str, status: str) -> int:
        return int(await self._ask(self._redis.zcard(index_key(game, status))))

    async def _page_of_player(self, search: Search, shelf: str, size: int) -> Page:
        """What else is asked for is looked up for a thousand of them at a time."""
        found = await self._members(shelf, search, MOST_LOOKED_AT + 1)
        looked_at, is_more = found[:MOST_LOOKED_AT], len(found) > MOST_LOOKED_AT
        fitting = [member for member in looked_at if search.fits(member)]
        if fitting and (search.game or search.status):
            scores = await self._ask(self._redis.zmscore(search.shelf, fitting))
            fitting = [m for m, score in zip(fitting, scores, strict=True) if score is not None]
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
