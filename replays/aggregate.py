"""A game folded up to a version, ready to decide the next action and to follow the next entry.

It is a cache of the log: everything in it comes from there and can be thrown away at any moment.
"""

from collections.abc import Iterator, Sequence
from copy import copy, deepcopy
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.bots import stand_ins
from domain.kernel.actions import By, CreateGame, EraseNames, SeatSetup, Settle
from domain.kernel.catalog import Catalog
from domain.kernel.chance import Chance, CommittedChance
from domain.kernel.clock import check_clock
from domain.kernel.creation import names_in
from domain.kernel.decider import AnyGame
from domain.kernel.errors import InvalidSetup
from domain.kernel.events import GameCreated, NamesErased
from domain.kernel.in_tournament import InTournament
from domain.kernel.seals import Fact, Seat
from domain.table import decide as table_rules
from domain.table.actions import TableAction
from domain.table.clock import milliseconds, not_before
from domain.table.events import ClockSet, TakenBack
from domain.table.result import Result, result
from replays.entry import (
    FIRST_PREV,
    UNREADABLE,
    AnyLine,
    Creation,
    Entry,
    Seal,
    read_line,
    read_seal,
    sha256,
    write_entry,
)
from replays.position import NotRecalled, Position, Recall, take_back_targets
from replays.rules import UnknownCatalog, UnknownRules, catalog_of, game_of


class DamagedLog(Exception):
    """The log holds something that we did not write."""

    def __init__(self, game_id: str, version: int, reason: str) -> None:
        super().__init__(f"the log of {game_id} is damaged at version {version}: {reason}")
        self.game_id, self.version, self.reason = game_id, version, reason


class UnknownHere(DamagedLog):
    """The log is sound, but names rules or a catalog that this program does not have."""


class Decision(Struct, frozen=True):
    """An entry that may be appended, and the events it would bring."""

    version: int
    at: str
    by: By
    key: str | None
    action: Fact
    entry: Entry
    events: Sequence[Fact]

    @property
    def takes_back_to(self) -> int | None:
        """The version whose state must be at hand before this is applied."""
        return next((event.to for event in self.events if isinstance(event, TakenBack)), None)


def decide(game: AnyGame, state: Any, by: By, action: Fact, chance: Chance) -> list[Fact]:
    """The events of any action on the board, the service's own included."""
    if isinstance(action, Settle):
        return game.settle(state, chance)
    if isinstance(action, EraseNames):
        return [NamesErased()]
    events = game.decide(state, by, action, chance)
    if isinstance(action, CreateGame) and action.clock is not UNSET:
        check_clock(action.clock)
        events.append(ClockSet(action.clock))
    return events


def game_now(at: Position, bots: Sequence[str] = ()) -> table_rules.GameNow:
    """What the table is told of the game; `bots` if not those that the game has here."""
    game, state = at.game, at.state
    points, awaited = tuple(game.points(state)), tuple(game.awaited(state))
    return table_rules.GameNow(state.phase, points, awaited, bots or stand_ins(game))


def table_result(at: Position) -> Result | None:
    """How the game ended for the table."""
    standings = at.game.standings(at.state)
    return result(at.table, at.game.points(at.state), standings.places if standings else None)


class Aggregate(Position):
    def __init__(self, game_id: str, game: AnyGame, catalog: Catalog) -> None:
        super().__init__(game, catalog)
        self.game_id = game_id
        self.created_at = ""
        self.updated_at = ""
        """When the last entry was written."""
        self.finished_at: str | None = None
        self.seats: tuple[SeatSetup, ...] = ()
        self.first_names: tuple[str, ...] = ()
        """Of those who began, by seat; empty once they are erased."""
        self.has_hints = False
        """Whether players may ask what a bot would do."""
        self.tournament: InTournament | UnsetType = UNSET
        """The event that the game belongs to, if any."""
        self.keys: dict[tuple[By, str], tuple[int, int]] = {}
        """The first and last version that each seat wrote with each of its idempotency keys."""
        self.last_hash = FIRST_PREV
        self.chance = CommittedChance(b"")

    @classmethod
    def create(
        cls,
        game: AnyGame,
        action: CreateGame,
        catalog: Catalog,
        secret: bytes,
        names_salt: str,
        at: str,
    ) -> tuple["Aggregate", Decision]:
        """A new game, still without its entry 1, and the decision that brings it."""
        new = cls(action.game_id, game, catalog)
        new.chance = CommittedChance(secret, [seat.salt for seat in action.seats])
        new.seats, new.created_at = action.seats, at
        new.has_hints, new.tournament = action.hints is True, action.tournament
        decision = new.decide("service", action, at, secret=secret, names_salt=names_salt)
        new.first_names = _names(decision.events)
        return new, decision

    @classmethod
    def before(cls, game_id: str, first: Entry, own_catalog: bytes = b"") -> "Aggregate":
        """An empty table, before entry 1 of a log, which names the game."""
        try:
            creation = msgspec.json.decode(first.line, type=Creation)
            game = game_of(creation)
            catalog = catalog_of(game, creation, own_catalog)
        except (UnknownRules, UnknownCatalog) as error:
            raise UnknownHere(game_id, 1, str(error)) from error
        except (InvalidSetup, *UNREADABLE) as error:
            raise DamagedLog(game_id, 1, str(error)) from error
        return cls(game_id, game, catalog)

    @classmethod
    def begin(cls, game_id: str, first: Entry, own_catalog: bytes = b"") -> "Aggregate":
        """From entry 1 of a log."""
        begun = cls.before(game_id, first, own_catalog)
        begun.follow(first)
        return begun

    @property
    def names(self) -> tuple[str, ...]:
        """Of those who hold the seats now; empty if all were erased."""
        return self.table.names(self.first_names)

    def decide(
        self,
        by: By,
        action: Fact,
        at: str,
        key: str | None = None,
        *,
        name: str | UnsetType = UNSET,
        secret: bytes | None = None,
        names_salt: str | None = None,
    ) -> Decision:
        """What would be appended; nothing changes. RuleViolation if the action is illegal.

        `at` is when it is; the entry is never older than the one before it.
        """
        at = not_before(at, self.updated_at)
        events = self._decide(by, action, at)
        entry = write_entry(
            version=self.version + 1,
            at=at,
            by=by,
            key=key,
            action=action,
            events=events,
            prev=self.last_hash,
            chance=self.chance,
            name=name,
            secret=secret,
            names_salt=names_salt,
            mark=self._seal_mark(),
        )
        return Decision(self.version + 1, at, by, key, action, entry, events)

    def _seal_mark(self) -> str:
        """Tables that play the same deal hold seals of the same content; only entry 1 is equal."""
        in_event = self.tournament is not UNSET
        return f"/{self.game_id}" if in_event and self.version else ""

    def _decide(self, by: By, action: Fact, at: str) -> list[Fact]:
        if isinstance(action, TableAction):
            at_ms = milliseconds(at) if self.table.clock else 0
            return table_rules.decide(self.table, game_now(self), by, action, at_ms)
        if not isinstance(action, CreateGame | EraseNames):
            phase = self.state.phase
            table_rules.check_game_action(self.table, phase, by, lambda: milliseconds(at))
        return decide(self.game, self.state, by, action, self.chance)

    def copy(self) -> "Aggregate":
        """To try something on: what is done to it stays there."""
        twin = copy(self)
        twin.state, twin.keys = deepcopy(self.state), dict(self.keys)
        twin.table = deepcopy(self.table)
        return twin

    def apply(self, decision: Decision) -> None:
        """The decision is in the log now."""
        self.play(decision.events)
        self._complete(decision.entry, decision, has_seals=bool(decision.entry.seals))

    def follow_all(self, entries: Sequence[Entry]) -> None:
        """The next entries of the log; they take back no further than to where this is now."""
        self.recall = Recall(take_back_targets(entries).values())
        if self.version in self.recall.wanted:
            self.recall.keep(self.version, self.state)
        for entry in entries:
            self.follow(entry)
        self.recall = Recall()

    def follow(self, entry: Entry) -> AnyLine:
        """The next entry of the log; DamagedLog unless it continues the chain."""
        line = self._read(entry)
        try:
            self.play(line.events)
            self._complete(entry, line, has_seals=bool(line.seals))
        except NotRecalled:
            raise
        except Exception as error:
            # The fold believes everything, so only an event that is not ours can hurt it.
            why = f"it cannot be folded ({error!r})"
            raise DamagedLog(self.game_id, line.v, why) from error
        return line

    def steps(self, entry: Entry) -> Iterator[Fact]:
        """The next entry event by event, each of them played when it comes.

        With the last one the entry is whole: whoever took over a seat holds it.
        """
        line = self._read(entry)
        for at, event in enumerate(line.events, 1):
            self.play_event(event)
            if at == len(line.events):
                self._complete(entry, line, has_seals=bool(line.seals))
            yield event

    def follow_partly(self, entry: Entry, events: int) -> None:
        """So many events of the next entry, or all of it; ValueError if it has fewer. Only to look
        at."""
        line = self._read(entry)
        if events > len(line.events):
            raise ValueError(f"version {line.v} has only {len(line.events)} events")
        self.play(line.events[:events])
        if events == len(line.events):
            self._complete(entry, line, has_seals=bool(line.seals))

    def _read(self, entry: Entry) -> AnyLine:
        version = self.version + 1
        try:
            seals = [read_seal(seal) for seal in entry.seals]
            line = read_line(self.game, entry.line, seals)
        except UNREADABLE as error:
            raise DamagedLog(self.game_id, version, str(error)) from error
        if (line.v, line.prev) != (version, self.last_hash):
            raise DamagedLog(self.game_id, version, "it does not continue the hash chain")
        if version == 1:
            self._read_creation(line, seals)
        return line

    def bot_to_move(self) -> Seat | None:
        """The first awaited seat that a bot holds; bots wait while people decide to go back."""
        table = self.table
        if table.is_paused or table.request or self.over:
            return None
        awaited = self.game.awaited(self.state)
        return next((seat for seat in awaited if table.seats[seat].bot), None)

    def _read_creation(self, line: AnyLine, seals: list[Seal]) -> None:
        secret = next((seal.data.secret for seal in seals if seal.data.secret), None)
        if not isinstance(line.action, CreateGame) or secret is None:
            raise DamagedLog(self.game_id, 1, "it does not create a game")
        self.created_at, self.seats = line.at, line.action.seats
        self.has_hints, self.tournament = line.action.hints is True, line.action.tournament
        self.first_names = _names(line.events)
        self.chance = CommittedChance(bytes.fromhex(secret), [s.salt for s in self.seats])

    def _complete(self, entry: Entry, wrote: Decision | AnyLine, *, has_seals: bool) -> None:
        self.complete(wrote.action, wrote.events, wrote.by, wrote.at, has_seals=has_seals)
        if wrote.events and isinstance(wrote.events[0], NamesErased):
            self.first_names = ()
        self.updated_at = wrote.at
        if self.finished_at is None and self.over:
            self.finished_at = wrote.at
        self.last_hash = sha256(entry.line)
        if wrote.key is not None:
            first, _ = self.keys.get((wrote.by, wrote.key), (self.version, 0))
            self.keys[wrote.by, wrote.key] = (first, self.version)


def _names(events: Sequence[Fact]) -> tuple[str, ...]:
    """Of entry 1's first event, which names the players."""
    return names_in(events[0]) if events and isinstance(events[0], GameCreated) else ()
