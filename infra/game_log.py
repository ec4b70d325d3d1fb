"""The log in Redis: one stream per game, one entry per version, and nothing else is the truth.

`XADD` with the version as explicit id is the optimistic lock: Redis itself refuses a stale writer.
A finished game may be in the archive instead: `whereabouts` looks for it there.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from itertools import chain
from typing import Any

from redis.asyncio import RedisCluster
from redis.exceptions import RedisError

from infra.access import FIELDS, Access, Holder, TokenEnded, read_access, script_arguments
from infra.appends import Appends
from infra.archive_file import ArchivedGame
from infra.archived_games import ArchivedGames
from infra.connections import AnyRedis
from infra.game_keys import archived_key, log_key, names_key, room_key, setup_key
from infra.game_setup import REQUEST, GameSetup, Imported, read_setup, written_setup
from infra.kept_proof import KEEP_PROOF, read_proof
from infra.log_errors import StorageUnavailable, UnknownGame, VersionTaken, ask
from infra.log_scripts import (
    APPEND_ALL,
    APPEND_FOR,
    BEGIN,
    CREATE,
    ERASE_NAMES,
    HAND_OVER,
    READ_ON,
    RESTORE,
)
from infra.stored_entries import entry_fields, names_apart, read_entries, with_names
from infra.whereabouts import Whereabouts
from replays.entry import Entry

__all__ = [
    "GameLog",
    "GameSetup",
    "Imported",
    "StorageUnavailable",
    "UnknownGame",
    "VersionTaken",
    "archived_key",
    "log_key",
    "names_key",
    "read_entries",
    "room_key",
    "setup_key",
]
"""What goes in and out of the log, too, for whoever uses it."""


class GameLog:
    def __init__(
        self,
        redis: AnyRedis,
        *,
        replicas: int = 0,
        wait_ms: int = 1000,
        archive: ArchivedGames | None = None,
    ) -> None:
        """An append is acknowledged only when so many replicas have it too."""
        self._redis: Any = redis
        self._redis.set_response_callback("XRANGE", _as_it_came)
        self._appends = Appends(redis, replicas, wait_ms)
        self._questions = Appends(redis, replicas=0, wait_ms=0)
        self._replicas = replicas
        self._whereabouts = Whereabouts(archive)
        # redis-py's transactions in a cluster fail when a node dies: there a game that moves in
        # the middle of a question may be seen without its names, once.
        self._at_one_moment = not isinstance(redis, RedisCluster)

    async def create(self, game_id: str, entry: Entry, setup: GameSetup) -> None:
        """Tokens and entry 1 together or not at all."""
        kept, names = names_apart(entry)
        written = (entry.line, b"\n".join(kept), names, *written_setup(setup))
        await self._write_whole(game_id, CREATE, *written)

    async def begin(self, game_id: str, entry: Entry) -> bool:
        """Entry 1 in place of the room; False if there is no room any more."""
        kept, names = names_apart(entry)
        keys = (log_key(game_id), setup_key(game_id), names_key(game_id), room_key(game_id))
        written = (entry.line, b"\n".join(kept), names)
        return bool(await ask(self._appends.send(keys[0], "EVAL", BEGIN, 4, *keys, *written)))

    async def restore(self, game_id: str, entries: Sequence[Entry], setup: GameSetup) -> None:
        """A log that was written before, as a whole; VersionTaken if the game is here."""
        kept, names = names_apart(entries[0])
        written: list[Any] = [names, len(entries), entries[0].line, b"\n".join(kept)]
        for entry in entries[1:]:
            written += [entry.line, b"\n".join(entry.seals)]
        await self._write_whole(game_id, RESTORE, *written, *written_setup(setup))

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
            stored = await ask(self._questions.send(key, "HMGET", key, *FIELDS))
            return read_access(stored) if any(stored) else None

        def archived(game: ArchivedGame) -> Access:
            founding = game.beside.founding
            return read_access([founding.get(field.encode()) for field in FIELDS])

        return await self._whereabouts.read(game_id, asked, archived) or Access({})

    async def check(self, game_id: str, holder: Holder) -> None:
        """TokenEnded if somebody else holds the seat by now."""
        if not (await self.access(game_id)).holds(holder):
            raise TokenEnded(game_id)

    async def hand_over(self, game_id: str, holder: Holder) -> None:
        """From now on the seat is held by this token alone."""
        keys = (log_key(game_id), setup_key(game_id))
        given = (holder.field, holder.digest)
        await self._write(game_id, "EVAL", HAND_OVER, 2, *keys, *given, gone=0)

    async def keep_proof(self, game_id: str, version: int, text: str) -> str | None:
        """The proof of this version that is kept from now on; None if a later one is, or if the
        game has moved to the archive."""
        keys = (log_key(game_id), setup_key(game_id))
        command = ("EVAL", KEEP_PROOF, 2, *keys, version, text)
        kept = read_proof(await ask(self._appends.send(keys[0], *command)))
        return kept.text if kept and kept.version == version else None

    async def erase_names(
        self, game_id: str, version: int, entry: Entry, derived: Sequence[str]
    ) -> None:
        """And whatever was derived from them, by its keys; a digest of the request, too.

        A file in the archive goes first: once the names are erased here nobody asks for it again.
        """
        keys = (log_key(game_id), setup_key(game_id), names_key(game_id), *derived)
        arguments = (len(keys), *keys, version, entry.line, REQUEST)
        async with self._whereabouts.without_file(game_id):
            await self._write(game_id, "EVAL", ERASE_NAMES, *arguments, gone=0)

    async def move_back(self, game_id: str) -> bool:
        """From the archive, if it is there; False if there is no such game."""
        return await self._whereabouts.move_back(game_id)

    async def read(self, game_id: str, first: int = 1, last: int | None = None) -> list[Entry]:
        async def asked() -> list[Entry] | None:
            return await self._read(game_id, first, last)

        def archived(game: ArchivedGame) -> list[Entry]:
            return game.entries[first - 1 : last]

        return await self._whereabouts.read(game_id, asked, archived) or []

    async def _read(self, game_id: str, first: int, last: int | None) -> list[Entry] | None:
        key, until = log_key(game_id), "+" if last is None else f"{last}-0"
        if first > 1 and last is None:
            command = ("EVAL", READ_ON, 1, key, f"{first}-0")
            stored = await ask(self._questions.send(key, *command))
            return None if stored is None else read_entries(game_id, first, stored)
        if first > 1:
            stored = await ask(self._redis.xrange(key, f"{first}-0", until))
            return read_entries(game_id, first, stored) or None
        # At one moment: names that are not there were erased, and have not moved meanwhile.
        questions = self._redis.pipeline(transaction=self._at_one_moment)
        questions.xrange(key, "1-0", until).get(names_key(game_id))
        stored, names = await ask(_answered(questions))
        return with_names(read_entries(game_id, 1, stored), names) or None

    async def lines(self, game_id: str, first: int, last: int) -> list[bytes]:
        """The public lines alone, as bytes to be sent on."""
        key = log_key(game_id)

        async def asked() -> list[bytes] | None:
            stored = await ask(self._redis.xrange(key, f"{first}-0", f"{last}-0"))
            found = [entry_fields(game_id, *numbered)[1] for numbered in enumerate(stored, first)]
            return found or None

        def archived(game: ArchivedGame) -> list[bytes]:
            return [entry.line for entry in game.entries[first - 1 : last]]

        return await self._whereabouts.read(game_id, asked, archived) or []

    async def version(self, game_id: str) -> int:
        async def asked() -> int | None:
            stored = await ask(self._redis.xrevrange(log_key(game_id), count=1))
            return int(stored[0][0].partition(b"-")[0]) if stored else None

        version = await self._version(game_id, asked)
        if not version:
            raise UnknownGame(game_id)
        return version

    async def length(self, game_id: str) -> int:
        """The version, of a game that is known to be there: cheaper to ask for."""
        key = log_key(game_id)

        async def asked() -> int | None:
            return int(await ask(self._questions.send(key, "XLEN", key))) or None

        return await self._version(game_id, asked) or 0

    async def _version(
        self, game_id: str, asked: Callable[[], Awaitable[int | None]]
    ) -> int | None:
        return await self._whereabouts.read(
            game_id, asked, lambda game: game.version, lambda mark: mark.version
        )

    async def setup(self, game_id: str) -> GameSetup:
        async def asked() -> GameSetup | None:
            stored = await ask(self._redis.hgetall(setup_key(game_id)))
            return read_setup(stored) if stored else None

        def archived(game: ArchivedGame) -> GameSetup:
            return read_setup(game.beside.founding)

        return await self._whereabouts.read(game_id, asked, archived) or read_setup({})

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
            first, setup, names, found = await ask(_answered(questions, tolerated=1))
            entries = with_names(read_entries(game_id, 1, first), names)
            if not entries:
                return None
            return entries[0], read_setup(setup), () if isinstance(found, Exception) else found

        def archived(game: ArchivedGame) -> tuple[Entry, GameSetup, Sequence[bytes | None]]:
            kept = [game.beside.snapshots.get(field.encode()) for field in fields]
            return game.entries[0], read_setup(game.beside.founding), kept

        found = await self._whereabouts.read(game_id, asked, archived)
        if found is None:
            raise UnknownGame(game_id)
        return found

    async def next_entries(self, game_id: str, after: int, wait_ms: int) -> list[Entry]:
        """What comes after a version, as soon as there is something; empty if nothing came."""
        streams = {log_key(game_id): f"{after}-0"}
        answer = await ask(self._redis.xread(streams, count=500, block=wait_ms))
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
        async for game_id in self._whereabouts.marked():
            if game_id not in seen:
                yield game_id

    async def _write(self, game_id: str, *command: Any, gone: int | None = None) -> Any:
        """What the server answers; `gone` is what it says if the game has no log there."""

        async def asked() -> Any:
            return await ask(self._appends.send(log_key(game_id), *command))

        return await self._whereabouts.write(game_id, asked, gone)

    async def _write_whole(self, game_id: str, script: str, *written: Any) -> None:
        """VersionTaken if there is such a game, here or in the archive."""
        keys = (log_key(game_id), setup_key(game_id), names_key(game_id), archived_key(game_id))
        await ask(self._appends.send(keys[0], "EVAL", script, 4, *keys, *written))

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
            await ask(self._appends.send(key, "SET", key, "", "PX", 1))


async def _answered(questions: Any, tolerated: int = 0) -> Any:
    """So many of the last answers may be errors."""
    answers = await questions.execute(raise_on_error=False)
    for answer in answers[: len(answers) - tolerated]:
        if isinstance(answer, Exception):
            raise answer
    return answers


def _as_it_came(response: Any, **_: Any) -> Any:
    """redis-py would make a dict of every entry."""
    return response
