"""The games that a process keeps folded; whoever asks gets them as the log has them now."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager
from time import perf_counter
from typing import TypeVar
from weakref import WeakValueDictionary

from infra.game_log import GameLog
from infra.past_games import PastGames
from infra.snapshots import Snapshots
from replays.aggregate import Aggregate, DamagedLog
from replays.entry import Entry
from replays.position import Recall, take_back_targets

T = TypeVar("T")

LIVE_GAMES = 10_000
"""How many games a process keeps folded; 27 KiB each."""
LIVE_OWN_CATALOGS = 500
"""How many of them may have a catalog of their own, which no other game shares: 300 KiB each, and a
stranger can send larger ones."""


class Observer:
    """Told what `Games` does and how long it took. This one does nothing with it."""

    def folded(self, seconds: float) -> None:
        """A game was loaded and folded up to a version."""

    def appended(self, seconds: float) -> None:
        """What one request wrote is in the log, and folded."""

    def came_second(self) -> None:
        """Somebody else had written the version that was to be written."""

    def found_damaged(self, error: DamagedLog) -> None:
        """A log holds something that we did not write."""

    async def saw_scoring(self, log: GameLog, game_id: str, shift_end: int) -> None:
        """A shift that was over at this version is scored now."""


class LiveGames:
    def __init__(
        self, log: GameLog, snapshots: Snapshots, observer: Observer | None = None
    ) -> None:
        self.log = log
        self._observer = observer or Observer()
        self._past = PastGames(log, snapshots)
        self._live: OrderedDict[str, tuple[Aggregate, asyncio.Lock]] = OrderedDict()
        self._with_own_catalogs: OrderedDict[str, None] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def current(self, game_id: str) -> Aggregate:
        """The game as the log has it now. Only to be read, and not across an await."""
        async with self.held(game_id) as aggregate:
            return aggregate

    @asynccontextmanager
    async def held(self, game_id: str) -> AsyncIterator[Aggregate]:
        """The same, and nobody in this process writes to it until it is let go."""
        async with self._lock(game_id):
            aggregate = await self._cached(game_id)
            await self._catch_up(aggregate)
            yield aggregate

    async def at(self, game_id: str, version: int, *, to_act: bool = False) -> Aggregate:
        """A copy of the game as it was at a version; the caller's own, mostly only to look at."""
        return await self._folded(self._past.at(game_id, version, to_act=to_act))

    async def before(self, game_id: str, first: int, last: int) -> tuple[Aggregate, list[Entry]]:
        """The game before an entry, and the entries from that one on, which it can follow."""
        return await self._folded(self._past.before(game_id, first, last))

    async def _folded(self, folding: Awaitable[T]) -> T:
        begun = perf_counter()
        try:
            folded = await folding
        except DamagedLog as error:
            self._observer.found_damaged(error)
            raise
        self._observer.folded(perf_counter() - begun)
        return folded

    def forget(self, game_id: str) -> None:
        """Whatever this process believed of the game is in doubt; the log knows."""
        self._live.pop(game_id, None)
        self._with_own_catalogs.pop(game_id, None)

    async def _recall(
        self, aggregate: Aggregate, to_follow: Aggregate, versions: Iterable[int | None]
    ) -> None:
        """Have the states at hand that the game is taken back to, as far as they are in the log."""
        for version in versions:
            if version is not None and version <= aggregate.version:
                past = await self.at(aggregate.game_id, version)
                to_follow.recall.keep(version, past.state)

    async def _cached(self, game_id: str) -> Aggregate:
        kept = self._live.get(game_id)
        if kept:
            self._live.move_to_end(game_id)
            if game_id in self._with_own_catalogs:
                self._with_own_catalogs.move_to_end(game_id)
            return kept[0]
        aggregate = await self.at(game_id, await self.log.version(game_id), to_act=True)
        self._keep(aggregate)
        return aggregate

    async def _catch_up(self, aggregate: Aggregate) -> list[Entry]:
        """Fold what others have written, and return it."""
        before, is_waiting = aggregate.version, aggregate.state.phase == "scoring"
        try:
            entries = await self.log.read(aggregate.game_id, aggregate.version + 1)
            targets = take_back_targets(entries).values()
            aggregate.recall = Recall(targets)
            await self._recall(aggregate, aggregate, targets)
            for entry in entries:
                aggregate.follow(entry)
            aggregate.recall = Recall()
        except BaseException as error:
            self.forget(aggregate.game_id)
            if isinstance(error, DamagedLog):
                self._observer.found_damaged(error)
            raise
        if entries and is_waiting:
            await self._observer.saw_scoring(self.log, aggregate.game_id, before)
        return entries

    def _keep(self, aggregate: Aggregate) -> None:
        game_id = aggregate.game_id
        self._live[game_id] = (aggregate, self._lock(game_id))
        if aggregate.game.catalogs.find(aggregate.catalog.digest) is None:
            self._with_own_catalogs[game_id] = None
        for kept, most in (
            (self._with_own_catalogs, LIVE_OWN_CATALOGS),
            (self._live, LIVE_GAMES),
        ):
            while len(kept) > most:
                self.forget(next(iter(kept)))

    def _lock(self, game_id: str) -> asyncio.Lock:
        """One writer per game in this process; other processes are kept apart by XADD.

        There is one as long as somebody needs it, and no second one at the same time.
        """
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock
