"""What a list shows of a game, kept beside its log so that nobody has to fold it: disposable.

The summary of a game that is over is believed only as long as the log has no further entry; the
log's server says both in one answer. The points after each shift or round are noted when it is
settled. Whatever is missing here is made again, or is only a point less in a small chart.

Of a game that has moved to the archive its mark says all of this: no file is read for a list.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from redis.exceptions import RedisError

from infra.appends import Appends
from infra.archive_mark import Mark, read_listing, read_mark
from infra.audits import game_audit_key
from infra.connections import AnyRedis
from infra.game_keys import archived_key, log_key
from infra.log_errors import StorageUnavailable

LOOK = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #last == 0 then return redis.call('GET', KEYS[5]) end
local version = string.match(last[1][1], '^%d+')
local summary = redis.call('GET', KEYS[2]) or ''
local audit = redis.call('HGET', KEYS[4], version) or ''
return {version, summary, redis.call('HGETALL', KEYS[3]), audit}
"""
KEEP = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #last == 0 or last[1][1] ~= ARGV[1] .. '-0' then return 0 end
redis.call('SET', KEYS[2], ARGV[2])
return 1
"""
"""In one step with the look at the log: a name that was erased meanwhile must not come back."""


class Look(Struct, frozen=True):
    version: int
    """0 if there is no such game."""
    summary: bytes = b""
    """As it was kept last, perhaps of an earlier version; or nothing."""
    points: Mapping[int, bytes] = {}
    """After each shift or round, by its number."""
    audit: bytes = b""
    """The report on this very version, or nothing."""
    verdict: str = ""
    """Of an archived game: what the report comes to."""


def summary_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:summary"


def points_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:points"


class ListedGames:
    def __init__(self, redis: AnyRedis) -> None:
        self._appends = Appends(redis, replicas=0, wait_ms=0)

    async def look(self, game_ids: Sequence[str]) -> list[Look]:
        """All of them together: one round trip, however long the logs are."""
        return list(await asyncio.gather(*map(self._look, game_ids)))

    async def keep_summary(self, game_id: str, version: int, summary: bytes) -> None:
        keys = (log_key(game_id), summary_key(game_id))
        await self._ask(keys[0], "EVAL", KEEP, len(keys), *keys, version, summary)

    async def note_points(self, game_id: str, points: Mapping[int, bytes]) -> None:
        fields = [part for one in points.items() for part in one]
        if fields:
            key = points_key(game_id)
            await self._ask(key, "HSET", key, *fields)

    async def _look(self, game_id: str) -> Look:
        keys = [log_key(game_id), summary_key(game_id)]
        keys += [points_key(game_id), game_audit_key(game_id), archived_key(game_id)]
        found = await self._ask(keys[0], "EVAL", LOOK, len(keys), *keys)
        if not found:
            return Look(0)
        if isinstance(found, bytes):
            return _archived(game_id, read_mark(found))
        version, summary, points, audit = found
        noted = dict(zip(map(int, points[::2]), points[1::2], strict=True))
        return Look(int(version), summary, noted, audit)

    async def _ask(self, key: str, *command: Any) -> Any:
        try:
            return await self._appends.send(key, *command)
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error


def _archived(game_id: str, mark: Mark) -> Look:
    listing = read_listing(game_id, mark)
    if listing is None:
        return Look(mark.version)
    points = {period: bytes(written) for period, written in listing.points.items()}
    return Look(mark.version, bytes(listing.summary), points, verdict=listing.verdict)
