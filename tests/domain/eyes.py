"""What a seat is shown, offered and told, and the log as it may read it, whatever the game."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from hypothesis import strategies as st

from domain.kernel.actions import By
from domain.kernel.chance import Chance
from domain.kernel.decider import AnyGame
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact, Seat, hidden_for, redacted, revealed

Log = Sequence[tuple[By, Fact]]
Conceivable = Callable[[Any, Seat], st.SearchStrategy[Any]]
"""Actions that somebody might send, legal or not."""


class Eyes:
    def __init__(self, game: AnyGame, chance: Chance, conceivable: Conceivable) -> None:
        self._game, self._chance, self._conceivable = game, chance, conceivable

    def shown(self, state: Any, seat: Seat | None) -> bytes:
        return msgspec.json.encode(self._game.view(state, seat))

    def offered(self, state: Any, seat: Seat, draft: Fact | None = None) -> bytes:
        try:
            return msgspec.json.encode(self._game.choices(state, seat, draft))
        except RuleViolation as violation:
            return repr((violation.code, violation.facts)).encode()

    def told(self, state: Any, seat: Seat, action: Fact) -> tuple[str, dict[str, object]] | None:
        """The refusal, if the action is refused."""
        try:
            self._game.decide(state, seat, action, self._chance)
        except RuleViolation as violation:
            return violation.code, violation.facts
        return None

    def assert_the_same_for(self, seat: Seat, one: Any, other: Any, data: st.DataObject) -> None:
        assert self.shown(one, seat) == self.shown(other, seat)
        assert self.offered(one, seat) == self.offered(other, seat)
        for _ in range(5):
            action = data.draw(self._conceivable(one, seat))
            assert self.told(one, seat, action) == self.told(other, seat, action)
            assert self.offered(one, seat, action) == self.offered(other, seat, action)


def as_seen_by(log: Log, seat: Seat | None) -> list[Any]:
    """The events as the seat may read them; None is the public."""
    seen = []
    for by, event in log:
        actor = by if isinstance(by, int) else None
        public = redacted(event, actor)
        own = {} if seat is None else hidden_for(event, actor, seat)
        seen.append(revealed(public, own))
    return seen
