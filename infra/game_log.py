"""The log in Redis: one stream a game, one entry a version, and nothing else is the truth.

`XADD` with the version as explicit id is the optimistic lock: Redis itself refuses a stale writer.
All keys of a game share the hash tag `{<game id>}`, so a cluster keeps them in one slot.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, cast

from msgspec import Struct
from redis.asyncio import Redis, RedisCluster
from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,  # redis-py's own
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TimeoutError,  # redis-py's own
)

from replays.aggregate import DamagedLog
from replays.entry import Entry

AnyRedis = Redis | RedisCluster

UNAVAILABLE = (
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    OutOfMemoryError,
    ReadOnlyError,
    TimeoutError,
)
REFUSING = ("OOM", "MISCONF", "READONLY", "LOADING", "CLUSTERDOWN", "NOREPLICAS", "TRYAGAIN")
"""What a server says that cannot write at the moment."""

CREATE = """
redis.call('XADD', KEYS[1], '1-0', 'line', ARGV[1], 'seals', ARGV[2])
redis.call('HSET', KEYS[2], unpack(ARGV, 3))
"""
APPEND_ALL = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #last == 0 or last[1][1] ~= ARGV[1] .. '-0' then return 0 end
for at = 2, #ARGV, 3 do
  redis.call('XADD', KEYS[1], ARGV[at] .. '-0', 'line', ARGV[at + 1], 'seals', ARGV[at + 2])
end
return 1
"""
"""Several entries or none: the last version must be the expected one, else nothing is written.

Scripts, not MULTI: a stale XADD in a transaction would not keep the XADDs after it from happening.
"""


class VersionTaken(Exception):
    """Somebody else has written this version."""


class UnknownGame(Exception):
    """There is no log of this game."""


class StorageUnavailable(Exception):
    """The server cannot be reached or cannot write; whether an append arrived is not known."""


class Founding(Struct, frozen=True):
    """What is stored beside the entries when a game begins."""

    access: Mapping[str, str]
    """The digest of each seat's token."""
    catalog: bytes = b""
    """Only if it is not the built-in one."""


def log_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:log"


def founding_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:founding"


class GameLog:
    def __init__(self, redis: AnyRedis, *, replicas: int = 0, wait_ms: int = 1000) -> None:
        """An append is acknowledged only when so many replicas have it too."""
        self._redis: Any = redis
        self._replicas, self._wait_ms = replicas, wait_ms

    async def create(self, game_id: str, entry: Entry, founding: Founding) -> None:
        """Tokens and entry 1 together or not at all."""
        fields: list[Any] = [entry.line, b"\n".join(entry.seals), "catalog", founding.catalog]
        for seat, digest in founding.access.items():
            fields += [f"token:{seat}", digest]
        keys = (log_key(game_id), founding_key(game_id))
        await self._ask(self._redis.eval(CREATE, 2, *keys, *fields))
        await self.replicated(game_id)

    async def append(self, game_id: str, version: int, entry: Entry) -> None:
        await self._ask(
            self._redis.execute_command(
                "XADD", log_key(game_id), f"{version}-0", *_flat(_fields(entry))
            )
        )
        await self.replicated(game_id)

    async def append_all(self, game_id: str, expected: int, entries: Sequence[Entry]) -> None:
        arguments: list[Any] = [expected]
        for version, entry in enumerate(entries, expected + 1):
            arguments += [version, entry.line, b"\n".join(entry.seals)]
        written = await self._ask(self._redis.eval(APPEND_ALL, 1, log_key(game_id), *arguments))
        if not written:
            raise VersionTaken(game_id)
        await self.replicated(game_id)

    async def read(self, game_id: str, first: int = 1, last: int | None = None) -> list[Entry]:
        until = "+" if last is None else f"{last}-0"
        stored = await self._ask(self._redis.xrange(log_key(game_id), f"{first}-0", until))
        return _entries(game_id, first, stored)

    async def version(self, game_id: str) -> int:
        stored = await self._ask(self._redis.xrevrange(log_key(game_id), count=1))
        if not stored:
            raise UnknownGame(game_id)
        return int(stored[0][0].partition(b"-")[0])

    async def founding(self, game_id: str) -> Founding:
        stored = await self._ask(self._redis.hgetall(founding_key(game_id)))
        fields = {name.decode(): value for name, value in stored.items()}
        catalog = fields.pop("catalog", b"")
        access = {name.removeprefix("token:"): value.decode() for name, value in fields.items()}
        return Founding(access, catalog)

    async def next_entries(self, game_id: str, after: int, wait_ms: int) -> list[Entry]:
        """What comes after a version, as soon as there is something; empty if nothing came."""
        streams = {log_key(game_id): f"{after}-0"}
        answer = await self._ask(self._redis.xread(streams, count=500, block=wait_ms))
        if not answer:
            return []
        return _entries(game_id, after + 1, answer[0][1])

    async def games(self) -> AsyncIterator[str]:
        """Every game that has a log; slow, and independent of any index."""
        try:
            async for key in self._redis.scan_iter(match="schichtbuch:{*}:log", count=500):
                yield key.decode().removeprefix("schichtbuch:{").removesuffix("}:log")
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error

    async def replicated(self, game_id: str) -> None:
        """StorageUnavailable unless as many replicas as wished have all that was written."""
        if not self._replicas:
            return
        reached = await self._ask(
            self._redis.execute_command(
                "WAIT", self._replicas, self._wait_ms, target_nodes=self._node(game_id)
            )
            if isinstance(self._redis, RedisCluster)
            else self._redis.wait(self._replicas, self._wait_ms)
        )
        if reached < self._replicas:
            raise StorageUnavailable(f"only {reached} replicas have the entry")

    def _node(self, game_id: str) -> Any:
        return cast(RedisCluster, self._redis).get_node_from_key(log_key(game_id))

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except UNAVAILABLE as error:
            raise StorageUnavailable(str(error)) from error
        except ResponseError as error:
            if "equal or smaller" in str(error):
                raise VersionTaken(str(error)) from error
            if str(error).startswith(REFUSING):
                raise StorageUnavailable(str(error)) from error
            raise


def _fields(entry: Entry) -> dict[str, bytes]:
    fields = {"line": entry.line}
    if entry.seals:
        fields["seals"] = b"\n".join(entry.seals)
    return fields


def _flat(fields: Mapping[str, bytes]) -> list[Any]:
    return [part for pair in fields.items() for part in pair]


def _entries(game_id: str, first: int, stored: Any) -> list[Entry]:
    entries = []
    for version, (stream_id, fields) in enumerate(stored, first):
        if stream_id != f"{version}-0".encode() or not fields or b"line" not in fields:
            raise DamagedLog(game_id, version, "a foreign entry stands here")
        seals = fields.get(b"seals", b"")
        entries.append(Entry(fields[b"line"], tuple(seals.split(b"\n")) if seals else ()))
    return entries
