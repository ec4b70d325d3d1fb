"""Those who watch games or events live: one reader task per log and process feeds its viewers.

A viewer first joins, then reads from the log what it misses, then takes what it is told: so nothing
falls in between, and what comes twice is known by its version. A viewer who is too slow for what
it is told is told no more, reads the log itself again, and holds up nobody else. Whoever watches
with a seat's token or an arbiter's key is told nothing that was written after that ended.
"""

import asyncio
from collections.abc import AsyncGenerator, Collection
from contextlib import suppress
from time import monotonic
from typing import Protocol

import structlog
from msgspec import Struct

from domain.kernel.decider import AnyGame
from domain.kernel.texts import Language
from infra.game_log import StorageUnavailable, UnknownGame
from infra.tournament_log import UnknownTournament
from replays.aggregate import DamagedLog
from replays.entry import Entry
from services.api.holders import AnyHolder
from services.api.live_frames import SharedFrames
from services.api.metrics import VIEWERS
from services.api.reading import Reader
from services.api.telling import Entries, FramesTold, Notice, Telling
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


class Standing(Protocol):
    """How far a log has come."""

    @property
    def version(self) -> int: ...

    @property
    def over(self) -> bool:
        """Whether it has ended; what comes afterwards is told, too."""


class ReadsOn(Protocol):
    async def next_entries(self, stream: str, after: int, wait_ms: int, /) -> list[Entry]: ...


class Watchable(Protocol):
    """Logs that grow: those of games, or of tournaments."""

    @property
    def log(self) -> ReadsOn: ...

    async def current(self, stream: str, /) -> Standing: ...


class FindsFormer(Protocol):
    async def former(self, stream: str, holders: Collection[AnyHolder], /) -> set[AnyHolder]:
        """Those of them who hold nothing any more, as the server has it now."""


class NoHolders:
    """Where everybody is told the same, nobody is dismissed."""

    async def former(self, _stream: str, _holders: Collection[AnyHolder], /) -> set[AnyHolder]:
        return set()


class Viewer:
    def __init__(self, telling: Telling, sent: int, holder: AnyHolder | None = None) -> None:
        self.telling, self.sent, self.holder = telling, sent, holder
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
                told = await self._told(notice)
                if told is None:
                    return
                self.sent = notice.version
                yield told
            if notice.last:
                yield END

    async def _told(self, notice: Notice) -> bytes | None:
        with suppress(StorageUnavailable):
            return await self.telling.live(notice)
        return None


class LogViewers:
    """All viewers of one log, and the task that reads for them as long as there are any."""

    def __init__(self, logs: Watchable, holders: FindsFormer, stream: str, after: int) -> None:
        self._logs, self._holders = logs, holders
        self._stream, self._after = stream, after
        self.viewers: set[Viewer] = set()
        self._last_told = monotonic()
        self.task = asyncio.create_task(self._read(), name=f"watched {stream}")

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
        except (DamagedLog, UnknownGame, UnknownTournament) as error:
            log.error("a stream ends", log=self._stream, reason=type(error).__name__)
        except Exception:
            log.exception("a stream ends", log=self._stream)
        finally:
            self.end()

    async def _read_on(self) -> None:
        wait = round(1000 * min(BLOCK, HEARTBEAT))
        entries = await self._logs.log.next_entries(self._stream, self._after, wait)
        if not entries:
            return
        standing = await self._logs.current(self._stream)
        await self._dismiss_former()
        for entry in entries:
            self._after += 1
            last = standing.over and self._after == standing.version
            self._tell(Notice(self._after, entry, last))

    def end(self) -> None:
        for viewer in self.viewers:
            viewer.tell(None)

    async def _dismiss_former(self) -> None:
        """Those whose token or key has ended; asked after what they would be told is read."""
        holders = {viewer.holder for viewer in self.viewers if viewer.holder}
        former = await self._holders.former(self._stream, holders)
        for viewer in self.viewers:
            if viewer.holder in former:
                viewer.dismiss()

    def _tell(self, notice: Notice | Beat) -> None:
        self._last_told = monotonic()
        for viewer in self.viewers:
            viewer.tell(notice)


class Viewers:
    def __init__(self, logs: Watchable, holders: FindsFormer) -> None:
        self._logs, self._holders = logs, holders
        self._watched: dict[str, LogViewers] = {}
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
        stream: str,
        telling: Telling,
        after: int,
        version: int,
        holder: AnyHolder | None = None,
    ) -> AsyncGenerator[bytes, None]:
        """Server-sent events from the one after `after` to the end of the log.

        `version` is one that the log has reached: earlier entries are in the log for sure.
        """
        viewer = Viewer(telling, after, holder)
        watched = self._join(stream, version, viewer)
        try:
            yield ALIVE
            while not (self._ended or viewer.dismissed or watched.task.done()):
                # First of all, so that nothing it is told while it reads gets lost.
                viewer.behind = False
                async for event in self._events(stream, viewer):
                    yield event
                    if event is END:
                        return
        finally:
            self._leave(stream, watched, viewer)

    async def _events(self, stream: str, viewer: Viewer) -> AsyncGenerator[bytes, None]:
        async for event in self._read_log(stream, viewer):
            yield event
        async for event in viewer.follow():
            yield event

    async def _read_log(self, stream: str, viewer: Viewer) -> AsyncGenerator[bytes, None]:
        """What the viewer misses, up to the version that the log has now."""
        aggregate = await self._patiently(stream)
        over, version = aggregate.over, aggregate.version
        while viewer.sent < version:
            first, last = viewer.sent + 1, min(viewer.sent + CHUNK, version)
            try:
                events = await viewer.telling.past(first, last)
                if viewer.holder and await self._holders.former(stream, [viewer.holder]):
                    viewer.dismiss()
                    return
            except StorageUnavailable:
                await asyncio.sleep(PAUSE)
                continue
            viewer.sent += len(events)
            yield b"".join(events)
        if over:
            yield END

    async def _patiently(self, stream: str) -> Standing:
        while True:
            with suppress(StorageUnavailable):
                return await self._logs.current(stream)
            await asyncio.sleep(PAUSE)

    def _join(self, stream: str, version: int, viewer: Viewer) -> LogViewers:
        watched = self._watched.get(stream)
        if watched is None or watched.task.done():
            watched = LogViewers(self._logs, self._holders, stream, version)
            self._watched[stream] = watched
        watched.viewers.add(viewer)
        VIEWERS.inc()
        return watched

    def _leave(self, stream: str, watched: LogViewers, viewer: Viewer) -> None:
        VIEWERS.dec()
        watched.viewers.discard(viewer)
        if not watched.viewers:
            watched.task.cancel()
            if self._watched.get(stream) is watched:
                del self._watched[stream]


class GameViewers(Viewers):
    """Of games: each is told what it may see, as entries or as frames."""

    def __init__(self, games: Games, holders: FindsFormer) -> None:
        super().__init__(games, holders)
        self._log = games.log
        self._frames = SharedFrames(games)

    def entries(self, game_id: str, game: AnyGame, reader: Reader) -> Telling:
        return Entries(self._log, game_id, game, reader)

    def frames(self, game_id: str, reader: Reader, language: Language) -> Telling:
        return FramesTold(self._frames.of_game(game_id, reader, language))
