"""The tournaments of this process: load, decide, append; the same for the API and for workers."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from msgspec import UNSET, Struct

from domain.table.clock import milliseconds
from domain.tournament.actions import Author, TournamentAction
from domain.tournament.events import NameErased, Registered, Replaced, TournamentEvent
from infra.clock import now
from infra.game_log import VersionTaken
from infra.tournament_log import (
    BOT,
    CREATOR,
    ENTRANT,
    REQUEST,
    TABLES,
    Beside,
    Setup,
    TournamentLog,
    UnknownTournament,
)
from replays.entry import Entry
from replays.tournaments.aggregate import Decision, Tournament
from replays.tournaments.entry import read_line
from services.games import TRIES, CreationKeyReused, KeyReused, StaleVersion
from services.remembered import Remembered
from services.tokens import Seed, digest_of, new_token, same

LIVE_TOURNAMENTS = 200
"""How many a process keeps folded."""

AfterAppend = Callable[[Tournament], None]


class Wish(Struct, frozen=True):
    """An action, and what belongs to it that does not stand in the log."""

    action: TournamentAction
    name: bytes = b""
    """What the digest of a name in the action was made of."""
    bot: str = ""
    """Which bot plays for the entrant."""


class Created(Struct, frozen=True):
    tournament: Tournament
    key: str
    """Runs this event only."""


class Written(Struct, frozen=True):
    entries: list[Entry]
    version: int
    """Of the last of them."""
    tokens: dict[int, str] = {}
    """Of new entrants, by the version that brings them; a retry is not told them again."""


class Tournaments:
    def __init__(self, log: TournamentLog, after_append: AfterAppend | None = None) -> None:
        self.log, self._after_append = log, after_append
        self._live: Remembered[str, Tournament] = Remembered(LIVE_TOURNAMENTS)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def create(self, regulation: str, seed: Seed | None = None, request: str = "") -> Created:
        """With a seed that may come again, `request` says what for; then it is created once."""
        seed = seed or Seed.random()
        tournament, decision = Tournament.create(
            seed.game_id, regulation, secrets.token_bytes(32), now()
        )
        beside = Beside(
            {
                CREATOR: digest_of(seed.creator_key),
                TABLES: secrets.token_hex(32),
                **({REQUEST: request} if request else {}),
            }
        )
        try:
            await self.log.write(seed.game_id, 0, [decision.entry], beside)
        except VersionTaken:
            return await self._created_before(seed, request)
        tournament.apply(decision)
        await self.log.file(seed.game_id, milliseconds(tournament.created_at))
        self._appended(tournament)
        return Created(tournament, seed.creator_key)

    async def _created_before(self, seed: Seed, request: str) -> Created:
        """Nothing of the answer is stored: its secrets come from the seed, the rest from entry 1.

        Whoever created it may have died before it was filed.
        """
        setup = await self.log.setup(seed.game_id)
        if not (request and same(setup.request, request)):
            raise CreationKeyReused(seed.game_id)
        tournament = await self.at(seed.game_id, 1)
        await self.log.file(seed.game_id, milliseconds(tournament.created_at))
        return Created(tournament, seed.creator_key)

    async def current(self, tournament_id: str) -> Tournament:
        """As the log has it now. Only to be read, and not across an await."""
        async with self.held(tournament_id) as tournament:
            return tournament

    @asynccontextmanager
    async def held(self, tournament_id: str) -> AsyncIterator[Tournament]:
        """The same, and nobody in this process writes to it until it is let go."""
        async with self._lock(tournament_id):
            yield await self._caught_up(tournament_id)

    async def at(self, tournament_id: str, version: int) -> Tournament:
        """As it was; the caller's own. UnknownTournament if it never came so far."""
        entries = await self.log.read(tournament_id, 1, version)
        if len(entries) < version:
            raise UnknownTournament(tournament_id)
        return await asyncio.to_thread(_folded, tournament_id, entries)

    async def act(
        self,
        tournament_id: str,
        by: Author,
        wishes: Sequence[Wish],
        expected: int | None = None,
        key: str | None = None,
        name: str | None = None,
    ) -> Written:
        """Append all the actions or none; a retry with the same key gets what it wrote before."""
        for _ in range(TRIES):
            async with self.held(tournament_id) as tournament:
                if key is not None and (by, key) in tournament.keys:
                    return await self._written_before(tournament, by, key, wishes)
                if expected is not None and expected != tournament.version:
                    raise StaleVersion(expected, tournament.version)
                trial = await asyncio.to_thread(tournament.copy)
            written = await self._decide_and_append(trial, by, wishes, key, name)
            if written:
                return written
        raise StaleVersion(tournament.version, await self.log.version(tournament_id))

    async def serve(
        self, tournament_id: str, wishes_for: Callable[[Tournament], Sequence[Wish]]
    ) -> bool:
        """The service's own next actions, decided on the newest state; False if there are none.

        RuleViolation if the rules refuse it.
        """
        for _ in range(TRIES):
            async with self.held(tournament_id) as tournament:
                trial = await asyncio.to_thread(tournament.copy)
            wishes = wishes_for(trial)
            if not wishes:
                return False
            if await self._decide_and_append(trial, "service", wishes, None, None):
                return True
        raise StaleVersion(tournament.version, await self.log.version(tournament_id))

    async def _decide_and_append(
        self,
        trial: Tournament,
        by: Author,
        wishes: Sequence[Wish],
        key: str | None,
        name: str | None,
    ) -> Written | None:
        """None if somebody else was faster. Whoever looks at the event meanwhile does not wait:
        to check the proof of a large round takes seconds."""
        before = trial.version
        actions = [wish.action for wish in wishes]
        decisions = await asyncio.to_thread(_decided, trial, by, actions, key, name)
        async with self.held(trial.tournament_id) as tournament:
            if tournament.version != before:
                return None
            return await self._append(tournament, decisions, wishes)

    async def renew_token(self, tournament_id: str, entrant: int) -> str:
        """The entrant's new token; the old one ends."""
        async with self._lock(tournament_id):
            tournament, token = await self._caught_up(tournament_id), new_token()
            setup = await self.log.setup(tournament_id)
            beside = Beside(
                {f"{ENTRANT}{digest_of(token)}": str(entrant)}, _held_by(setup, entrant)
            )
            await self.log.write(tournament_id, tournament.version, [], beside)
            return token

    async def _append(
        self, tournament: Tournament, decisions: Sequence[Decision], wishes: Sequence[Wish]
    ) -> Written | None:
        """None if somebody else was faster."""
        tournament_id, expected = tournament.tournament_id, tournament.version
        setup = await self.log.setup(tournament_id)
        tokens: dict[int, str] = {}
        beside = Beside()
        for decision, wish in zip(decisions, wishes, strict=True):
            for event in decision.events:
                beside = _with(beside, setup, decision.version, event, wish, tokens)
        entries = [decision.entry for decision in decisions]
        try:
            await self.log.write(tournament_id, expected, entries, beside)
        except VersionTaken:
            return None
        except BaseException:
            self._live.pop(tournament_id, None)  # whether it was written is not known
            raise
        for decision in decisions:
            tournament.apply(decision)
        self._appended(tournament)
        return Written(entries, tournament.version, tokens)

    async def _written_before(
        self, tournament: Tournament, by: Author, key: str, wishes: Sequence[Wish]
    ) -> Written:
        first, last = tournament.keys[by, key]
        entries = await self.log.read(tournament.tournament_id, first, last)
        before = [type(read_line(entry.line).action) for entry in entries]
        if before != [type(wish.action) for wish in wishes]:
            raise KeyReused(key)
        return Written(entries, last)

    async def _caught_up(self, tournament_id: str) -> Tournament:
        known = self._live.get(tournament_id)
        entries = await self.log.read(tournament_id, known.version + 1 if known else 1)
        if known is None:
            known = await asyncio.to_thread(_folded, tournament_id, entries)
            self._live.keep(tournament_id, known)
        elif entries:
            try:
                known.follow_all(entries)
            except BaseException:
                self._live.pop(tournament_id, None)
                raise
        return known

    def _appended(self, tournament: Tournament) -> None:
        self._live.keep(tournament.tournament_id, tournament)
        if self._after_append:
            self._after_append(tournament)

    def _lock(self, tournament_id: str) -> asyncio.Lock:
        lock = self._locks.get(tournament_id)
        if lock is None:
            lock = self._locks[tournament_id] = asyncio.Lock()
        return lock


def _folded(tournament_id: str, entries: Sequence[Entry]) -> Tournament:
    tournament = Tournament.begin(tournament_id, entries[0])
    tournament.follow_all(entries[1:])
    return tournament


def _decided(
    trial: Tournament,
    by: Author,
    actions: Sequence[TournamentAction],
    key: str | None,
    name: str | None,
) -> list[Decision]:
    """One after the other, on a copy that is changed."""
    decisions: list[Decision] = []
    for action in actions:
        decision = trial.decide(by, action, now(), key, name=UNSET if name is None else name)
        decisions.append(decision)
        trial.apply(decision)
    return decisions


def _with(
    beside: Beside,
    setup: Setup,
    version: int,
    event: TournamentEvent,
    wish: Wish,
    tokens: dict[int, str],
) -> Beside:
    """What a fact changes beside the log; the tokens that it brings are noted by its version."""
    new, ended = dict(beside.setup), list(beside.ended)
    names, erased = dict(beside.names), list(beside.erased)
    if isinstance(event, Registered | Replaced):
        number = event.entrant
        if isinstance(event, Replaced):
            ended += [*_held_by(setup, number), f"{BOT}{number}"]
        if wish.bot:
            new[f"{BOT}{number}"] = wish.bot
        else:
            tokens[version] = new_token()
            new[f"{ENTRANT}{digest_of(tokens[version])}"] = str(number)
        if wish.name:
            names[number] = wish.name
    elif isinstance(event, NameErased):
        erased.append(event.entrant)
    return Beside(new, ended, names, erased)


def _held_by(setup: Setup, entrant: int) -> list[str]:
    """The fields of the tokens that the entrant has had so far."""
    return [f"{ENTRANT}{digest}" for digest, number in setup.entrants.items() if number == entrant]
