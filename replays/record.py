"""The log of one game in memory: create it, act, settle; every step is an entry of exact bytes."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.actions import By, CreateGame, OptionValue, SeatSetup, Settle
from domain.kernel.catalog import Catalog
from domain.kernel.chance import Chance, CommittedChance
from domain.kernel.decider import AnyGame
from domain.kernel.seals import Fact, Seat
from replays.entry import FIRST_PREV, Entry, sha256, write_entry


def decide(game: AnyGame, state: Any, by: By, action: Fact, chance: Chance) -> list[Fact]:
    """The events of any action of the log, the service's own included."""
    if isinstance(action, Settle):
        return game.settle(state, chance)
    return game.decide(state, by, action, chance)


class Record:
    """A game and its log. Fold, decide and append stay together, so the two never differ."""

    def __init__(self, game: AnyGame, catalog: Catalog | None, secret: bytes) -> None:
        self.game = game
        self.catalog = catalog or game.catalog
        self.state = game.initial(self.catalog)
        self.entries: list[Entry] = []
        self.game_id = ""
        self._secret = secret
        self._chance = CommittedChance(secret)

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
    ) -> "Record":
        record = cls(game, catalog, secret)
        record.game_id = game_id
        record._chance = CommittedChance(secret, [seat.salt for seat in seats])
        action = CreateGame(game_id, game.name, tuple(seats), edition, options or {})
        record._append("service", action, at, None, secret)
        return record

    @property
    def version(self) -> int:
        return len(self.entries)

    @property
    def over(self) -> bool:
        return bool(self.state.phase == "finished")

    def act(self, seat: Seat, action: Fact, at: str, key: str | None = None) -> Entry:
        return self._append(seat, action, at, key)

    def settle(self, at: str) -> Entry:
        return self._append("service", Settle(), at, None)

    def _append(
        self, by: By, action: Fact, at: str, key: str | None, secret: bytes | None = None
    ) -> Entry:
        events = decide(self.game, self.state, by, action, self._chance)
        entry = write_entry(
            version=self.version + 1,
            at=at,
            by=by,
            key=key,
            action=action,
            events=events,
            prev=sha256(self.entries[-1].line) if self.entries else FIRST_PREV,
            chance=self._chance,
            secret=secret,
        )
        self.entries.append(entry)
        self.game.evolve.all(self.state, events)
        return entry
