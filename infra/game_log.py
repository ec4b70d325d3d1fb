"""The log in Redis: one stream per game, one entry per version, and nothing else is the truth.

`XADD` with the version as explicit id is the optimistic lock: Redis itself refuses a stale writer.
All keys of a game share the hash tag `{<game id>}`, so a cluster keeps them in one slot.

A finished game may have moved to the archive. Whoever reads does not notice: what is not in the
stream is looked for there, and a game that is here costs no question more. Whoever writes has it
moved back first.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct
from redis.asyncio import RedisCluster
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
from infra.archive_mark import Mark
from infra.clock import now
from infra.connections import AnyRedis
from replays.aggregate import DamagedLog
from replays.entry import Entry, is_for_everybody

if TYPE_CHECKING:
    from infra.archive_file import ArchivedGame
    from infra.archived_games import ArchivedGames

T = TypeVar("T")

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
INVITES = "invite:"

NOT_ARCHIVED = """
if redis.call('EXISTS', KEYS[4]) == 1 then return redis.error_reply('equal or smaller') end
"""
"""How a script begins that writes a whole log: as if XADD had said that it is there already."""
CREATE = f"""{NOT_ARCHIVED}
redis.call('XADD', KEYS[1], '1-0', 'line', ARGV[1], 'seals', ARGV[2])
if ARGV[3] ~= '' then redis.call('SET', KEYS[3], ARGV[3]) end
redis.call('HSET', KEYS[2], unpack(ARGV, 4))
"""
BEGIN = """
local room = redis.call('HGETALL', KEYS[4])
if #room == 0 then return 0 end
redis.call('XADD', KEYS[1], '1-0', 'line', ARGV[1], 'seals', ARGV[2])
if ARGV[3] ~= '' then redis.call('SET', KEYS[3], ARGV[3]) end
for at = 1, #room, 2 do
  local name = room[at]
  if name ~= 'plan' and string.sub(name, 1, 6) ~= 'taken:' then
    redis.call('HSET', KEYS[2], name, room[at + 1])
  end
end
redis.call('DEL', KEYS[4])
return 1
"""
"""A game that its players have waited for: who holds which seat goes from the room to the game in
the moment in which entry 1 is written, so that a token which is made anew meanwhile holds in one
of them."""
ERASE_NAMES = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('XADD', KEYS[1], ARGV[1] .. '-0', 'line', ARGV[2])
redis.call('HDEL', KEYS[2], ARGV[3])
redis.call('DEL', unpack(KEYS, 3))
return 1
"""
"""The entry that says so and the erasing itself, together: neither is there without the other."""
RESTORE = f"""{NOT_ARCHIVED}
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
APPEND_FOR = f"""
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
{HOLDS}
return redis.call('XADD', KEYS[1], unpack(ARGV, 3))
"""
"""Whether the token still holds is asked in the same moment as the entry is written."""
APPEND_ALL = f"""
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #last == 0 then return -1 end
{HOLDS}
if last[1][1] ~= ARGV[3] .. '-0' then return 0 end
local handed = 4 + 2 * tonumber(ARGV[4])
for at = 5, handed, 2 do
  redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
end
for at = handed + 1, #ARGV, 3 do
  redis.call('XADD', KEYS[1], ARGV[at] .. '-0', 'line', ARGV[at + 1], 'seals', ARGV[at + 2])
end
return 1
"""
"""Several entries or none, and the new tokens of seats that they hand over: the last version must
be the expected one, else nothing is written.

Scripts, not MULTI: a stale XADD in a transaction would not keep the XADDs after it from happening.
"""
HAND_OVER = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
"""
READ_ON = """
local found = redis.call('XRANGE', KEYS[1], ARGV[1], '+')
if #found == 0 and redis.call('EXISTS', KEYS[1]) == 0 then return false end
return found
"""
"""Mostly nothing is new: then the same question finds out whether the game is still here."""
MOVES = 5
"""So often a game may move to the archive, or back, while somebody asks for it."""


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
    invites: Mapping[str, str] = {}
    """The digests of invitations by which seats were taken: whoever comes again hears so."""


def log_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:log"


def names_key(game_id: str) -> str:
    """The seal for everybody: kept apart, because an entry of a stream cannot be edited."""
    return f"schichtbuch:{{{game_id}}}:names"


def setup_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:founding"


def archived_key(game_id: str) -> str:
    """The mark of a game that has moved to the archive: then it has no log here."""
    return f"schichtbuch:{{{game_id}}}:archived"


def room_key(game_id: str) -> str:
    """Where the players wait for each other before there is a log."""
    return f"schichtbuch:{{{game_id}}}:room"


class GameLog:
    def __init__(
        self,
        redis: AnyRedis,
        *,
        replicas: int = 0,
        wait_ms: int = 1000,
        archive: "ArchivedGames | None" = None,
    ) -> None:
        """An append is acknowledged only when so many replicas have it too."""
        self._redis: Any = redis
        self._redis.set_response_callback("XRANGE", _as_it_came)
        self._appends = Appends(redis, replicas, wait_ms)
        self._questions = Appends(redis, replicas=0, wait_ms=0)
        self._replicas = replicas
        self._archive = archive
        # redis-py's transactions in a cluster fail when a node dies: there a game that moves in
        # the middle of a question may be seen without its names, once.
        self._at_one_moment = not isinstance(redis, RedisCluster)

    async def create(self, game_id: str, entry: Entry, setup: GameSetup) -> None:
        """Tokens and entry 1 together or not at all."""
        kept, names = _apart(entry)
        written = (entry.line, b"\n".join(kept), names, *_written(setup))
        await self._write_whole(game_id, CREATE, *written)

    async def begin(self, game_id: str, entry: Entry) -> bool:
        """Entry 1 in place of the room; False if there is no room any more."""
        kept, names = _apart(entry)
        keys = (log_key(game_id), setup_key(game_id), names_key(game_id), room_key(game_id))
        written = (entry.line, b"\n".join(kept), names)
        return bool(await self._ask(self._appends.send(keys[0], "EVAL", BEGIN, 4, *keys, *written)))

    async def restore(self, game_id: str, entries: Sequence[Entry], setup: GameSetup) -> None:
        """A log that was written before, as a whole; VersionTaken if the game is here."""
        kept, names = _apart(entries[0])
        written: list[Any] = [names, len(entries), entries[0].line, b"\n".join(kept)]
        for entry in entries[1:]:
            written += [entry.line, b"\n".join(entry.seals)]
        await self._write_whole(game_id, RESTORE, *written, *_written(setup))

    async def append(
        self, game_id: str, version: int, entry: Entry, holder: Holder | None = None
    ) -> None:
        """TokenEnded if somebody else holds the seat by now; nothing is written then."""
        key = log_key(game_id)
        written = [f"{version}-0", "line", entry.line]
        if entry.seals:
            written += ["seals", b"\n".join(entry.seals)]
        command: tuple[Any, ...] = ("XADD", key, "NOMKSTREAM")
        if holder:
            keys = (key, setup_key(game_id))
            command = ("EVAL", APPEND_FOR, 2, *keys, *script_arguments(holder))
        await self._write(game_id, *command, *written)

    async def append_all(
        self,
        game_id: str,
        expected: int,
        entries: Sequence[Entry],
        holder: Holder | None = None,
        handed: Sequence[Holder] = (),
    ) -> None:
        """`handed`: seats that are held by these tokens alone from then on."""
        keys = (log_key(game_id), setup_key(game_id))
        arguments: list[Any] = [*script_arguments(holder), expected, len(handed)]
        for new in handed:
            arguments += [new.field, new.digest]
        for version, entry in enumerate(entries, expected + 1):
            arguments += [version, entry.line, b"\n".join(entry.seals)]
        if not await self._write(game_id, "EVAL", APPEND_ALL, 2, *keys, *arguments, gone=-1):
            raise VersionTaken(game_id)

    async def access(self, game_id: str) -> Access:
        """Who may act, as the server has it now."""
        key = setup_key(game_id)

        async def asked() -> Access | None:
            stored = await self._ask(self._questions.send(key, "HMGET", key, *FIELDS))
            return read_access(stored) if any(stored) else None

        def archived(game: "ArchivedGame") -> Access:
            founding = game.beside.founding
            return read_access([founding.get(field.encode()) for field in FIELDS])

        return await self._wherever(game_id, asked, archived) or Access({})

    async def check(self, game_id: str, holder: Holder) -> None:
        """TokenEnded if somebody else holds the seat by now."""
        if not (await self.access(game_id)).holds(holder):
            raise TokenEnded(game_id)

    async def hand_over(self, game_id: str, holder: Holder) -> None:
        """From now on the seat is held by this token alone."""
        keys = (log_key(game_id), setup_key(game_id))
        given = (holder.field, holder.digest)
        await self._write(game_id, "EVAL", HAND_OVER, 2, *keys, *given, gone=0)

    async def erase_names(
        self, game_id: str, version: int, entry: Entry, derived: Sequence[str]
    ) -> None:
        """And whatever was derived from them, by its keys; a digest of the request, too.

        A file in the archive goes first: once the names are erased here nobody asks for it again.
        """
        keys = (log_key(game_id), setup_key(game_id), names_key(game_id), *derived)
        arguments = (len(keys), *keys, version, entry.line, REQUEST)
        archive, at = self._archive, now().encode()
        async with archive.without_file(game_id, at) if archive else nullcontext():
            await self._write(game_id, "EVAL", ERASE_NAMES, *arguments, gone=0)

    async def move_back(self, game_id: str) -> bool:
        """From the archive, if it is there; False if there is no such game."""
        return bool(self._archive and await self._archive.move_back(game_id, now().encode()))

    async def read(self, game_id: str, first: int = 1, last: int | None = None) -> list[Entry]:
        async def asked() -> list[Entry] | None:
            return await self._read(game_id, first, last)

        def archived(game: "ArchivedGame") -> list[Entry]:
            return game.entries[first - 1 : last]

        return await self._wherever(game_id, asked, archived) or []

    async def _read(self, game_id: str, first: int, last: int | None) -> list[Entry] | None:
        key, until = log_key(game_id), "+" if last is None else f"{last}-0"
        if first > 1 and last is None:
            command = ("EVAL", READ_ON, 1, key, f"{first}-0")
            stored = await self._ask(self._questions.send(key, *command))
            return None if stored is None else read_entries(game_id, first, stored)
        if first > 1:
            stored = await self._ask(self._redis.xrange(key, f"{first}-0", until))
            return read_entries(game_id, first, stored) or None
        # At one moment: names that are not there were erased, and have not moved meanwhile.
        questions = self._redis.pipeline(transaction=self._at_one_moment)
        questions.xrange(key, "1-0", until).get(names_key(game_id))
        stored, names = await self._ask(_answered(questions))
        return _with_names(read_entries(game_id, 1, stored), names) or None

    async def lines(self, game_id: str, first: int, last: int) -> list[bytes]:
        """The public lines alone, as bytes to be sent on."""
        key = log_key(game_id)

        async def asked() -> list[bytes] | None:
            stored = await self._ask(self._redis.xrange(key, f"{first}-0", f"{last}-0"))
            found = [_fields(game_id, *numbered)[1] for numbered in enumerate(stored, first)]
            return found or None

        def archived(game: "ArchivedGame") -> list[bytes]:
            return [entry.line for entry in game.entries[first - 1 : last]]

        return await self._wherever(game_id, asked, archived) or []

    async def version(self, game_id: str) -> int:
        async def asked() -> int | None:
            stored = await self._ask(self._redis.xrevrange(log_key(game_id), count=1))
            return int(stored[0][0].partition(b"-")[0]) if stored else None

        version = await self._version(game_id, asked)
        if not version:
            raise UnknownGame(game_id)
        return version

    async def length(self, game_id: str) -> int:
        """The version, of a game that is known to be there: cheaper to ask for."""
        key = log_key(game_id)

        async def asked() -> int | None:
            return int(await self._ask(self._questions.send(key, "XLEN", key))) or None

        return await self._version(game_id, asked) or 0

    async def _version(
        self, game_id: str, asked: Callable[[], Awaitable[int | None]]
    ) -> int | None:
        return await self._wherever(
            game_id, asked, lambda game: game.version, lambda mark: mark.version
        )

    async def setup(self, game_id: str) -> GameSetup:
        async def asked() -> GameSetup | None:
            stored = await self._ask(self._redis.hgetall(setup_key(game_id)))
            return _setup(stored) if stored else None

        def archived(game: "ArchivedGame") -> GameSetup:
            return _setup(game.beside.founding)

        return await self._wherever(game_id, asked, archived) or _setup({})

    async def beginning(
        self, game_id: str, beside: str, fields: Sequence[str]
    ) -> tuple[Entry, GameSetup, Sequence[bytes | None]]:
        """Entry 1, what was stored with it, and these fields of its snapshots, in one go.

        A hash that cannot be read is as good as none; it is no part of the log.
        """

        async def asked() -> tuple[Entry, GameSetup, Sequence[bytes | None]] | None:
            questions = self._redis.pipeline(transaction=self._at_one_moment)
            questions.xrange(log_key(game_id), "1-0", "1-0").hgetall(setup_key(game_id))
            questions.get(names_key(game_id))
            questions.hmget(beside, fields)
            first, setup, names, found = await self._ask(_answered(questions, tolerated=1))
            entries = _with_names(read_entries(game_id, 1, first), names)
            if not entries:
                return None
            return entries[0], _setup(setup), () if isinstance(found, Exception) else found

        def archived(game: "ArchivedGame") -> tuple[Entry, GameSetup, Sequence[bytes | None]]:
            kept = [game.beside.snapshots.get(field.encode()) for field in fields]
            return game.entries[0], _setup(game.beside.founding), kept

        found = await self._wherever(game_id, asked, archived)
        if found is None:
            raise UnknownGame(game_id)
        return found

    async def next_entries(self, game_id: str, after: int, wait_ms: int) -> list[Entry]:
        """What comes after a version, as soon as there is something; empty if nothing came."""
        streams = {log_key(game_id): f"{after}-0"}
        answer = await self._ask(self._redis.xread(streams, count=500, block=wait_ms))
        if not answer:
            return []
        stored = [(at, [*chain.from_iterable(fields.items())]) for at, fields in answer[0][1]]
        return read_entries(game_id, after + 1, stored)

    async def every_game(self) -> AsyncIterator[str]:
        """In the log or in the archive, each once; slow, too."""
        seen = set()
        async for game_id in self.games():
            seen.add(game_id)
            yield game_id
        if self._archive:
            async for game_id in self._archive.marked():
                if game_id not in seen:
                    yield game_id

    async def _wherever(
        self,
        game_id: str,
        asked: Callable[[], Awaitable[T | None]],
        archived: Callable[["ArchivedGame"], T],
        marked: Callable[[Mark], T] | None = None,
    ) -> T | None:
        """From the log, else from the archive, or from the mark alone; None if it is nowhere.

        A game that was found in the archive before is looked for there first.
        """
        is_here = False
        for _ in range(MOVES):
            if self._archive is None or not self._archive.is_open(game_id):
                found = await asked()
                if found is not None or self._archive is None or is_here:
                    return found
            where = await self._archive.where(game_id)
            is_here = where == "log"
            if where is None:
                return None
            if isinstance(where, Mark):
                if marked:
                    return marked(where)
                game = await self._archive.load(game_id, where)
                if game is not None:
                    return archived(game)
        raise StorageUnavailable(f"{game_id} moves all the time")

    async def _write(self, game_id: str, *command: Any, gone: int | None = None) -> Any:
        """What the server answers; `gone` is what it says if the game has no log there."""
        for _ in range(MOVES):
            answer = await self._ask(self._appends.send(log_key(game_id), *command))
            if answer != gone:
                return answer
            if not await self.move_back(game_id):
                raise UnknownGame(game_id)
        raise StorageUnavailable(f"{game_id} moves all the time")

    async def _write_whole(self, game_id: str, script: str, *written: Any) -> None:
        """VersionTaken if there is such a game, here or in the archive."""
        keys = (log_key(game_id), setup_key(game_id), names_key(game_id), archived_key(game_id))
        await self._ask(self._appends.send(keys[0], "EVAL", script, 4, *keys, *written))

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
        {
            name.removeprefix(INVITES): value.decode()
            for name, value in fields.items()
            if name.startswith(INVITES)
        },
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


def read_entries(game_id: str, first: int, stored: Any) -> list[Entry]:
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
