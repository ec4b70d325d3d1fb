"""Games played at random, for what must hold in every game, and the positions they lead to.

Playing costs far more than folding. So a few whole games are played per process, and a position is
found by folding one of them up to there. `--hypothesis-profile=thorough` plays ten times as many.
"""

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from domain.kernel.actions import By
from domain.kernel.chance import Chance
from domain.kernel.choices import Choice
from tests.domain.kit.setup import AnySetup, Pick, Watcher

T = TypeVar("T")
ENDLESS = 10**6
ANYWHERE = ""
PER_GAME = 4
"""Examples of the profile per game that is played."""
MOST_GAMES = 500
"""They are all kept."""


def examples(share: float) -> settings:
    """So many times the examples that the profile in `tests/conftest.py` says."""
    return settings(max_examples=max(1, round(settings().max_examples * share)))


class Game:
    """A game from its creation on; whoever watches is told the state after every event."""

    def __init__(
        self, setup: AnySetup, watcher: Watcher | None = None, chance: Chance | None = None
    ) -> None:
        self._begin(setup, watcher, chance or setup.chance())
        create = self.decider.decide(self.state, "service", setup.create(), self.chance)
        self.happen("service", create)

    def _begin(self, setup: AnySetup, watcher: Watcher | None, chance: Chance) -> None:
        self.setup, self.decider, self.catalog = setup, setup.decider, setup.catalog
        self.watcher, self.chance = watcher, chance
        self.state: Any = self.decider.initial(self.catalog)
        self.log: list[tuple[By, Any]] = []
        self.decisions: list[tuple[int, str]] = []
        """After each: how long the log is, and the phase."""

    def up_to(self, decisions: int, watcher: Watcher | None = None) -> "Game":
        """Another game that has come as far as this one had; deciding on is the same for both."""
        earlier = Game.__new__(type(self))
        earlier._begin(self.setup, watcher, self.setup.chance())
        begun = 0
        for end, _ in self.decisions[:decisions]:
            by = self.log[begun][0]
            earlier.happen(by, [event for _, event in self.log[begun:end]])
            begun = end
        return earlier

    def happen(self, by: By, events: Sequence[Any]) -> Sequence[Any]:
        for event in events:
            self.decider.evolve(self.state, event)
            self.log.append((by, event))
            if self.watcher:
                self.watcher(self.state, event)
        self.decisions.append((len(self.log), self.state.phase))
        return events

    @property
    def seat(self) -> int:
        [seat] = self.decider.awaited(self.state)
        return seat

    @property
    def is_awaited(self) -> bool:
        """Whether somebody may act: neither scored nor over."""
        return bool(self.decider.awaited(self.state))

    def does(self, action: Any, by: By | None = None) -> Sequence[Any]:
        actor = self.seat if by is None else by
        return self.happen(actor, self.decider.decide(self.state, actor, action, self.chance))

    def settle(self) -> Sequence[Any]:
        return self.happen("service", self.decider.settle(self.state, self.chance))

    def turn(self, pick: Pick) -> None:
        """One action of a player, or the settlement if the period is over."""
        if self.state.phase == "scoring":
            self.settle()
        elif self.state.phase != "finished":
            self.does(self.picked_action(pick))

    def picked_action(self, pick: Pick) -> Any:
        seat = self.seat
        choice = self._one_of_a_kind(self.decider.choices(self.state, seat), pick)
        while choice.open and (not choice.complete or pick([False] + [True] * 7)):
            offered = self.decider.choices(self.state, seat, choice.action)
            choice = self._one_of_a_kind(offered, pick)
        return choice.action

    def _one_of_a_kind(self, offers: Sequence[Choice[Any]], pick: Pick) -> Choice[Any]:
        kinds: dict[str, list[Choice[Any]]] = {}
        for offer in offers:
            kinds.setdefault(self.setup.kind(offer.action), []).append(offer)
        likely = self.setup.likely(kinds, pick)
        chosen: Choice[Any] = pick(likely[pick(list(likely))])
        return chosen

    @property
    def events(self) -> list[Any]:
        return [event for _, event in self.log]


def played(
    setup: AnySetup, seed: int, actions: int = ENDLESS, watcher: Watcher | None = None
) -> Game:
    """A game after so many actions, settlements not counted, or at its end."""
    game, pick = Game(setup, watcher), random.Random(seed).choice
    while actions > 0 and game.state.phase != "finished":
        actions -= game.state.phase != "scoring"
        game.turn(pick)
    return game


_recorded: dict[tuple[str, int], Game] = {}
_places: dict[tuple[str, int], dict[str, list[tuple[int, int]]]] = {}


def recorded(kind: type[AnySetup]) -> list[Game]:
    """Whole games at random, of every number of players and every box; played once."""
    name = kind.decider.name
    count = min(settings().max_examples // PER_GAME, MOST_GAMES)
    for number in range(count):
        if (name, number) not in _recorded:
            _recorded[name, number] = played(kind.any(random.Random(number).choice), number)
    return [_recorded[name, number] for number in range(count)]


def _by_phase(kind: type[AnySetup], games: list[Game]) -> dict[str, list[tuple[int, int]]]:
    """Which game after how many decisions; found once."""
    key = kind.decider.name, len(games)
    if key not in _places:
        found: dict[str, list[tuple[int, int]]] = {}
        for number, game in enumerate(games):
            for at, (_, phase) in enumerate(game.decisions):
                found.setdefault(phase, []).append((number, at + 1))
        found[ANYWHERE] = [place for places in found.values() for place in places]
        _places[key] = found
    return _places[key]


def positions(kind: type[AnySetup], phase: str | None = None) -> st.SearchStrategy[Game]:
    """Anywhere in a game, but as often in a rare phase as in any other; or in this phase."""

    @st.composite
    def drawn(draw: st.DrawFn) -> Game:
        games = recorded(kind)
        places = _by_phase(kind, games)
        where = draw(st.sampled_from([*places, ANYWHERE])) if phase is None else phase
        number, decisions = draw(st.sampled_from(places[where]))
        return games[number].up_to(decisions)

    return drawn()


@st.composite
def of_every_phase(draw: st.DrawFn, kind: type[AnySetup]) -> list[Game]:
    """A position in each phase that there is, and one anywhere."""
    return [draw(positions(kind, phase)) for phase in _by_phase(kind, recorded(kind))]


class Stacked:
    """A chance that deals what the test wants: the named cards first, the others after them."""

    def __init__(self, *first: str) -> None:
        self.first = first

    def shuffled(self, _label: str, items: Sequence[T], /) -> list[T]:
        wanted = [item for name in self.first for item in items if item == name]
        return wanted + [item for item in items if item not in wanted]

    def pick(self, _label: str, items: Sequence[T], /) -> T:
        return items[0]
