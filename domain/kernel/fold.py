"""The fold: a dict from event type to the function that writes its effect into the state."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from domain.kernel.events import NamesErased
from domain.kernel.seals import Fact

S = TypeVar("S")
E = TypeVar("E", bound=Fact)
Writer = Callable[[S, Any], None]


class Fold(Generic[S]):
    """`evolve` of a game: it believes every event, checks nothing and chooses nothing."""

    def __init__(self) -> None:
        self.writers: dict[type[Fact], Writer[S]] = {}
        """Of the game's own events."""
        self._all: dict[type[Fact], Writer[S]] = {NamesErased: _no_effect}

    def on(self, event: type[E]) -> Callable[[Callable[[S, E], None]], Callable[[S, E], None]]:
        def register(writer: Callable[[S, E], None]) -> Callable[[S, E], None]:
            self.writers[event] = self._all[event] = writer
            return writer

        return register

    def __call__(self, state: S, event: Fact) -> S:
        self._all[type(event)](state, event)
        return state

    def all(self, state: S, events: Iterable[Fact]) -> S:
        """Many events at once: half as long again as fast as calling the fold for each."""
        writers = self._all
        for event in events:
            writers[type(event)](state, event)
        return state


def _no_effect(_state: object, _event: Fact) -> None:
    """Names are no part of a game's state."""
