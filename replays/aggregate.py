"""A game folded up to a version, ready to decide the next action and to follow the next entry.

It is a cache of the log: everything in it comes from there and can be thrown away at any moment.
"""

from collections.abc import Sequence
from copy import copy, deepcopy
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.actions import By, CreateGame, EraseNames, SeatSetup, Settle
from domain.kernel.catalog import Catalog
from domain.kernel.chance import Chance, CommittedChance
from domain.kernel.creation import names_in
from domain.kernel.decider import AnyGame
from domain.kernel.errors import InvalidSetup
from domain.kernel.events import GameCreated, NamesErased
from domain.kernel.seals import Fact, Seat
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
    entry: Entry
    events: Sequence[Fact]


def decide(game: AnyGame, state: Any, by: By, action: Fact, chance: Chance) -> list[Fact]:
    """The events of any action of the log, the service's own included."""
    if isinstance(action, Settle):
        return game.settle(state, chance)
    if isinstance(action, EraseNames):
        return [NamesErased()]
    return game.decide(state, by, action, chance)


class Aggregate:
    def __init__(self, game_id: str, game: AnyGame, catalog: Catalog) -> None:
        self.game_id, self.game, self.catalog = game_id, game, catalog
        self.state = game.initial(catalog)
        self.version = 0
        self.created_at = ""
        self.updated_at = ""
        """When the last entry was written."""
        self.finished_at: str | None = None
        self.seats: tuple[SeatSetup, ...] = ()
        self.names: tuple[str, ...] = ()
        """By seat; empty once they are erased."""
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
        decision = new.decide("service", action, at, secret=secret, names_salt=names_salt)
        new.names = _names(decision.events)
        return new, decision

    @classmethod
    def begin(cls, game_id: str, first: Entry, own_catalog: bytes = b"") -> "Aggregate":
        """From entry 1 of a log, which names the game."""
        try:
            creation = msgspec.json.decode(first.line, type=Creation)
            game = game_of(creation)
            catalog = catalog_of(game, creation, own_catalog)
        except (UnknownRules, UnknownCatalog) as error:
            raise UnknownHere(game_id, 1, str(error)) from error
        except (InvalidSetup, *UNREADABLE) as error:
            raise DamagedLog(game_id, 1, str(error)) from error
        begun = cls(game_id, game, catalog)
        begun.follow(first)
        return begun

    @property
    def over(self) -> bool:
        return bool(self.state.phase == "finished")

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
        """What would be appended; nothing changes. RuleViolation if the action is illegal."""
        events = decide(self.game, self.state, by, action, self.chance)
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
        )
        return Decision(self.version + 1, at, by, key, entry, events)

    def copy(self) -> "Aggregate":
        """To try something on: what is done to it stays there."""
        twin = copy(self)
        twin.state, twin.keys = deepcopy(self.state), dict(self.keys)
        return twin

    def apply(self, decision: Decision) -> None:
        """The decision is in the log now."""
        self._fold(decision.entry, decision.events, decision.at, decision.by, decision.key)

    def follow(self, entry: Entry) -> AnyLine:
        """The next entry of the log; DamagedLog unless it continues the chain."""
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
        try:
            self._fold(entry, line.events, line.at, line.by, line.key)
        except Exception as error:
            # The fold believes everything, so only an event that is not ours can hurt it.
            raise DamagedLog(self.game_id, version, f"it cannot be folded ({error!r})") from error
        return line

    def bot_to_move(self) -> Seat | None:
        """The first awaited seat that a bot holds."""
        awaited = self.game.awaited(self.state)
        return next((seat for seat in awaited if self.seats[seat].bot), None)

    def _read_creation(self, line: AnyLine, seals: list[Seal]) -> None:
        secret = next((seal.data.secret for seal in seals if seal.data.secret), None)
        if not isinstance(line.action, CreateGame) or secret is None:
            raise DamagedLog(self.game_id, 1, "it does not create a game")
        self.created_at, self.seats, self.names = line.at, line.action.seats, _names(line.events)
        self.chance = CommittedChance(bytes.fromhex(secret), [s.salt for s in self.seats])

    def _fold(self, entry: Entry, events: Sequence[Fact], at: str, by: By, key: str | None) -> None:
        self.game.evolve.all(self.state, events)
        if events and isinstance(events[0], NamesErased):
            self.names = ()
        self.version += 1
        self.updated_at = at
        if self.over and self.finished_at is None:
            self.finished_at = at
        self.last_hash = sha256(entry.line)
        if key is not None:
            first, _ = self.keys.get((by, key), (self.version, 0))
            self.keys[by, key] = (first, self.version)


def _names(events: Sequence[Fact]) -> tuple[str, ...]:
    """Of entry 1's first event, which names the players."""
    return names_in(events[0]) if events and isinstance(events[0], GameCreated) else ()
