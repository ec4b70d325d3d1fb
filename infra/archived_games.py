"""Games that have moved out of Redis into the archive, and how they move there and back.

A game is where one script says it is: in the log, or, if it is marked, in the archive. Moving out
is: write the file, read it back, and then mark the game and delete its keys in one step, if it is
still what was written. Moving back is one step, too, and leaves the file as it is. So a game is in
one place or in both at every moment, never in none.

A file may be written or deleted only by whoever holds the game's lease, and the step that marks it
asks for that lease: so nobody deletes or overwrites the file of a game that another has marked.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError

from infra.appends import Appends, TooFewReplicas
from infra.archive_file import (
    ArchivedGame,
    Beside,
    UnreadableArchive,
    digest_of_archive,
    read_archive,
)
from infra.archive_mark import Mark, read_mark
from infra.archive_store import ArchiveStore, ArchiveUnavailable
from infra.audits import game_audit_key
from infra.connections import AnyRedis
from infra.game_keys import archived_key, log_key, names_key, setup_key
from infra.listed_games import points_key, summary_key
from infra.log_errors import StorageUnavailable
from infra.snapshots import snapshot_key
from replays.entry import Entry, is_for_everybody

KEPT_OPEN = 64
"""Games of the archive that a process keeps unpacked."""
LEASE_MS = 60_000
"""After that whoever has died with a lease holds up nobody. Longer than a file takes to be written
and read back, patience for an object store included."""
PATIENCE, PAUSE = 40, 0.1
"""How often, and after how many seconds, a lease is asked for again."""
CANDIDATES = "schichtbuch:archive:candidates"
"""Finished and audited games by the time of their last entry, in milliseconds; 0: begun."""

WHERE = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 1 end
return redis.call('GET', KEYS[2])
"""
MOVE_OUT = """
if redis.call('GET', KEYS[5]) ~= ARGV[1] then return 0 end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #last == 0 or last[1][1] ~= ARGV[2] .. '-0' then return 0 end
if (redis.call('GET', KEYS[3]) or '') ~= ARGV[3] then return 0 end
local came_back = redis.call('HEXISTS', KEYS[2], 'restored')
if redis.call('HLEN', KEYS[2]) - came_back ~= (#ARGV - 4) / 2 then return 0 end
for at = 5, #ARGV, 2 do
  if redis.call('HGET', KEYS[2], ARGV[at]) ~= ARGV[at + 1] then return 0 end
end
redis.call('SET', KEYS[4], ARGV[4])
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], unpack(KEYS, 5))
return 1
"""
"""Only if neither an entry, nor the names, nor a token has changed since the file was written."""
MOVE_BACK = """
if redis.call('GET', KEYS[4]) ~= ARGV[1] then return 0 end
local at = 3
for version = 1, tonumber(ARGV[2]) do
  if ARGV[at + 1] == '' then
    redis.call('XADD', KEYS[1], version .. '-0', 'line', ARGV[at])
  else
    redis.call('XADD', KEYS[1], version .. '-0', 'line', ARGV[at], 'seals', ARGV[at + 1])
  end
  at = at + 2
end
if ARGV[at] ~= '' then redis.call('SET', KEYS[3], ARGV[at]) end
at = at + 1
while at < #ARGV do
  local key = KEYS[tonumber(ARGV[at])]
  redis.call('HSET', key, ARGV[at + 1], ARGV[at + 2])
  at = at + 3
end
redis.call('DEL', KEYS[4])
return 1
"""
ADOPT = """
if redis.call('EXISTS', KEYS[1], KEYS[2]) == 0 then redis.call('SET', KEYS[2], ARGV[1]) end
"""
REPLACE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) end
"""
LET_GO = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"

RESTORED = b"restored"
"""When it came back, in the hash of the setup: it stays for as long again as after its end."""

Where: TypeAlias = Mark | Literal["log"] | None


class Moving(Exception):
    """Somebody else is moving the game at this moment."""


class InRedis(Struct, frozen=True):
    """All that the server has of a game and that is not made anew by whoever asks."""

    entries: list[Entry]
    beside: Beside
    restored: bytes | None = None
    """When it came back from the archive, if it has been there."""

    @property
    def names(self) -> bytes:
        return b"".join(seal for seal in self.entries[0].seals if is_for_everybody(seal))


def lease_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:moving"


class ArchivedGames:
    def __init__(
        self,
        redis: AnyRedis,
        store: ArchiveStore,
        *,
        replicas: int = 0,
        wait_ms: int = 1000,
        lease_ms: int = LEASE_MS,
    ) -> None:
        self._redis: Any = redis
        self.store = store
        self._appends = Appends(redis, replicas, wait_ms)
        self._questions = Appends(redis, replicas=0, wait_ms=0)
        self._lease_ms = lease_ms
        self._open: dict[str, tuple[bytes, ArchivedGame]] = {}

    def is_open(self, game_id: str) -> bool:
        """Whether it was asked for before, so that it is probably still archived."""
        return game_id in self._open

    async def where(self, game_id: str) -> Where:
        keys = (log_key(game_id), archived_key(game_id))
        found = await self._ask(self._questions.send(keys[0], "EVAL", WHERE, 2, *keys))
        if found == 1:
            self._open.pop(game_id, None)
            return "log"
        return read_mark(found) if found else None

    async def marks(self, game_ids: Sequence[str]) -> list[Mark | None]:
        """Of those that are in the archive."""
        keys = [archived_key(game_id) for game_id in game_ids]
        asked = (self._ask(self._questions.send(key, "GET", key)) for key in keys)
        return [read_mark(found) if found else None for found in await asyncio.gather(*asked)]

    async def load(self, game_id: str, mark: Mark) -> ArchivedGame | None:
        """None if the game has moved meanwhile; ArchiveUnavailable if its file is not there."""
        kept = self._open.get(game_id)
        if kept and kept[0] == mark.digest:
            return kept[1]
        content = await self.store.get(game_id)
        if content is None or digest_of_archive(content) != mark.digest:
            if await self.where(game_id) != mark:
                return None
            wrong = "is not in the archive" if content is None else "was changed in the archive"
            raise ArchiveUnavailable(f"the file of {game_id} {wrong}")
        try:
            game = await asyncio.to_thread(read_archive, content)
        except UnreadableArchive as error:
            raise ArchiveUnavailable(f"the file of {game_id}: {error}") from error
        self._open[game_id] = (mark.digest, game)
        while len(self._open) > KEPT_OPEN:
            del self._open[next(iter(self._open))]
        return game

    async def move_back(self, game_id: str, at: bytes) -> bool:
        """Into the log; False if it is not archived. `at` is now."""
        mark = await self.where(game_id)
        while isinstance(mark, Mark):
            game = await self.load(game_id, mark)
            if game and await self._put_back(game_id, mark, game, at):
                self._open.pop(game_id, None)
                return True
            mark = await self.where(game_id)
        return mark is not None

    async def _put_back(self, game_id: str, mark: Mark, game: ArchivedGame, at: bytes) -> bool:
        hashes = {
            setup_key(game_id): {**game.beside.founding, RESTORED: at},
            snapshot_key(game_id): game.beside.snapshots,
            game_audit_key(game_id): game.beside.audits,
            points_key(game_id): game.beside.points,
        }
        setup, *derived = hashes
        keys = [log_key(game_id), setup, names_key(game_id), archived_key(game_id), *derived]
        first, names = _apart(game.entries[0])
        written: list[Any] = [msgspec.msgpack.encode(mark), len(game.entries)]
        for entry in (first, *game.entries[1:]):
            written += [entry.line, b"\n".join(entry.seals)]
        written.append(names)
        for key, fields in hashes.items():
            for name, value in fields.items():
                written += [keys.index(key) + 1, name, value]
        command = ("EVAL", MOVE_BACK, len(keys), *keys, *written)
        return bool(await self._ask(self._appends.send(keys[0], *command)))

    @asynccontextmanager
    async def lease(self, game_id: str) -> AsyncIterator[str]:
        """The right to write or delete its file; Moving if somebody else has it."""
        key, token = lease_key(game_id), secrets.token_hex(16)
        command = ("SET", key, token, "NX", "PX", self._lease_ms)
        if not await self._ask(self._appends.send(key, *command)):
            raise Moving(game_id)
        try:
            yield token
        finally:
            await self._ask(self._appends.send(key, "EVAL", LET_GO, 1, key, token))

    @asynccontextmanager
    async def without_file(self, game_id: str, at: bytes) -> AsyncIterator[None]:
        """The game is in the log, and the archive has no file of it, until this is let go.

        Whoever is moving it is waited for.
        """
        for _ in range(PATIENCE):
            with suppress(Moving):
                async with self.lease(game_id):
                    await self.move_back(game_id, at)
                    await self.store.delete(game_id)
                    yield
                    return
            await asyncio.sleep(PAUSE)
        raise StorageUnavailable(f"{game_id} is being moved to the archive")

    async def adopt(self, game_id: str, mark: bytes) -> None:
        """A file of a game that the server knows nothing of any more."""
        keys = (log_key(game_id), archived_key(game_id))
        await self._ask(self._appends.send(keys[0], "EVAL", ADOPT, 2, *keys, mark))

    async def in_redis(self, game_id: str, entries: Sequence[Entry]) -> InRedis:
        """These entries of its log, and what is beside them."""
        questions = self._redis.pipeline(transaction=False)
        for key in (setup_key, snapshot_key, game_audit_key, points_key):
            questions.hgetall(key(game_id))
        founding, *derived = await self._ask(questions.execute())
        restored = founding.pop(RESTORED, None)
        return InRedis(list(entries), Beside(founding, *derived), restored)

    async def move_out(self, game_id: str, lease: str, moved: InRedis, mark: bytes) -> bool:
        """Mark it and delete its keys; False if it is not any more what was written."""
        keys = [log_key(game_id), setup_key(game_id), names_key(game_id), archived_key(game_id)]
        keys += [lease_key(game_id), snapshot_key(game_id), game_audit_key(game_id)]
        keys += [summary_key(game_id), points_key(game_id)]
        written: list[Any] = [lease, len(moved.entries), moved.names, mark]
        for name, value in moved.beside.founding.items():
            written += [name, value]
        command = ("EVAL", MOVE_OUT, len(keys), *keys, *written)
        return bool(await self._ask(self._appends.send(keys[0], *command)))

    async def replace_mark(self, game_id: str, before: Mark, mark: bytes) -> None:
        """If it is still the one from before."""
        key = archived_key(game_id)
        stored = msgspec.msgpack.encode(before)
        await self._ask(self._appends.send(key, "EVAL", REPLACE, 1, key, stored, mark))

    async def note(self, scores: Mapping[str, int]) -> None:
        """Candidates, by the time of their last entry."""
        pairs = [part for game_id, at_ms in scores.items() for part in (at_ms, game_id)]
        await self._ask(self._appends.send(CANDIDATES, "ZADD", CANDIDATES, *pairs))

    async def note_new(self, game_id: str, at_ms: int) -> None:
        """Unless it is one already."""
        await self._ask(self._appends.send(CANDIDATES, "ZADD", CANDIDATES, "NX", at_ms, game_id))

    async def candidates(self, until_ms: int, most: int) -> list[str]:
        """Those whose last entry was written by then, and those that were begun."""
        found = await self._ask(self._redis.zrangebyscore(CANDIDATES, "-inf", until_ms, 0, most))
        return [game_id.decode() for game_id in found]

    async def done(self, game_id: str) -> None:
        await self._ask(self._appends.send(CANDIDATES, "ZREM", CANDIDATES, game_id))

    async def waiting(self) -> int:
        return int(await self._ask(self._redis.zcard(CANDIDATES)))

    async def marked(self) -> AsyncIterator[str]:
        """Every game that is in the archive; slow."""
        before, _, after = archived_key("\0").partition("\0")
        try:
            async for key in self._redis.scan_iter(match=archived_key("*"), count=500):
                yield key.decode().removeprefix(before).removesuffix(after)
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except (RedisError, TooFewReplicas) as error:
            raise StorageUnavailable(str(error)) from error


def _apart(first: Entry) -> tuple[Entry, bytes]:
    names = b"".join(seal for seal in first.seals if is_for_everybody(seal))
    return Entry(first.line, tuple(s for s in first.seals if not is_for_everybody(s))), names
