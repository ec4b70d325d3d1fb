"""The games of this process: load, decide, append; the same for the API and for the workers."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from weakref import WeakValueDictionary

from msgspec import Struct

from domain.kernel.actions import By, CreateGame, OptionValue, SeatSetup, Settle
from domain.kernel.catalog import Catalog
from domain.kernel.decider import AnyGame
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact, Seat
from domain.kernel.versions import rules_name
from infra.clock import now
from infra.game_log import Founding, GameLog, VersionTaken
from infra.past_games import PastGames
from infra.snapshots import Snapshots, is_due
from replays.aggregate import Aggregate, Decision
from replays.entry import Entry, read_entry
from services.tokens import digest_of, new_token

LIVE_GAMES = 10_000
"""How many games a process keeps folded; 27 KiB each."""
TRIES = 50
"""How often an action is decided again because somebody else was faster."""

AfterAppend = Callable[[Aggregate, str | None], None]
"""Told of the game after an append, and of its phase before."""


class StaleVersion(Exception):
    """The caller expected another version than the game has."""

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(f"expected version {expected}, but the game is at {current}")
        self.expected, self.current = expected, current


class KeyReused(Exception):
    """The idempotency key was used before, for something else."""


class Created(Struct, frozen=True):
    aggregate: Aggregate
    entry: Entry
    tokens: tuple[str, ...]


class Written(Struct, frozen=True):
    entries: list[Entry]
    version: int
    """Of the last of them."""


class Games:
    def __init__(
        self, log: GameLog, snapshots: Snapshots, after_append: AfterAppend | None = None
    ) -> None:
        self.log, self._snapshots, self._after_append = log, snapshots, after_append
        self._past = PastGames(log, snapshots)
        self._live: OrderedDict[str, tuple[Aggregate, asyncio.Lock]] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def create(
        self,
        game: AnyGame,
        seats: Sequence[SeatSetup],
        edition: str | None = None,
        options: dict[str, OptionValue] | None = None,
        catalog: Catalog | None = None,
        own_catalog: bytes = b"",
        rules: str | None = None,
    ) -> Created:
        game_id = secrets.token_urlsafe(9)
        named = rules or rules_name(game.name, game.newest_rules)
        action = CreateGame(game_id, game.name, tuple(seats), edition, options or {}, named)
        secret = secrets.token_bytes(32)
        aggregate, decision = Aggregate.found(game, action, catalog or game.catalog, secret, now())
        tokens = tuple(new_token() for _ in seats)
        access = {str(seat): digest_of(token) for seat, token in enumerate(tokens)}
        await self._found(game_id, decision.entry, Founding(access, own_catalog))
        aggregate.apply(decision)
        self._keep(aggregate)
        self._appended(aggregate, None)
        return Created(aggregate, decision.entry, tokens)

    async def _found(self, game_id: str, entry: Entry, founding: Founding) -> None:
        try:
            await self.log.create(game_id, entry, founding)
        except VersionTaken:
            # Ids are random: it is ours, its answer was lost, and redis-py has sent it again.
            if await self.log.read(game_id, 1, 1) != [entry]:
                raise

    async def current(self, game_id: str) -> Aggregate:
        """The game as the log has it now. Only to be read, and not across an await."""
        async with self._lock(game_id):
            aggregate = await self._cached(game_id)
            await self._catch_up(aggregate)
            return aggregate

    async def at(self, game_id: str, version: int, *, to_act: bool = False) -> Aggregate:
        """A copy of the game as it was at a version; the caller's own, mostly only to look at."""
        return await self._past.at(game_id, version, to_act=to_act)

    async def act(
        self,
        game_id: str,
        seat: Seat,
        actions: Sequence[Fact],
        expected: int | None = None,
        key: str | None = None,
    ) -> Written:
        """Append all the actions or none; a retry with the same key gets what it wrote before."""
        async with self._lock(game_id):
            aggregate = await self._cached(game_id)
            for _ in range(TRIES):
                if key is not None and (seat, key) in aggregate.keys:
                    return await self._written_before(aggregate, seat, key, actions)
                try:
                    decisions = self._decide(aggregate, seat, actions, expected, key)
                except (RuleViolation, StaleVersion):
                    # A refusal on an old state proves nothing.
                    if not await self._catch_up(aggregate):
                        raise
                    continue
                if await self._append(aggregate, decisions):
                    entries = [decision.entry for decision in decisions]
                    return Written(entries, decisions[-1].version)
            raise StaleVersion(aggregate.version, await self.log.version(game_id))

    async def settle(self, game_id: str, version: int) -> bool:
        """Score the shift that ended with this version; False if somebody already has."""
        async with self._lock(game_id):
            aggregate = await self._cached(game_id)
            await self._catch_up(aggregate)
            if aggregate.version != version or aggregate.state.phase != "scoring":
                return False
            decision = aggregate.decide("service", Settle(), now())
            return await self._append(aggregate, [decision])

    def forget(self, game_id: str) -> None:
        """Whatever this process believed of the game is in doubt; the log knows."""
        self._live.pop(game_id, None)

    def _decide(
        self,
        aggregate: Aggregate,
        seat: By,
        actions: Sequence[Fact],
        expected: int | None,
        key: str | None,
    ) -> list[Decision]:
        """On the game as it is; several actions are tried one after the other on a copy."""
        if expected is not None and expected != aggregate.version:
            raise StaleVersion(expected, aggregate.version)
        at = now()
        if len(actions) == 1:
            return [aggregate.decide(seat, actions[0], at, key)]
        trial = aggregate.copy()
        decisions = []
        for action in actions:
            decisions.append(trial.decide(seat, action, at, key))
            trial.apply(decisions[-1])
        return decisions

    async def _append(self, aggregate: Aggregate, decisions: Sequence[Decision]) -> bool:
        """False, and caught up, if somebody else was faster."""
        entries = [decision.entry for decision in decisions]
        try:
            if len(entries) == 1:
                await self.log.append(aggregate.game_id, aggregate.version + 1, entries[0])
            else:
                await self.log.append_all(aggregate.game_id, aggregate.version, entries)
        except VersionTaken:
            if entries[-1] not in await self._catch_up(aggregate):
                return False
            # It is ours: its answer was lost, and redis-py has sent it again.
            self._appended(aggregate, None)
            return True
        except BaseException:
            # Also when the caller hangs up in the middle: the entry may be there, or not.
            self.forget(aggregate.game_id)
            raise
        before = status_of(aggregate)
        for decision in decisions:
            aggregate.apply(decision)
            if is_due(aggregate):
                await self._snapshots.save(aggregate)
        self._appended(aggregate, before)
        return True

    def _appended(self, aggregate: Aggregate, before: str | None) -> None:
        if self._after_append:
            self._after_append(aggregate, before)

    async def _written_before(
        self, aggregate: Aggregate, seat: Seat, key: str, actions: Sequence[Fact]
    ) -> Written:
        """KeyReused if the key stands in the log with other actions than these.

        What failed the first try may be that replicas were missing, so they are asked again.
        """
        await self.log.replicated(aggregate.game_id)
        first, last = aggregate.keys[seat, key]
        entries = await self.log.read(aggregate.game_id, first, last)
        if [read_entry(aggregate.game, entry).action for entry in entries] != list(actions):
            raise KeyReused(key)
        return Written(entries, last)

    async def _cached(self, game_id: str) -> Aggregate:
        kept = self._live.get(game_id)
        if kept:
            self._live.move_to_end(game_id)
            return kept[0]
        aggregate = await self.at(game_id, await self.log.version(game_id), to_act=True)
        self._keep(aggregate)
        return aggregate

    async def _catch_up(self, aggregate: Aggregate) -> list[Entry]:
        """Fold what others have written, and return it."""
        try:
            entries = await self.log.read(aggregate.game_id, aggregate.version + 1)
            for entry in entries:
                aggregate.follow(entry)
        except BaseException:
            self.forget(aggregate.game_id)
            raise
        return entries

    def _keep(self, aggregate: Aggregate) -> None:
        self._live[aggregate.game_id] = (aggregate, self._lock(aggregate.game_id))
        while len(self._live) > LIVE_GAMES:
            self._live.popitem(last=False)

    def _lock(self, game_id: str) -> asyncio.Lock:
        """One writer a game in this process; other processes are kept apart by XADD.

        There is one as long as somebody needs it, and no second one at the same time.
        """
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock


def status_of(aggregate: Aggregate) -> str:
    phase = str(aggregate.state.phase)
    return phase if phase in ("scoring", "finished") else "running"
