"""What uncovers [A3], against the views: whatever comes into somebody's sight has been hidden.

A component is what the state names after entry 1 and no view does. Games that have nothing lying
hidden draw from the secret when the time has come: there, what records a draw uncovers.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from domain.kernel.decider import AnyGame
from domain.kernel.seals import Audience, Fact, Seat, hidden_for, redacted, revealed
from replays.entry import AnyLine
from replays.history import History
from replays.position import Position
from replays.samples import samples
from replays.stored_state import pack

SAMPLES = {
    "gluck_auf/two-players": 30,
    "gluck_auf/house-options": 30,
    "gluck_auf/order-stack-exhausted": 30,
    "kartenspiel/every-kind-of-event": 90,
    "kartenspiel/every-action-innovation": 90,
    "kartenspiel/secret-order-delivered": 90,
    "schichtwechsel/pit-cube-drawn-twice": 4,
    "schichtwechsel/other-rule-switches": 4,
}
"""Each with a number of entries that uncover, at least."""


def strings(value: Any, *, with_keys: bool) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        if with_keys:
            yield from value
        for part in value.values():
            yield from strings(part, with_keys=with_keys)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part, with_keys=with_keys)


def lying_in(state: Any) -> set[str]:
    """Names of fields are no components."""
    return set(strings(msgspec.msgpack.decode(pack(state)), with_keys=False))


def named_in(*shown: Any) -> set[str]:
    """A component may stand as a key, too, before what lies on it."""
    return {
        name
        for one in shown
        for name in strings(msgspec.json.decode(msgspec.json.encode(one)), with_keys=True)
    }


class Onlookers:
    """All seats and the public, who tell each other everything."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._game = game
        self._readers: Sequence[Seat | None] = (*range(seats), None)

    def see(self, state: Any) -> set[str]:
        return named_in(*(self._game.view(state, reader) for reader in self._readers))

    def read(self, line: AnyLine) -> set[str]:
        return named_in(
            *(
                as_read(event, line.actor, reader)
                for event in line.events
                for reader in self._readers
            )
        )


def as_read(event: Fact, actor: Audience, reader: Seat | None) -> Fact:
    own = {} if reader is None else hidden_for(event, actor, reader)
    return revealed(redacted(event, actor), own)


@pytest.mark.parametrize("name", SAMPLES)
def test_a3_whoever_sees_something_new_has_it_uncovered(name: str) -> None:
    history = History(dict(samples())[name])
    game, (first, *lines) = history.game, history.lines
    onlookers, position = Onlookers(game, history.seats), Position(game, history.catalog)
    position.follow_line(first)
    seen = onlookers.see(position.state)
    hidden = lying_in(position.state) - seen
    uncovering = 0
    for line in lines:
        position.follow_line(line)
        before, seen = seen, onlookers.see(position.state)
        new = hidden & (seen | onlookers.read(line)) - before
        is_drawn = not game.dealt.isdisjoint(map(type, line.events))
        uncovers = bool(line.seals) or game.uncovers(line.events)
        assert uncovers or not (new or is_drawn), (line.v, new)
        uncovering += uncovers and bool(new or is_drawn)
    assert uncovering >= SAMPLES[name]
