"""Games played at random, for what must hold in every game.

The players first pick a kind of action and then one of the kind, so that a rare kind comes up as
often as one with many variants.
"""

import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions import Action
from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.actions.turns import Pass
from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kartenspiel.deeds import Mine, kind_of
from domain.kartenspiel.events import Event
from domain.kartenspiel.state import State
from domain.kernel.actions import By, CreateGame, OptionValue, SeatSetup
from domain.kernel.chance import Chance, CommittedChance
from domain.kernel.choices import Choice

Pick = Callable[[Sequence[Any]], Any]
Watcher = Callable[[State, Event], None]


def examples(share: float) -> settings:
    """So many of the profile's examples: whole games take their time."""
    return settings(max_examples=max(1, int(settings().max_examples * share)))


def scarce_catalog() -> KartenspielCatalog:
    """A box with few cards of each deck, so that stacks run out, and with all innovations."""
    content = deepcopy(KARTENSPIEL.catalog.content)
    kept = {"lorries": 12, "wagons": 11, "engines": 8, "orders": 8, "shares": 5, "objectives": 6}
    for deck, count in kept.items():
        cards = content[deck]["cards"]
        content[deck]["cards"] = cards[:: max(1, len(cards) // count)][:count]
        content[deck]["count"] = count
    initial = {"lorry-left": 6, "lorry-right": 6, "wagon-left": 5, "wagon-right": 6}
    initial |= {"engine": 8, "order": 8, "share": 5, "objective": 6, "innovation": 16}
    for stack in content["stacks"]["items"]:
        stack["initial"] = initial[stack["id"]]
    return KartenspielCatalog(msgspec.json.encode(content))


BOXES = {"printed": KARTENSPIEL.catalog, "scarce": scarce_catalog()}


@dataclass(frozen=True)
class Setup:
    players: int = 2
    options: dict[str, OptionValue] = field(default_factory=dict)
    box: str = "printed"
    secret: int = 0

    def chance(self) -> CommittedChance:
        return CommittedChance(self.secret.to_bytes(32, "big"))

    def create(self) -> CreateGame:
        seats = tuple(SeatSetup(f"player {seat}") for seat in range(self.players))
        return CreateGame("a-game", "kartenspiel", seats, None, self.options)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any player count, start player and colours, with the printed box or a scarce one."""
    players = draw(st.integers(2, 4))
    options: dict[str, OptionValue] = {}
    if draw(st.booleans()):
        options["start_player"] = draw(st.integers(0, players - 1))
    if draw(st.booleans()):
        colors = draw(st.permutations(["red", "blue", "green", "yellow"]))
        options["colors"] = ",".join(colors[:players])
    return Setup(players, options, draw(st.sampled_from(list(BOXES))), draw(st.integers(0, 999)))


class Game:
    """A game from its creation on; whoever watches is told the state after every event."""

    def __init__(
        self, setup: Setup, watcher: Watcher | None = None, chance: Chance | None = None
    ) -> None:
        self.setup = setup
        self.catalog = BOXES[setup.box]
        self.state: State = KARTENSPIEL.initial(self.catalog)
        self.log: list[tuple[By, Event]] = []
        self.chance = chance or setup.chance()
        self.watcher = watcher
        create = setup.create()
        self.happen("service", KARTENSPIEL.decide(self.state, "service", create, self.chance))

    def happen(self, by: By, events: list[Event]) -> list[Event]:
        for event in events:
            KARTENSPIEL.evolve(self.state, event)
            self.log.append((by, event))
            if self.watcher:
                self.watcher(self.state, event)
        return events

    def does(self, action: Action, by: By | None = None) -> list[Event]:
        assert self.state.active is not None
        actor = self.state.active if by is None else by
        return self.happen(actor, KARTENSPIEL.decide(self.state, actor, action, self.chance))

    def settle(self) -> list[Event]:
        return self.happen("service", KARTENSPIEL.settle(self.state, self.chance))

    def turn(self, pick: Pick) -> None:
        """One action of a player, or the settlement if the shift is over."""
        if self.state.phase == "scoring":
            self.settle()
        elif self.state.phase != "finished":
            self.does(picked_action(self.state, pick))

    @property
    def events(self) -> list[Event]:
        return [event for _, event in self.log]


def picked_action(state: State, pick: Pick) -> Action:
    assert state.active is not None
    choice = _one_of_a_kind(KARTENSPIEL.choices(state, state.active), pick)
    while choice.open and (not choice.complete or pick([False] + [True] * 5)):
        choice = _one_of_a_kind(KARTENSPIEL.choices(state, state.active, choice.action), pick)
    return choice.action


def _one_of_a_kind(offers: Sequence[Choice[Action]], pick: Pick) -> Choice[Action]:
    kinds: dict[str, list[Choice[Action]]] = {}
    for offer in offers:
        kinds.setdefault(_kind(offer.action), []).append(offer)
    # Whoever can do something else seldom passes, or games would end with full stacks.
    if len(kinds) > 1 and "Pass" in kinds and pick([True] * 9 + [False]):
        del kinds["Pass"]
    chosen: Choice[Action] = pick(kinds[pick(list(kinds))])
    return chosen


def _kind(action: Action) -> str:
    if isinstance(action, Pass):
        return "Pass"
    deed = None
    if isinstance(action, PlaceWorkers):
        deed = action.action
    elif isinstance(action, PlayInnovation):
        return "PlayInnovation"
    if isinstance(deed, Mine) and deed.moves:
        return str(deed.moves[-1].__struct_config__.tag)
    return kind_of(deed) if deed else type(action).__name__


def played(setup: Setup, seed: int, actions: int, watcher: Watcher | None = None) -> Game:
    """A game after so many actions, settlements not counted, or at its end."""
    game, pick = Game(setup, watcher), random.Random(seed).choice
    while actions > 0 and game.state.phase != "finished":
        actions -= game.state.phase != "scoring"
        game.turn(pick)
    return game


@st.composite
def positions(draw: st.DrawFn) -> Game:
    """Anywhere in a game; as often as possible in the middle of a wild action."""
    game = played(draw(setups()), draw(st.integers(0, 999)), draw(st.integers(0, 250)))
    if game.state.phase == "before_action" and draw(st.integers(0, 2)) == 0:
        assert game.state.active is not None
        wild = [
            choice.action
            for choice in KARTENSPIEL.choices(game.state, game.state.active)
            if choice.complete and getattr(choice.action, "area", "") == "wild"
        ]
        if wild:
            game.does(draw(st.sampled_from(wild)))
    return game
