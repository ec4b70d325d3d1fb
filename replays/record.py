"""The log of one game in memory: create it, act, settle; every step is an entry of exact bytes."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.actions import By, CreateGame, OptionValue, SeatSetup, Settle
from domain.kernel.catalog import Catalog
from domain.kernel.decider import AnyGame
from domain.kernel.seals import Fact, Seat
from domain.kernel.versions import rules_name
from replays.aggregate import Aggregate
from replays.entry import Entry


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
        at: str,
        edition: str | None = None,
        options: dict[str, OptionValue] | None = None,
        catalog: Catalog | None = None,
        rules: str | None = None,
    ) -> "Record":
        action = CreateGame(
            game_id,
            game.name,
            tuple(seats),
            edition,
            options or {},
            rules or rules_name(game.name, game.newest_rules),
        )
        aggregate, founding = Aggregate.found(game, action, catalog or game.catalog, secret, at)
        aggregate.apply(founding)
        return cls(aggregate, [founding.entry])

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
    def version(self) -> int:
        return self._aggregate.version

    @property
    def over(self) -> bool:
        return self._aggregate.over

    def act(self, seat: Seat, action: Fact, at: str, key: str | None = None) -> Entry:
        return self._append(seat, action, at, key)

    def settle(self, at: str) -> Entry:
        return self._append("service", Settle(), at, None)

    def _append(self, by: By, action: Fact, at: str, key: str | None) -> Entry:
        decision = self._aggregate.decide(by, action, at, key)
        self._aggregate.apply(decision)
        self.entries.append(decision.entry)
        return decision.entry
