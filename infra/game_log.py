"""The log in Redis: one stream a game, one entry a version, and nothing else is the truth.

`XADD` with the version as explicit id is the optimistic lock: Redis itself refuses a stale writer.
All keys of a game share the hash tag `{<game id>}`, so a cluster keeps them in one slot.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec
from msgspec import Struct
from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,  # redis-py's own
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TimeoutError,  # redis-py's own
)

from infra.access import (
    CREATOR,
    ENDED,
    FIELDS,
    HOLDS,
    SEATS,
    Access,
    Holder,
    TokenEnded,
    read_access,
    script_arguments,
    seat_field,
)
from infra.appends import Appends, TooFewReplicas
from infra.connections import AnyRedis
from replays.aggregate import DamagedLog
from replays.entry import Entry, is_for_everybody

UNAVAILABLE = (
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    TimeoutError,
    TooFewReplicas,
)
REFUSING = ("OOM", "MISCONF", "READONLY", "LOADING", "CLUSTERDOWN", "NOREPLICAS", "TRYAGAIN")
"""What a server says that cannot write at the moment."""
REQUEST = "request"
IMPORTED = "imported"

CREATE = """
redis.call('XADD', KEYS[1], '1-0', 'line', ARGV[1], 'seals', ARGV[2])
if ARGV[3] ~= '' then redis.call('SET', KEYS[3], ARGV[3]) end
redis.call('HSET', KEYS[2], unpack(ARGV, 4))
"""
ERASE_NAMES = """
redis.call('XADD', KEYS[1], ARGV[1] .. '-0', 'line', ARGV[2])
redis.call('HDEL', KEYS[2], ARGV[3])
redis.call('DEL', unpack(KEYS, 3))
"""
"""The entry that says so and the erasing itself, together: neither is there without the other."""
RESTORE = """
local last = tonumber(ARGV[2])
for version = 1, last do
  local line, seals = ARGV[2 * version + 1], ARGV[2 * version + 2]
  if seals == '' then
    redis.call('XADD', KEYS[1], version .. '-0', 'line', line)
  else
    redis.call('XADD', KEYS[1], version .. '-0', 'line', line, 'seals', seals)
  end
end
if ARGV[1] ~= '' then redis.call('SET', KEYS[3], ARGV[1]) end
redis.call('HSET', KEYS[2], unpack(ARGV, 2 * last + 3))
"""
"""A whole log at once: between two entries a worker could find that it is a bot's turn."""
APPEND_FOR = f"""{HOLDS}
redis.call('XADD', KEYS[1], unpack(ARGV, 3))
"""
"""Whether the token still holds is asked in the same moment as the entry is written."""
APPEND_ALL = f"""{HOLDS}
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #last == 0 or last[1][1] ~= ARGV[3] .. '-0' then return 0 end
for at = 4, #ARGV, 3 do
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


class Imported(Struct, frozen=True):
    """Where a log came from that was not written here."""

    version: int
    """Of the last entry that came."""
    footer: str
    """The line as it stood in the file, with the signature of whoever wrote the log."""
    signed_by: str
    """The public key, written `name+id+base64`."""
    trusted: bool
    """Whether that key was trusted here when the game came."""


class GameSetup(Struct, frozen=True):
    """What is stored beside the entries when a game begins."""

    access: Mapping[str, str]
    """The digest of each seat's token."""
    catalog: bytes = b""
    """Only if it is not the built-in one."""
    creator: str = ""
    """The digest of the creator's key."""
    request: str = ""
    """What was asked for, if it was asked for with an idempotency key: a keyed digest."""
    imported: Imported | None = None


def log_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:log"


def names_key(game_id: str) -> str:
    """The seal for everybody: kept apart, because an entry of a stream cannot be edited."""
    return f"schichtbuch:{{{game_id}}}:names"


def setup_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:founding"


class GameLog:
    def __init__(self, redis: AnyRedis, *, replicas: int = 0, wait_ms: int = 1000) -> None:
        """An append is acknowledged only when so many replicas have it too."""
        self._redis: Any = redis
        self._redis.set_response_callback("XRANGE", _as_it_came)
        self._appends = Appends(redis, replicas, wait_ms)
        self._questions = Appends(redis, replicas=0, wait_ms=0)
        self._replicas = replicas

    async def create(self, game_id: str, entry: Entry, setup: GameSetup) -> None:
        """Tokens and entry 1 together or not at all."""
        kept, names = _apart(entry)
        keys = (log_key(game_id), setup_key(game_id), names_key(game_id))
        written = (entry.line, b"\n".join(kept), names, *_written(setup))
        await self._ask(self._appends.send(keys[0], "EVAL", CREATE, 3, *keys, *written))

    async def restore(self, game_id: str, entries: Sequence[Entry], setup: GameSetup) -> None:
        """A log that was written before, as a whole; VersionTaken if the game is here."""
        kept, names = _apart(entries[0])
        keys = (log_key(game_id), setup_key(game_id), names_key(game_id))
        written: list[Any] = [names, len(entries), entries[0].line, b"\n".join(kept)]
        for entry in entries[1:]:
            written += [entry.line, b"\n".join(entry.seals)]
        written += _written(setup)
        await self._ask(self._appends.send(keys[0], "EVAL", RESTORE, 3, *keys, *written))

    async def append(
        self, game_id: str, version: int, entry: Entry, holder: Holder | None = None
    ) -> None:
        """TokenEnded if somebody else holds the seat by now; nothing is written then."""
        key = log_key(game_id)
        written = [f"{version}-0", "line", entry.line]
        if entry.seals:
            written += ["seals", b"\n".join(entry.seals)]
        command: tuple[Any, ...] = ("XADD", key)
        if holder:
            keys = (key, setup_key(game_id))
            command = ("EVAL", APPEND_FOR, 2, *keys, *script_arguments(holder))
        await self._ask(self._appends.send(key, *command, *written))

    async def append_all(
        self,
        game_id: str,
        expected: int,
        entries: Sequence[Entry],
        holder: Holder | None = None,
    ) -> None:
        keys = (log_key(game_id), setup_key(game_id))
        arguments: list[Any] = [*script_arguments(holder), expected]
        for version, entry in enumerate(entries, expected + 1):
            arguments += [version, entry.line, b"\n".join(entry.seals)]
        command = ("EVAL", APPEND_ALL, 2, *keys, *arguments)
        if not await self._ask(self._appends.send(keys[0], *command)):
            raise VersionTaken(game_id)

    async def access(self, game_id: str) -> Access:
        """Who may act, as the server has it now."""
        key = setup_key(game_id)
        return read_access(await self._ask(self._questions.send(key, "HMGET", key, *FIELDS)))

    async def check(self, game_id: str, holder: Holder) -> None:
        """TokenEnded if somebody else holds the seat by now."""
        if not (await self.access(game_id)).holds(holder):
            raise TokenEnded(game_id)

    async def hand_over(self, game_id: str, holder: Holder) -> None:
        """From now on the seat is held by this token alone."""
        key = setup_key(game_id)
        await self._ask(self._appends.send(key, "HSET", key, holder.field, holder.digest))

    async def erase_names(
        self, game_id: str, version: int, entry: Entry, derived: Sequence[str]
    ) -> None:
        """And whatever was derived from them, by its keys; a digest of the request, too."""
        keys = (log_key(game_id), setup_key(game_id), names_key(game_id), *derived)
        arguments = (len(keys), *keys, version, entry.line, REQUEST)
        await self._ask(self._appends.send(keys[0], "EVAL", ERASE_NAMES, *arguments))

    async def read(self, game_id: str, first: int = 1, last: int | None = None) -> list[Entry]:
        until = "+" if last is None else f"{last}-0"
        if first > 1:
            stored = await self._ask(self._redis.xrange(log_key(game_id), f"{first}-0", until))
            return _entries(game_id, first, stored)
        questions = self._redis.pipeline(transaction=False)
        questions.xrange(log_key(game_id), "1-0", until).get(names_key(game_id))
        stored, names = await self._ask(_answered(questions))
        return _with_names(_entries(game_id, 1, stored), names)

    async def lines(self, game_id: str, first: int, last: int) -> list[bytes]:
        """The public lines alone, as bytes to be sent on."""
        stored = await self._ask(self._redis.xrange(log_key(game_id), f"{first}-0", f"{last}-0"))
        return [_fields(game_id, *numbered)[1] for numbered in enumerate(stored, first)]

    async def version(self, game_id: str) -> int:
        stored = await self._ask(self._redis.xrevrange(log_key(game_id), count=1))
        if not stored:
            raise UnknownGame(game_id)
        return int(stored[0][0].partition(b"-")[0])

    async def setup(self, game_id: str) -> GameSetup:
        return _setup(await self._ask(self._redis.hgetall(setup_key(game_id))))

    async def beginning(
        self, game_id: str, beside: str, fields: Sequence[str]
    ) -> tuple[Entry, GameSetup, Sequence[bytes | None]]:
        """Entry 1, what was stored with it, and these fields of a hash beside it, in one go.

        A hash that cannot be read is as good as none; it is no part of the log.
        """
        questions = self._redis.pipeline(transaction=False)
        questions.xrange(log_key(game_id), "1-0", "1-0").hgetall(setup_key(game_id))
        questions.get(names_key(game_id))
        questions.hmget(beside, fields)
        first, setup, names, found = await self._ask(_answered(questions, tolerated=1))
        entries = _with_names(_entries(game_id, 1, first), names)
        if not entries:
            raise UnknownGame(game_id)
        return entries[0], _setup(setup), () if isinstance(found, Exception) else found

    async def next_entries(self, game_id: str, after: int, wait_ms: int) -> list[Entry]:
        """What comes after a version, as soon as there is something; empty if nothing came."""
        streams = {log_key(game_id): f"{after}-0"}
        answer = await self._ask(self._redis.xread(streams, count=500, block=wait_ms))
        if not answer:
            return []
        stored = [(at, [*chain.from_iterable(fields.items())]) for at, fields in answer[0][1]]
        return _entries(game_id, after + 1, stored)

    async def games(self) -> AsyncIterator[str]:
        """Every game that has a log; slow, and independent of any index."""
        try:
            async for key in self._redis.scan_iter(match="schichtbuch:{*}:log", count=500):
                yield key.decode().removeprefix("schichtbuch:{").removesuffix("}:log")
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error

    async def replicated(self, game_id: str) -> None:
        """StorageUnavailable unless as many replicas as wished have all that was written.

        A replica that has what is written now has everything before it.
        """
        if self._replicas:
            key = f"schichtbuch:{{{game_id}}}:asked"
            await self._ask(self._appends.send(key, "SET", key, "", "PX", 1))

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except UNAVAILABLE as error:
            raise StorageUnavailable(str(error)) from error
        except ResponseError as error:
            if str(error).startswith(ENDED):
                raise TokenEnded(str(error)) from error
            if "equal or smaller" in str(error):
                raise VersionTaken(str(error)) from error
            if str(error).startswith(REFUSING):
                raise StorageUnavailable(str(error)) from error
            raise


async def _answered(questions: Any, tolerated: int = 0) -> Any:
    """So many of the last answers may be errors."""
    answers = await questions.execute(raise_on_error=False)
    for answer in answers[: len(answers) - tolerated]:
        if isinstance(answer, Exception):
            raise answer
    return answers


def _written(setup: GameSetup) -> list[Any]:
    """Names and values in turn, as `_setup` reads them."""
    fields: list[Any] = ["catalog", setup.catalog]
    for seat, digest in setup.access.items():
        fields += [seat_field(seat), digest]
    if setup.creator:
        fields += [CREATOR, setup.creator]
    if setup.request:
        fields += [REQUEST, setup.request]
    if setup.imported:
        fields += [IMPORTED, msgspec.json.encode(setup.imported)]
    return fields


def _setup(stored: Mapping[bytes, bytes]) -> GameSetup:
    fields = {name.decode(): value for name, value in stored.items()}
    access = {
        name.removeprefix(SEATS): value.decode()
        for name, value in fields.items()
        if name.startswith(SEATS)
    }
    creator, request = (fields.get(name, b"").decode() for name in (CREATOR, REQUEST))
    imported = fields.get(IMPORTED)
    return GameSetup(
        access,
        fields.get("catalog", b""),
        creator,
        request,
        msgspec.json.decode(imported, type=Imported) if imported else None,
    )


def _apart(entry: Entry) -> tuple[list[bytes], bytes]:
    """The seals that stay with entry 1, and the one that may be erased, or nothing."""
    names = b"".join(seal for seal in entry.seals if is_for_everybody(seal))
    return [seal for seal in entry.seals if not is_for_everybody(seal)], names


def _with_names(entries: list[Entry], names: bytes | None) -> list[Entry]:
    if not entries or not names:
        return entries
    first, *others = entries
    return [Entry(first.line, (*first.seals, names)), *others]


def _as_it_came(response: Any, **_: Any) -> Any:
    """redis-py would make a dict of every entry."""
    return response


def _entries(game_id: str, first: int, stored: Any) -> list[Entry]:
    found = (_fields(game_id, *numbered) for numbered in enumerate(stored, first))
    return [Entry(fields[1], _seals(fields)) for fields in found]


def _fields(game_id: str, version: int, stored: Any) -> list[bytes]:
    """Names and values in turn: the line, and then its seals if it has any."""
    stream_id, fields = stored
    if stream_id != b"%d-0" % version or not fields or fields[0] != b"line":
        raise DamagedLog(game_id, version, "a foreign entry stands here")
    found: list[bytes] = fields
    return found


def _seals(fields: list[bytes]) -> tuple[bytes, ...]:
    if len(fields) < 4 or fields[2] != b"seals" or not fields[3]:
        return ()
    return tuple(fields[3].split(b"\n"))
