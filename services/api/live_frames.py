"""Frames for those who watch live: made once for all who see the same in the same language.

The game is kept as it is after the last entry, so the next one is folded once. What somebody else
has missed is made from the log, and the last of it is remembered: who comes back after a lost
connection is mostly not the only one.
"""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from msgspec import UNSET, Struct

from domain.kernel.texts import Language
from replays.aggregate import Aggregate
from replays.entry import Entry
from replays.position import take_back_targets
from services.api.frames import Frame, Showing, entry_frames
from services.api.reading import Reader, seen_line
from services.api.scored_now import EntryScored, Foresight
from services.api.table_summaries import ClockSummary, TableSummary, clock_summary, table_summary
from services.games import Games
from services.remembered import Remembered

KEPT = 16
"""Entries, for who is a little behind: 5 KiB each."""
LONG_ANSWERS = 2
"""So many who have missed something are served at the same time."""

Watched = tuple[str, Reader, Language]


class EntryFrames(Struct):
    """What a stream tells of one entry."""

    version: int
    """Of the entry."""
    at: str
    """When it was written."""
    frames: list[Frame]
    """One per event, in order."""
    clock: ClockSummary | None
    """After the entry, as in `GET /games/{id}`: how much time the players have."""
    table: TableSummary
    """After the entry, as in `GET /games/{id}`: what stands around the board."""
    scored: EntryScored
    """After the entry, as in `/scored-now`: what the players would have if it were scored now."""


class Made(Struct, frozen=True):
    """An entry as it is sent."""

    first: bytes
    """With the whole view in its first frame, for whoever was sent nothing before."""
    next: bytes
    """With patches only, for whoever was sent the entry before."""


class LiveFrames:
    """Of one game, as one reader sees it, in one language."""

    def __init__(
        self, games: Games, game_id: str, showing: Showing, long_answers: asyncio.Semaphore
    ) -> None:
        self._games, self._game_id, self._showing = games, game_id, showing
        self._long_answers = long_answers
        self._made: Remembered[int, Made] = Remembered(KEPT)
        self._making: dict[int, asyncio.Task[Made]] = {}
        self._newest: Newest | None = None
        self._reached, self._is_named = 0, True
        self._turn, self._past_turn = asyncio.Lock(), asyncio.Lock()

    async def of_entry(self, version: int, entry: Entry) -> Made | None:
        """Of an entry that has just come; None if it is gone by, and has to be read again."""
        made = self._made.get(version)
        if made or version <= self._reached:
            return made
        task = self._making.get(version)
        if task is None:
            task = self._making[version] = asyncio.create_task(self._make(version, entry))
            task.add_done_callback(lambda task: self._is_made(version, task))
        # Whoever leaves must not take it from the others.
        return await asyncio.shield(task)

    async def of_past(self, first: int, last: int) -> list[Made]:
        """Of entries that the log has, beginning with the first one; at least that."""
        async with self._past_turn:
            await self._forget_erased_names()
            known = list(self._remembered(first, last))
            if known:
                return known
            async with self._long_answers:
                # One earlier: its view is what the first of them changes.
                past, entries = await self._games.before(self._game_id, max(1, first - 1), last)
                made = await _in_a_thread(past, entries, self._showing)
        for version, one in enumerate(made[-KEPT:], last + 1 - len(made[-KEPT:])):
            self._made.keep(version, one)
        return made[first > 1 :]

    async def _forget_erased_names(self) -> None:
        is_named = bool((await self._games.current(self._game_id)).first_names)
        if self._is_named and not is_named:
            self._made.clear()
        self._is_named = is_named

    def _remembered(self, first: int, last: int) -> Iterator[Made]:
        for version in range(first, last + 1):
            made = self._made.get(version)
            if made is None:
                return
            yield made

    async def _make(self, version: int, entry: Entry) -> Made:
        async with self._turn:
            newest = self._newest
            self._newest = None
            # What a take-back goes back to is not at hand here.
            if newest is None or newest.past.version != version - 1 or take_back_targets([entry]):
                newest = await self._reach(version - 1)
            made = await asyncio.to_thread(newest.follow, entry, self._showing)
            self._newest, self._reached = newest, version
        return self._made.keep(version, made)

    def _is_made(self, version: int, task: asyncio.Task[Made]) -> None:
        del self._making[version]
        if not task.cancelled():
            task.exception()  # told to those who wait, if anybody still does

    async def _reach(self, version: int) -> "Newest":
        past, entries = await self._games.before(self._game_id, version, version + 1)
        newest = Newest(past)
        await asyncio.to_thread(newest.follow, entries[0], self._showing)
        return newest


class Newest:
    """A game, and what was shown of it last, which the next frames change."""

    def __init__(self, past: Aggregate) -> None:
        self.past = past
        self._view: dict[str, Any] | None = None
        self._foresight = Foresight()

    def follow(self, entry: Entry, showing: Showing) -> Made:
        frames: list[Frame] = []
        whole: dict[str, Any] = {}
        for frame, view in entry_frames(self.past, entry, showing, self._view):
            frames.append(frame)
            whole = whole or view
            self._view = view
        clock, table = clock_summary(self.past), table_summary(self.past)
        line = seen_line(self.past.game, entry, showing.reader)
        scored = self._foresight.after(self.past, line, showing)
        told = EntryFrames(self.past.version, line.at, frames, clock, table, scored)
        first = msgspec.structs.replace(frames[0], view=whole, patch=UNSET)
        standing = msgspec.structs.replace(scored, scored=self._foresight.now, patch=UNSET)
        begun = msgspec.structs.replace(told, frames=[first, *frames[1:]], scored=standing)
        return Made(as_event(begun), as_event(told))


def as_event(told: EntryFrames) -> bytes:
    return b"id: %d\nevent: frames\ndata: %b\n\n" % (told.version, msgspec.json.encode(told))


async def _in_a_thread(past: Aggregate, entries: Sequence[Entry], showing: Showing) -> list[Made]:
    """Nor does it go on for nobody."""
    given_up = threading.Event()
    newest = Newest(past)

    def follow_all() -> list[Made]:
        return [newest.follow(entry, showing) for entry in entries if not given_up.is_set()]

    try:
        return await asyncio.to_thread(follow_all)
    finally:
        given_up.set()


class SharedFrames:
    """All that are watched in this process, each as long as somebody does."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._long_answers = asyncio.Semaphore(LONG_ANSWERS)
        self._shared: WeakValueDictionary[Watched, LiveFrames] = WeakValueDictionary()

    def of_game(self, game_id: str, reader: Reader, language: Language) -> LiveFrames:
        key = (game_id, reader, language)
        frames = self._shared.get(key)
        if frames is None:
            showing = Showing(reader, language)
            frames = LiveFrames(self._games, game_id, showing, self._long_answers)
            self._shared[key] = frames
        return frames
