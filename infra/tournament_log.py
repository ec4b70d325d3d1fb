"""The logs of tournaments in Redis: a stream each, beside it who may act and who is called what.

As with games, `XADD` with the version as explicit id is the lock; whatever belongs to an entry (a
new token, a name that is kept apart or erased) is written in the same moment or not at all.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from redis.exceptions import RedisError

from infra.appends import Appends
from infra.connections import AnyRedis
from infra.kept_proof import KEEP_PROOF, PROOF, KeptProof, read_proof
from infra.log_errors import StorageUnavailable, VersionTaken, ask
from infra.stored_entries import read_entries
from replays.entry import Entry

CREATED = "schichtbuch:tournaments"
"""Ids by the time of their creation."""
PREFIX, SUFFIX = "schichtbuch:{", "}:tournament"
ENTRANT, KEY, BOT = "entrant:", "key:", "bot:"
CREATOR, REQUEST, TABLES = "creator", "request", "tables"

WRITE = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local version = 0
if #last > 0 then version = tonumber(string.match(last[1][1], '^%d+')) end
if version ~= tonumber(ARGV[1]) then return 0 end
local at = 2
local function count()
  at = at + 1
  return tonumber(ARGV[at - 1])
end
for _ = 1, count() do
  version = version + 1
  if ARGV[at + 1] == '' then
    redis.call('XADD', KEYS[1], version .. '-0', 'line', ARGV[at])
  else
    redis.call('XADD', KEYS[1], version .. '-0', 'line', ARGV[at], 'seals', ARGV[at + 1])
  end
  at = at + 2
end
for _, key in ipairs({KEYS[2], KEYS[3]}) do
  for _ = 1, count() do
    redis.call('HDEL', key, ARGV[at])
    at = at + 1
  end
  for _ = 1, count() do
    redis.call('HSET', key, ARGV[at], ARGV[at + 1])
    at = at + 2
  end
end
return 1
"""
"""Entries behind the expected version, and what changes beside them; nothing if it is not the last
one. Of the hashes first what goes, then what comes."""


class UnknownTournament(Exception):
    """There is no log of this tournament."""


class Beside(Struct, frozen=True):
    """What changes beside the log together with an entry."""

    setup: Mapping[str, bytes | str] = {}
    ended: Sequence[str] = ()
    """Fields of the setup that are there no more."""
    names: Mapping[int, bytes] = {}
    """By the entrant's number: what the digest in the log was made of."""
    erased: Sequence[int] = ()


NOTHING = Beside()


class Setup(Struct, frozen=True):
    """What is kept beside a tournament's log."""

    entrants: Mapping[str, int]
    """Whose token has which digest."""
    keys: Mapping[str, str]
    """The names of those who run the event, by the digests of their keys."""
    bots: Mapping[int, str]
    """Which bot plays for an entrant."""
    creator: str = ""
    """The digest of the key that the event was created with."""
    request: str = ""
    """What was asked for, if it was asked for with an idempotency key: a keyed digest."""
    tables: str = ""
    """The secret from which the ids and tokens of the tables' games come."""


def stream_key(tournament: str) -> str:
    return f"{PREFIX}{tournament}{SUFFIX}"


def setup_key(tournament: str) -> str:
    return f"{stream_key(tournament)}:setup"


def names_key(tournament: str) -> str:
    return f"{stream_key(tournament)}:names"


class TournamentLog:
    def __init__(self, redis: AnyRedis, *, replicas: int = 0, wait_ms: int = 1000) -> None:
        """An append is acknowledged only when so many replicas have it too."""
        self._redis: Any = redis
        self._appends = Appends(redis, replicas, wait_ms)

    async def write(
        self,
        tournament: str,
        expected: int,
        entries: Sequence[Entry],
        beside: Beside = NOTHING,
    ) -> None:
        """VersionTaken if somebody else has written meanwhile; nothing is written then."""
        keys = (stream_key(tournament), setup_key(tournament), names_key(tournament))
        written: list[Any] = [expected, len(entries)]
        for entry in entries:
            written += [entry.line, b"\n".join(entry.seals)]
        written += _changes(beside.ended, beside.setup)
        written += _changes(
            [str(number) for number in beside.erased],
            {str(number): kept for number, kept in beside.names.items()},
        )
        asked = self._appends.send(keys[0], "EVAL", WRITE, len(keys), *keys, *written)
        if not await ask(asked):
            raise VersionTaken(tournament)

    async def file(self, tournament: str, created_ms: int) -> None:
        """Into the list of all; it can be made anew from the logs."""
        await ask(self._redis.zadd(CREATED, {tournament: created_ms}))

    async def newest(self, count: int, before_ms: int | None = None) -> list[tuple[str, int]]:
        """Ids with the time of their creation, newest first."""
        highest = "+inf" if before_ms is None else f"({before_ms}"
        found = await ask(
            self._redis.zrevrangebyscore(CREATED, highest, "-inf", 0, count, withscores=True)
        )
        return [(tournament.decode(), int(created)) for tournament, created in found]

    async def read(self, tournament: str, first: int = 1, last: int | None = None) -> list[Entry]:
        """UnknownTournament if there is none at all; empty if there is nothing from there on."""
        until = "+" if last is None else f"{last}-0"
        stored = await ask(self._redis.xrange(stream_key(tournament), f"{first}-0", until))
        if not stored and first == 1:
            raise UnknownTournament(tournament)
        return read_entries(tournament, first, stored)

    async def version(self, tournament: str) -> int:
        stored = await ask(self._redis.xrevrange(stream_key(tournament), count=1))
        if not stored:
            raise UnknownTournament(tournament)
        return int(stored[0][0].partition(b"-")[0])

    async def next_entries(self, tournament: str, after: int, wait_ms: int) -> list[Entry]:
        """What comes after a version, as soon as there is something; empty if nothing came."""
        streams = {stream_key(tournament): f"{after}-0"}
        answer = await ask(self._redis.xread(streams, count=500, block=wait_ms))
        if not answer:
            return []
        stored = [
            (at, [part for pair in fields.items() for part in pair]) for at, fields in answer[0][1]
        ]
        return read_entries(tournament, after + 1, stored)

    async def setup(self, tournament: str) -> Setup:
        return _setup(await ask(self._redis.hgetall(setup_key(tournament))))

    async def change(self, tournament: str, field: str, value: str | None) -> None:
        """Of the setup alone: a key of the event that is made or ended."""
        key = setup_key(tournament)
        command = ("HDEL", key, field) if value is None else ("HSET", key, field, value)
        await ask(self._appends.send(key, *command))

    async def proof(self, tournament: str) -> KeptProof | None:
        """That the transparency log contains its entries up to one of them."""
        return read_proof(await ask(self._redis.hget(setup_key(tournament), PROOF)))

    async def keep_proof(self, tournament: str, version: int, text: str) -> str | None:
        """The one of this version that is kept from now on; None if a later one is."""
        keys = (stream_key(tournament), setup_key(tournament))
        command = ("EVAL", KEEP_PROOF, 2, *keys, version, text)
        kept = read_proof(await ask(self._appends.send(keys[0], *command)))
        return kept.text if kept and kept.version == version else None

    async def names(self, tournament: str) -> dict[int, bytes]:
        stored = await ask(self._redis.hgetall(names_key(tournament)))
        return {int(number): kept for number, kept in stored.items()}

    async def tournaments(self) -> AsyncIterator[str]:
        """Every one that has a log; slow, and independent of any list."""
        try:
            async for key in self._redis.scan_iter(match=f"{PREFIX}*{SUFFIX}", count=500):
                yield key.decode().removeprefix(PREFIX).removesuffix(SUFFIX)
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error


def _changes(gone: Sequence[str], new: Mapping[str, bytes | str]) -> list[Any]:
    """How many fields go, and which; how many come, and what they hold."""
    pairs = [part for pair in new.items() for part in pair]
    return [len(gone), *gone, len(new), *pairs]


def _setup(stored: Mapping[bytes, bytes]) -> Setup:
    fields = {name.decode(): value for name, value in stored.items()}

    def behind(prefix: str) -> dict[str, bytes]:
        found = {name: value for name, value in fields.items() if name.startswith(prefix)}
        return {name.removeprefix(prefix): value for name, value in found.items()}

    return Setup(
        {digest: int(number) for digest, number in behind(ENTRANT).items()},
        {digest: name.decode() for digest, name in behind(KEY).items()},
        {int(number): bot.decode() for number, bot in behind(BOT).items()},
        *(fields.get(name, b"").decode() for name in (CREATOR, REQUEST, TABLES)),
    )
