"""Those who watch games live: one reader task a game and process feeds all its viewers.

A viewer first joins, then reads from the log what it misses, then takes what it is told: so nothing
falls in between, and what comes twice is known by its version. A viewer who is too slow for what
it is told is told no more, reads the log itself again, and holds up nobody else. Whoever watches
with a seat's token is told nothing that was written after the seat got another one.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from time import monotonic

import structlog
from msgspec import Struct, field

from domain.kernel.decider import AnyGame
from infra.access import Holder, TokenEnded
from infra.game_log import StorageUnavailable, UnknownGame
from replays.aggregate import Aggregate, DamagedLog
from replays.entry import Entry
from services.api.metrics import VIEWERS
from services.api.reading import Reader, seen_bytes
from services.games import Games

log = structlog.get_logger()

HEARTBEAT = 15.0
BACKLOG = 64
"""How many entries a viewer may be behind before it has to read the log itself."""
CHUNK = 100
BLOCK = 2.0
"""Seconds; less than the timeout of a connection, which would else take waiting for a dead server.
"""
PAUSE = 0.25
"""Seconds before a server that is gone is asked again."""
ALIVE = b": alive\n\n"
END = b"event: end\ndata: {}\n\n"


class Beat(Struct, frozen=True):
    """Nothing has come for a while, but somebody is still there."""


class Notice(Struct):
    """An entry on its way to the viewers; its bytes are made once for all who see the same."""

    game: AnyGame
    version: int
    entry: Entry
    last: bool
    _encoded: dict[Reader, bytes] = field(default_factory=dict)

    def bytes_for(self, reader: Reader) -> bytes:
        encoded = self._encoded.get(reader)
        if encoded is None:
            encoded = as_event(self.game, self.version, self.entry, reader)
            self._encoded[reader] = encoded
        return encoded


def as_event(game: AnyGame, version: int, entry: Entry, reader: Reader) -> bytes:
    body = seen_bytes(game, entry, reader)
    return b"id: %d\nevent: entry\ndata: %b\n\n" % (version, body)


class Viewer:
    def __init__(self, reader: Reader, sent: int, holder: Holder | None = None) -> None:
        self.reader, self.sent, self.holder = reader, sent, holder
        self.behind = False
        self.dismissed = False
        self._notices: asyncio.Queue[Notice | Beat | None] = asyncio.Queue(BACKLOG)

    def tell(self, notice: Notice | Beat | None) -> None:
        """None: there will be nothing more."""
        if self._notices.full():
            self.behind = True
            while not self._notices.empty():
                self._notices.get_nowait()
        if notice is None or not self.behind:
            self._notices.put_nowait(notice)

    def dismiss(self) -> None:
        self.dismissed = True
        self.tell(None)

    async def follow(self) -> AsyncGenerator[bytes, None]:
        """What the viewer is told, until it is behind."""
        while not self.behind:
            notice = await self._notices.get()
            if isinstance(notice, Beat):
                yield ALIVE
                continue
            if self.dismissed or notice is None or notice.version > self.sent + 1:
                return
            if notice.version == self.sent + 1:
                self.sent = notice.version
                yield notice.bytes_for(self.reader)
            if notice.last:
                yield END


class GameViewers:
    """All viewers of one game, and the task that reads for them as long as there are any."""

    def __init__(self, games: Games, game_id: str, after: int) -> None:
        self._games, self._game_id, self._after = games, game_id, after
        self.viewers: set[Viewer] = set()
        self._last_told = monotonic()
        self.task = asyncio.create_task(self._read(), name=f"watched {game_id}")

    async def _read(self) -> None:
        try:
            # Not for ever: redis-py swallows a cancellation that comes while it connects.
            while self.viewers:
                try:
                    await self._read_on()
                    # One clock for all: a timer for each viewer cost a seventh of its time.
                    if monotonic() - self._last_told >= HEARTBEAT:
                        await self._dismiss_former()
                        self._tell(Beat())
                except StorageUnavailable:
                    await asyncio.sleep(PAUSE)
        except (DamagedLog, UnknownGame) as error:
            log.error("a stream ends", game=self._game_id, reason=type(error).__name__)
        except Exception:
            log.exception("a stream ends", game=self._game_id)
        finally:
            self.end()

    async def _read_on(self) -> None:
        wait = round(1000 * min(BLOCK, HEARTBEAT))
        entries = await self._games.log.next_entries(self._game_id, self._after, wait)
        if not entries:
            return
        aggregate = await self._games.current(self._game_id)
        await self._dismiss_former()
        for entry in entries:
            self._after += 1
            last = aggregate.over and self._after == aggregate.version
            self._tell(Notice(aggregate.game, self._after, entry, last))

    def end(self) -> None:
        for viewer in self.viewers:
            viewer.tell(None)

    async def _dismiss_former(self) -> None:
        """Those whose seat has another token now; asked after what they would be told is read."""
        if any(viewer.holder for viewer in self.viewers):
            access = await self._games.log.access(self._game_id)
            for viewer in self.viewers:
                if viewer.holder and not access.holds(viewer.holder):
                    viewer.dismiss()

    def _tell(self, notice: Notice | Beat) -> None:
        self._last_told = monotonic()
        for viewer in self.viewers:
            viewer.tell(notice)


class Viewers:
    def __init__(self, games: Games) -> None:
        self._games = games
        self._watched: dict[str, GameViewers] = {}
        self._ended = False

    def end(self) -> None:
        """All streams, at once; whoever watches can go on elsewhere, or later."""
        self._ended = True
        for watched in self._watched.values():
            watched.end()

    async def close(self) -> None:
        for watched in list(self._watched.values()):
            watched.viewers.clear()
            watched.task.cancel()
            with suppress(asyncio.CancelledError):
                await watched.task

    async def watch(
        self,
        game_id: str,
        reader: Reader,
        after: int,
        version: int,
        holder: Holder | None = None,
    ) -> AsyncGenerator[bytes, None]:
        """Server-sent events from the one after `after` to the end of the game.

        `version` is one that the game has reached: earlier entries are in the log for sure.
        """
        viewer = Viewer(reader, after, holder)
        watched = self._join(game_id, version, viewer)
        try:
            yield ALIVE
            while not (self._ended or viewer.dismissed or watched.task.done()):
                # First of all, so that nothing it is told while it reads gets lost.
                viewer.behind = False
                async for event in self._events(game_id, viewer):
                    yield event
                    if event is END:
                        return
        finally:
            self._leave(game_id, watched, viewer)

    async def _events(self, game_id: str, viewer: Viewer) -> AsyncGenerator[bytes, None]:
        async for event in self._read_log(game_id, viewer):
            yield event
        async for event in viewer.follow():
            yield event

    async def _read_log(self, game_id: str, viewer: Viewer) -> AsyncGenerator[bytes, None]:
        """What the viewer misses, up to the version that the game has now."""
        aggregate = await self._patiently(game_id)
        game, over, version = aggregate.game, aggregate.over, aggregate.version
        while viewer.sent < version:
            first, last = viewer.sent + 1, min(viewer.sent + CHUNK, version)
            try:
                entries = await self._games.log.read(game_id, first, last)
                if viewer.holder:
                    await self._games.log.check(game_id, viewer.holder)
            except StorageUnavailable:
                await asyncio.sleep(PAUSE)
                continue
            except TokenEnded:
                viewer.dismiss()
                return
            viewer.sent += len(entries)
            events = (as_event(game, v, e, viewer.reader) for v, e in enumerate(entries, first))
            yield b"".join(events)
        if over:
            yield END

    async def _patiently(self, game_id: str) -> Aggregate:
        while True:
            with suppress(StorageUnavailable):
                return await self._games.current(game_id)
            await asyncio.sleep(PAUSE)

    def _join(self, game_id: str, version: int, viewer: Viewer) -> GameViewers:
        watched = self._watched.get(game_id)
        if watched is None or watched.task.done():
            watched = self._watched[game_id] = GameViewers(self._games, game_id, version)
        watched.viewers.add(viewer)
        VIEWERS.inc()
        return watched

    def _leave(self, game_id: str, watched: GameViewers, viewer: Viewer) -> None:
        VIEWERS.dec()
        watched.viewers.discard(viewer)
        if not watched.viewers:
            watched.task.cancel()
            if self._watched.get(game_id) is watched:
                del self._watched[game_id]
