"""What a seat is shown, offered and told, and the log as it may read it, whatever the game."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from hypothesis import strategies as st

from domain.kernel import consequences
from domain.kernel.actions import By
from domain.kernel.chance import CommittedChance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import UNKNOWN, Fact, Seat, hidden_for, redacted, revealed
from tests.domain.kit.setup import AnySetup

Log = Sequence[tuple[By, Fact]]
Put = Callable[[str], None]
FORETOLD = 10
"""Of one offer."""
CHANCE = CommittedChance(b"the luck of somebody who only asks")


class Eyes:
    def __init__(self, kind: type[AnySetup]) -> None:
        self._game, self._conceivable = kind.decider, kind.conceivable

    def shown(self, state: Any, seat: Seat | None) -> bytes:
        return msgspec.json.encode(self._game.view(state, seat))

    def scored(self, state: Any, seat: Seat | None) -> bytes:
        """What the seat is told of how it would be if it were scored now."""
        return msgspec.json.encode(self._game.if_scored(state, seat, "en"))

    def offered(self, state: Any, seat: Seat, draft: Fact | None = None) -> bytes:
        try:
            return msgspec.json.encode(self._game.choices(state, seat, draft))
        except RuleViolation as violation:
            return repr((violation.code, violation.facts)).encode()

    def foretold(self, state: Any, seat: Seat) -> list[Any]:
        """Some of what is offered, in words, and what it would do."""
        game, few = self._game, list(self._game.choices(state, seat))
        words, seen = game.describe(state, seat, None, "en"), game.seen(state, seat)
        few = few[:: max(1, len(few) // FORETOLD)]
        return [
            (words(offer.action), consequences.told(game, seen, seat, offer.action, "en"))
            for offer in few
            if offer.complete
        ]

    def why_not(self, state: Any, seat: Seat, action: Fact) -> tuple[str, str] | None:
        """The refusal of what would be played, as the seat is told it."""
        try:
            consequences.would_cause(self._game, self._game.seen(state, seat), seat, action)
        except RuleViolation as violation:
            return violation.code, self._game.explain(violation, "en")
        return None

    def told(self, state: Any, seat: Seat, action: Fact) -> tuple[str, dict[str, object]] | None:
        """The refusal, if the action is refused."""
        try:
            self._game.decide(state, seat, action, CHANCE)
        except RuleViolation as violation:
            return violation.code, violation.facts
        return None

    def assert_the_same_for(self, seat: Seat, one: Any, other: Any, data: st.DataObject) -> None:
        assert self.shown(one, seat) == self.shown(other, seat)
        assert self.scored(one, seat) == self.scored(other, seat)
        assert self.offered(one, seat) == self.offered(other, seat)
        # What effects, reasons and hints are decided on; so none of them can differ.
        assert self._game.seen(one, seat) == self._game.seen(other, seat)
        assert self.foretold(one, seat) == self.foretold(other, seat)
        conceivable = self._conceivable(one, seat)
        for _ in range(0 if conceivable.is_empty else 5):
            action = data.draw(conceivable)
            assert self.told(one, seat, action) == self.told(other, seat, action)
            assert self.why_not(one, seat, action) == self.why_not(other, seat, action)
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


def public_lines(log: Log) -> list[bytes]:
    return [msgspec.json.encode(event) for event in as_seen_by(log, None)]


def hidden_cards(state: Any, known: Any) -> list[str]:
    """What stands where a reader of the log knows only that there is something."""
    return [card for card, _ in _unknown(state, known)]


def shuffle_hidden(state: Any, known: Any, luck: random.Random) -> None:
    """Other cards in all these places, each of the deck that it was of."""
    decks: dict[str, list[tuple[str, Put]]] = {}
    for card, put in _unknown(state, known):
        decks.setdefault(re.split(r"\W", card)[0], []).append((card, put))
    for places in decks.values():
        cards = [card for card, _ in places]
        luck.shuffle(cards)
        for card, (_, put) in zip(cards, places, strict=True):
            put(card)


def _unknown(value: Any, known: Any) -> Iterator[tuple[str, Put]]:
    """Every card with a way to put another in its place."""
    parts: list[tuple[Any, Any, Put]] = []
    if isinstance(value, list):
        pairs = enumerate(zip(value, known, strict=True))
        parts = [(own, seen, _put_at(value, at)) for at, (own, seen) in pairs]
    elif isinstance(value, dict):
        parts = [(own, known[name], _put_at(value, name)) for name, own in value.items()]
    elif isinstance(value, msgspec.Struct):
        names = [name for name in value.__struct_fields__ if name != "catalog"]
        parts = [(getattr(value, n), getattr(known, n), _put_in(value, n)) for n in names]
    for own, seen, put in parts:
        if seen == UNKNOWN and own != UNKNOWN:
            yield own, put
        elif seen is not None:
            yield from _unknown(own, seen)


def _put_at(items: Any, at: Any) -> Put:
    def put(card: str) -> None:
        items[at] = card

    return put


def _put_in(struct: Any, name: str) -> Put:
    return lambda card: setattr(struct, name, card)
