"""The games of this process: load, decide, append; the same for the API and for the workers."""

import secrets
from collections.abc import Sequence
from time import perf_counter
from typing import Protocol

from msgspec import UNSET, Struct

from domain.kernel.actions import By, CreateGame, EraseNames, OptionValue, SeatSetup, Settle
from domain.kernel.catalog import Catalog
from domain.kernel.clock import Clock
from domain.kernel.creation import creation
from domain.kernel.decider import AnyGame
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact, Seat
from domain.kernel.versions import rules_name
from domain.table.actions import AskTakeBack, Flag, HandOver, TableAction, TakeBack
from domain.table.clock import is_over, milliseconds, not_before
from domain.table.decide import check_person
from domain.table.events import HandedOver
from infra.access import Holder, TokenEnded
from infra.audits import game_audit_key
from infra.clock import now
from infra.game_log import GameLog, GameSetup, VersionTaken
from infra.listed_games import summary_key
from infra.snapshots import Snapshots, is_due
from replays.aggregate import Aggregate, Decision
from replays.entry import ORGANIZER, Entry, read_entry
from replays.position import Recall
from replays.tournaments.games import TableGame
from services.live_games import LiveGames, Observer
from services.tokens import Seed, digest_of, new_token, same

TRIES = 50
"""How often an action is decided again because somebody else was faster."""


class AfterAppend(Protocol):
    def __call__(self, aggregate: Aggregate, before: str | None, *, is_ruled: bool = False) -> None:
        """Told of the game after an append, of its phase before, and whether an arbiter acted."""


Tokens = dict[int, tuple[Seat, str]]
GOES_BACK = (AskTakeBack, TakeBack)
MOST_ENTRIES_ASKED_BACK = 4_000
"""So long a log may be for a seat to ask for a take-back. To ask and to withdraw it, or to go back
alone among bots, can be done for ever, and of a file only 10,000 entries are read. Ten times the
longest real game."""


class StaleVersion(Exception):
    """The caller expected another version than the game has."""

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(f"expected version {expected}, but the game is at {current}")
        self.expected, self.current = expected, current


class TakeBacksOver(Exception):
    """The log is so long that its players cannot ask for take-backs any more."""


class NamesInLog(Exception):
    """The players' names stand in the log itself and cannot be erased."""


class KeyReused(Exception):
    """The idempotency key was used before, for something else."""


class CreationKeyReused(Exception):
    """The idempotency key of a creation was used before, for another game."""


class Created(Struct, frozen=True):
    aggregate: Aggregate
    entry: Entry
    tokens: tuple[str | None, ...]
    """None for the seat of a bot, which nobody else may act for."""
    key: str
    """The creator's."""


class Written(Struct, frozen=True):
    entries: list[Entry]
    version: int
    """Of the last of them."""
    tokens: Tokens = {}
    """New ones, by the version that hands a seat over; a retry is not told them again."""

    def token(self, version: int) -> str | None:
        return self.tokens[version][1] if version in self.tokens else None


class Games(LiveGames):
    """The same, and writes to them."""

    def __init__(
        self,
        log: GameLog,
        snapshots: Snapshots,
        after_append: AfterAppend | None = None,
        observer: Observer | None = None,
    ) -> None:
        super().__init__(log, snapshots, observer)
        self._snapshots, self._after_append = snapshots, after_append

    async def create(
        self,
        game: AnyGame,
        seats: Sequence[SeatSetup],
        edition: str | None = None,
        options: dict[str, OptionValue] | None = None,
        catalog: Catalog | None = None,
        own_catalog: bytes = b"",
        rules: str | None = None,
        clock: Clock | None = None,
        seed: Seed | None = None,
        request: str = "",
        *,
        hints: bool = False,
    ) -> Created:
        """With a seed that may come again, `request` says what for: see `created_before`."""
        seed = seed or Seed.random()
        game_id = seed.game_id
        played = rules or rules_name(game.name, game.newest_rules)
        action = creation(game_id, game.name, played, seats, edition, options, clock, hints=hints)
        secret, names_salt = secrets.token_bytes(32), secrets.token_hex(16)
        aggregate, decision = Aggregate.create(
            game, action, catalog or game.catalog, secret, names_salt, now()
        )
        created = _created(aggregate, decision.entry, seed)
        setup = GameSetup(
            {str(seat): digest_of(token) for seat, token in enumerate(created.tokens) if token},
            own_catalog,
            digest_of(created.key),
            request,
        )
        if not await self._create_log(game_id, decision.entry, setup):
            return await self.created_before(seed, request) or created
        aggregate.apply(decision)
        self._keep(aggregate)
        self._appended(aggregate, None)
        return created

    async def open_table(self, wanted: TableGame, seed: Seed) -> Entry:
        """The game of a tournament's table; its entry 1, whoever has written it.

        Its tokens come from the seed, so that they can be told again.
        """
        aggregate, decision = Aggregate.create(
            wanted.game, wanted.action, wanted.game.catalog, wanted.secret, wanted.names_salt, now()
        )
        game_id = aggregate.game_id
        held = {
            str(at): digest_of(seed.token(at))
            for at, seat in enumerate(aggregate.seats)
            if seat.bot is None
        }
        try:
            setup = GameSetup(held, creator=digest_of(seed.creator_key))
            await self.log.create(game_id, decision.entry, setup)
        except VersionTaken:
            [first] = await self.log.read(game_id, 1, 1)
            return first
        aggregate.apply(decision)
        self._keep(aggregate)
        self._appended(aggregate, None)
        return decision.entry

    async def begin(
        self, game: AnyGame, action: CreateGame, catalog: Catalog, secret: bytes
    ) -> bool:
        """The game of a waiting room; False if there is no room any more."""
        aggregate, decision = Aggregate.create(
            game, action, catalog, secret, secrets.token_hex(16), now()
        )
        if not await self.log.begin(action.game_id, decision.entry):
            return False
        aggregate.apply(decision)
        self._keep(aggregate)
        self._appended(aggregate, None)
        return True

    async def created_before(self, seed: Seed, request: str) -> Created | None:
        """What the same request has created before; CreationKeyReused if it was another one.

        Nothing of the answer is stored: its secrets come from the seed, the rest from entry 1.
        """
        game_id = seed.game_id
        setup = await self.log.setup(game_id)
        if not setup.creator:
            return None
        if not same(setup.request, request):
            raise CreationKeyReused(game_id)
        await self.log.replicated(game_id)
        [first] = await self.log.read(game_id, 1, 1)
        return _created(await self.at(game_id, 1), first, seed)

    async def _create_log(self, game_id: str, entry: Entry, setup: GameSetup) -> bool:
        """False if a request with the same seed was faster."""
        try:
            await self.log.create(game_id, entry, setup)
        except VersionTaken:
            # Else ids are random: it is ours, its answer was lost, and redis-py has sent it again.
            if await self.log.read(game_id, 1, 1) != [entry]:
                if setup.request:
                    return False
                raise
        return True

    async def act(
        self,
        game_id: str,
        by: By,
        actions: Sequence[Fact],
        expected: int | None = None,
        key: str | None = None,
        token: str | None = None,
        name: str | None = None,
    ) -> Written:
        """Append all the actions or none; a retry with the same key gets what it wrote before.

        With the digest of a seat's token: TokenEnded unless it is the seat's own until the end.
        `name` is the arbiter's.
        """
        holder = Holder(by, token) if token and isinstance(by, int) else None
        async with self._lock(game_id):
            aggregate = await self._cached(game_id)
            for _ in range(TRIES):
                if key is not None and (by, key) in aggregate.keys:
                    await self._check(game_id, holder)
                    return await self._written_before(aggregate, by, key, actions)
                try:
                    decisions = await self._decide(
                        aggregate, by, actions, expected, key, name, is_person=bool(holder)
                    )
                except (RuleViolation, StaleVersion):
                    # A refusal on an old state proves nothing.
                    if not await self._catch_up(aggregate):
                        await self._check(game_id, holder)
                        raise
                    continue
                tokens = _new_tokens(decisions)
                if await self._append(aggregate, decisions, holder, tokens):
                    entries = [decision.entry for decision in decisions]
                    return Written(entries, decisions[-1].version, tokens)
            raise StaleVersion(aggregate.version, await self.log.version(game_id))

    async def flag(self, game_id: str) -> int:
        """Write down whose time is over: how many flags fell."""
        async with self._lock(game_id):
            aggregate = await self._cached(game_id)
            await self._catch_up(aggregate)
            fallen = 0
            at = now()
            while (seat := _out_of_time(aggregate, at)) is not None:
                decision = aggregate.decide("service", Flag(seat), at)
                if not await self._append(aggregate, [decision]):
                    break
                fallen += 1
            return fallen

    async def settle(self, game_id: str, version: int) -> bool:
        """Score the shift that ended with this version; False if somebody already has."""
        async with self._lock(game_id):
            aggregate = await self._cached(game_id)
            await self._catch_up(aggregate)
            waits = aggregate.state.phase == "scoring" and not aggregate.table.is_paused
            if aggregate.version != version or aggregate.over or not waits:
                return False
            decision = aggregate.decide("service", Settle(), now())
            return await self._append(aggregate, [decision])

    async def erase_names(self, game_id: str) -> int:
        """The version at which nobody can see the players' names any more.

        NamesInLog if they stand in the log itself, as they did in older games.
        """
        async with self._lock(game_id):
            aggregate = await self._cached(game_id)
            for _ in range(TRIES):
                await self._catch_up(aggregate)
                if any(seat.name is not UNSET for seat in aggregate.seats):
                    raise NamesInLog(game_id)
                if not any(aggregate.first_names):
                    return aggregate.version
                if await self._erase_names(aggregate):
                    return aggregate.version
            raise StaleVersion(aggregate.version, await self.log.version(game_id))

    async def _erase_names(self, aggregate: Aggregate) -> bool:
        """False if somebody else was faster. Verdicts name the players, so they go, too."""
        game_id = aggregate.game_id
        decision = aggregate.decide("arbiter", EraseNames(), now(), name=ORGANIZER)
        try:
            derived = (game_audit_key(game_id), summary_key(game_id))
            await self.log.erase_names(game_id, decision.version, decision.entry, derived)
        except VersionTaken:
            return False
        except BaseException:
            self.forget(game_id)
            raise
        aggregate.apply(decision)
        self._appended(aggregate, None)
        return True

    async def _decide(
        self,
        aggregate: Aggregate,
        by: By,
        actions: Sequence[Fact],
        expected: int | None,
        key: str | None,
        name: str | None,
        *,
        is_person: bool,
    ) -> list[Decision]:
        """On the game as it is; several actions are tried one after the other on a copy."""
        if expected is not None and expected != aggregate.version:
            raise StaleVersion(expected, aggregate.version)
        at = now()
        trial = aggregate if len(actions) == 1 else aggregate.copy()
        back = [action.to for action in actions if isinstance(action, GOES_BACK)]
        if back:
            trial.recall = Recall(back)
        decisions: list[Decision] = []
        for action in actions:
            if is_person and isinstance(by, int):
                check_person(trial.table, trial.state.phase, by, action)
                _check_length(trial, action)
            decision = trial.decide(by, action, at, key, name=UNSET if name is None else name)
            decisions.append(decision)
            if isinstance(action, TableAction):
                await self._recall(aggregate, trial, [decision.takes_back_to])
            if len(actions) > 1:
                trial.apply(decision)
        aggregate.recall = trial.recall
        return decisions

    async def _check(self, game_id: str, holder: Holder | None) -> None:
        if holder:
            await self.log.check(game_id, holder)

    async def _append(
        self,
        aggregate: Aggregate,
        decisions: Sequence[Decision],
        holder: Holder | None = None,
        tokens: Tokens | None = None,
    ) -> bool:
        """False, and caught up, if somebody else was faster."""
        begun = perf_counter()
        handed = [Holder(seat, digest_of(token)) for seat, token in (tokens or {}).values()]
        is_first = await self._write(aggregate, decisions, holder, handed)
        if is_first:
            self._observer.appended(perf_counter() - begun)
        else:
            self._observer.came_second()
        return is_first

    async def _write(
        self,
        aggregate: Aggregate,
        decisions: Sequence[Decision],
        holder: Holder | None,
        handed: Sequence[Holder],
    ) -> bool:
        game_id, version = aggregate.game_id, aggregate.version
        entries = [decision.entry for decision in decisions]
        try:
            if len(entries) == 1 and not handed:
                await self.log.append(game_id, version + 1, entries[0], holder)
            else:
                await self.log.append_all(game_id, version, entries, holder, handed)
        except VersionTaken:
            if entries[-1] not in await self._catch_up(aggregate):
                return False
            # It is ours: its answer was lost, and redis-py has sent it again.
            self._appended(aggregate, None)
            return True
        except TokenEnded:  # nothing is written
            raise
        except BaseException:
            # Also when the caller hangs up in the middle: the entry may be there, or not.
            self.forget(aggregate.game_id)
            raise
        # Who takes a seat over is to be found by name: the game is filed as if it were new.
        before = None if handed else status_of(aggregate)
        for decision in decisions:
            aggregate.apply(decision)
            if is_due(aggregate):
                await self._snapshots.save(aggregate)
        if not aggregate.recall.is_empty:
            aggregate.recall = Recall()
        is_ruled = any(decision.by == "arbiter" for decision in decisions)
        self._appended(aggregate, before, is_ruled=is_ruled)
        return True

    def _appended(
        self, aggregate: Aggregate, before: str | None, *, is_ruled: bool = False
    ) -> None:
        if self._after_append:
            self._after_append(aggregate, before, is_ruled=is_ruled)

    async def _written_before(
        self, aggregate: Aggregate, by: By, key: str, actions: Sequence[Fact]
    ) -> Written:
        """KeyReused if the key stands in the log with other actions than these.

        What failed the first try may be that replicas were missing, so they are asked again.
        """
        await self.log.replicated(aggregate.game_id)
        first, last = aggregate.keys[by, key]
        entries = await self.log.read(aggregate.game_id, first, last)
        if [read_entry(aggregate.game, entry).action for entry in entries] != list(actions):
            raise KeyReused(key)
        return Written(entries, last)


def _created(aggregate: Aggregate, entry: Entry, seed: Seed) -> Created:
    tokens = (None if s.bot else seed.token(seat) for seat, s in enumerate(aggregate.seats))
    return Created(aggregate, entry, tuple(tokens), seed.creator_key)


def _check_length(aggregate: Aggregate, action: Fact) -> None:
    if isinstance(action, AskTakeBack) and aggregate.version >= MOST_ENTRIES_ASKED_BACK:
        raise TakeBacksOver(aggregate.game_id)


def _new_tokens(decisions: Sequence[Decision]) -> Tokens:
    """For those who take a seat over."""
    return {
        decision.version: (event.seat, new_token())
        for decision in decisions
        if isinstance(decision.action, HandOver)
        for event in decision.events
        if isinstance(event, HandedOver)
    }


def _out_of_time(aggregate: Aggregate, at: str) -> Seat | None:
    """The first seat whose time is over and whose flag has not fallen."""
    table = aggregate.table
    if table.clock is None:
        return None
    at_ms = milliseconds(not_before(at, aggregate.updated_at))
    return next((seat for seat in table.running if is_over(table, seat, at_ms)), None)


def status_of(aggregate: Aggregate) -> str:
    if aggregate.over:
        return "finished"
    return "scoring" if aggregate.state.phase == "scoring" else "running"
