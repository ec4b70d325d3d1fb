"""The log of one game in memory: create it, act, settle; every step is an entry of exact bytes."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from domain.kernel.actions import By, EraseNames, OptionValue, SeatSetup, Settle
from domain.kernel.catalog import Catalog
from domain.kernel.clock import Clock
from domain.kernel.creation import creation
from domain.kernel.decider import AnyGame
from domain.kernel.in_tournament import InTournament
from domain.kernel.seals import Fact, Seat
from domain.kernel.versions import rules_name
from domain.table.actions import Flag
from domain.table.state import Table
from replays.aggregate import Aggregate
from replays.entry import ORGANIZER, Entry, is_for_everybody
from replays.position import Recall


class Record:
    def __init__(self, aggregate: Aggregate, entries: list[Entry]) -> None:
        self._aggregate = aggregate
        self.entries = entries

    @classmethod
    def create(
        cls,
        game: AnyGame,
        *,
        game_id: str,
        seats: Sequence[SeatSetup],
        secret: bytes,
        names_salt: str,
        at: str,
        edition: str | None = None,
        options: dict[str, OptionValue] | None = None,
        catalog: Catalog | None = None,
        rules: str | None = None,
        clock: Clock | None = None,
        tournament: InTournament | UnsetType = UNSET,
    ) -> "Record":
        played = rules or rules_name(game.name, game.newest_rules)
        action = creation(
            game_id, game.name, played, seats, edition, options, clock, tournament=tournament
        )
        aggregate, setup = Aggregate.create(
            game, action, catalog or game.catalog, secret, names_salt, at
        )
        aggregate.apply(setup)
        return cls(aggregate, [setup.entry])

    @property
    def game(self) -> AnyGame:
        return self._aggregate.game

    @property
    def game_id(self) -> str:
        return self._aggregate.game_id

    @property
    def catalog(self) -> Catalog:
        return self._aggregate.catalog

    @property
    def state(self) -> Any:
        return self._aggregate.state

    @property
    def table(self) -> Table:
        return self._aggregate.table

    @property
    def version(self) -> int:
        return self._aggregate.version

    @property
    def over(self) -> bool:
        return self._aggregate.over

    def act(self, seat: Seat, action: Fact, at: str, key: str | None = None) -> Entry:
        return self._append(seat, action, at, key)

    @property
    def names(self) -> tuple[str, ...]:
        return self._aggregate.names

    def erase_names(self, at: str) -> Entry:
        """And the seal that holds them, as if it had never been kept."""
        first = self.entries[0]
        kept = tuple(seal for seal in first.seals if not is_for_everybody(seal))
        self.entries[0] = Entry(first.line, kept)
        return self._append("arbiter", EraseNames(), at, None, ORGANIZER)

    def rule(self, action: Fact, at: str, name: str = ORGANIZER, key: str | None = None) -> Entry:
        """What an arbiter does."""
        return self._append("arbiter", action, at, key, name)

    def flag(self, seat: Seat, at: str) -> Entry:
        return self._append("service", Flag(seat), at, None)

    def settle(self, at: str) -> Entry:
        return self._append("service", Settle(), at, None)

    def _append(
        self, by: By, action: Fact, at: str, key: str | None, name: str | UnsetType = UNSET
    ) -> Entry:
        aggregate = self._aggregate
        decision = aggregate.decide(by, action, at, key, name=name)
        if decision.takes_back_to is not None:
            aggregate.recall = self._recalled(decision.takes_back_to)
        aggregate.apply(decision)
        self.entries.append(decision.entry)
        return decision.entry

    def _recalled(self, version: int) -> Recall:
        """The state that the game goes back to: the log is folded anew, up to there."""
        known, recall = self._aggregate, Recall()
        past = Aggregate(known.game_id, known.game, known.catalog)
        past.follow_all(self.entries[:version])
        recall.keep(version, past.state)
        return recall
