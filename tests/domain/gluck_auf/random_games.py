"""Games played at random, for what must hold in every game.

The players first pick a kind of action (or of work step) and then one of the kind, so that a rare
kind comes up as often as one with many variants.
"""

import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from hypothesis import settings
from hypothesis import strategies as st

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions import Action
from domain.gluck_auf.actions.mine import Mine
from domain.gluck_auf.catalog import GluckAufCatalog
from domain.gluck_auf.events import Event
from domain.gluck_auf.state import State
from domain.kernel.actions import By, CreateGame, OptionValue, SeatSetup
from domain.kernel.chance import Chance, CommittedChance
from domain.kernel.choices import Choice

T = TypeVar("T")
Pick = Callable[[Sequence[Any]], Any]
Watcher = Callable[[State, Event], None]

OPTIONS = {
    "second_place_points": ["standard", "hungarian"],
    "scoring_eligibility": ["per_element", "any_delivered_order"],
    "storage_rule": ["no_matching_spot", "free"],
    "substitution_rule": ["split_allowed", "same_action"],
    "shortage_rule": ["optional", "mandatory"],
    "delivered_visibility": ["owner", "all"],
}


def examples(share: float) -> settings:
    """So many times the examples that the profile in `tests/conftest.py` says."""
    return settings(max_examples=round(settings().max_examples * share))


def scarce_catalog() -> GluckAufCatalog:
    """A box with few cubes, tiles and orders, all cheap: shortage and empty stacks every game."""
    content = deepcopy(GLUCK_AUF.catalog.content)
    for color in content["colors"]["items"]:
        color["cubes_in_box"] = 6
    content["tiles"]["items"] = [t for t in content["tiles"]["items"] if t["id"][-1] == "1"]
    for tile in content["tiles"]["items"]:
        tile["price"] = 1
    content["orders"]["items"] = [o for o in content["orders"]["items"] if o["id"][-2:] < "06"]
    return GluckAufCatalog(msgspec.json.encode(content))


@dataclass(frozen=True)
class Box:
    catalog: GluckAufCatalog
    cubes: int
    """Of each color."""


PRINTED = Box(GLUCK_AUF.catalog, cubes=16)
SCARCE = Box(scarce_catalog(), cubes=6)
BOXES = {"printed": PRINTED, "scarce": SCARCE}


@dataclass(frozen=True)
class Setup:
    players: int = 2
    edition: str = "de"
    options: dict[str, OptionValue] = field(default_factory=dict)
    box: str = "printed"
    secret: int = 0

    def chance(self) -> CommittedChance:
        return CommittedChance(self.secret.to_bytes(32, "big"))

    def create(self) -> CreateGame:
        seats = tuple(SeatSetup(f"player {seat}") for seat in range(self.players))
        return CreateGame("a-game", "gluck-auf", seats, self.edition, self.options)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any player count, edition, and options over it."""
    players = draw(st.integers(2, 4))
    options: dict[str, OptionValue] = {
        name: draw(st.sampled_from(values))
        for name, values in OPTIONS.items()
        if draw(st.booleans())
    }
    if draw(st.booleans()):
        options |= {
            "starting_player_method": "assigned",
            "starting_player": draw(st.integers(0, players - 1)),
        }
    return Setup(
        players,
        draw(st.sampled_from(["de", "en", "hu"])),
        options,
        draw(st.sampled_from(list(BOXES))),
        draw(st.integers(0, 999)),
    )


class Game:
    """A game from its creation on; whoever watches is told the state after every event."""

    def __init__(
        self, setup: Setup, watcher: Watcher | None = None, chance: Chance | None = None
    ) -> None:
        self.setup = setup
        self.box = BOXES[setup.box]
        self.state: State = GLUCK_AUF.initial(self.box.catalog)
        self.log: list[tuple[By, Event]] = []
        self.chance: Chance = chance or setup.chance()
        self.watcher = watcher
        self.happen("service", GLUCK_AUF.decide(self.state, "service", setup.create(), self.chance))

    def happen(self, by: By, events: list[Event]) -> list[Event]:
        for event in events:
            GLUCK_AUF.evolve(self.state, event)
            self.log.append((by, event))
            if self.watcher:
                self.watcher(self.state, event)
        return events

    def does(self, action: Action) -> list[Event]:
        assert self.state.active is not None
        seat = self.state.active
        return self.happen(seat, GLUCK_AUF.decide(self.state, seat, action, self.chance))

    def settle(self) -> list[Event]:
        return self.happen("service", GLUCK_AUF.settle(self.state, self.chance))

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
    choice = _one_of_a_kind(GLUCK_AUF.choices(state, state.active), pick)
    while choice.open and (not choice.complete or pick([False] + [True] * 7)):
        choice = _one_of_a_kind(GLUCK_AUF.choices(state, state.active, choice.action), pick)
    return choice.action


def _one_of_a_kind(offers: Sequence[Choice[Action]], pick: Pick) -> Choice[Action]:
    kinds: dict[str, list[Choice[Action]]] = {}
    for offer in offers:
        kinds.setdefault(_kind(offer.action), []).append(offer)
    chosen: Choice[Action] = pick(kinds[pick(list(kinds))])
    return chosen


def _kind(action: Action) -> str:
    if isinstance(action, Mine) and action.steps:
        return type(action.steps[-1]).__name__
    return type(action).__name__


def played(setup: Setup, seed: int, actions: int, watcher: Watcher | None = None) -> Game:
    """A game after so many actions, settlements not counted, or at its end."""
    game, pick = Game(setup, watcher), random.Random(seed).choice
    while actions > 0 and game.state.phase != "finished":
        actions -= game.state.phase != "scoring"
        game.turn(pick)
    return game


@st.composite
def positions(draw: st.DrawFn) -> Game:
    """Anywhere in a game; as often as possible where the player has just looked at five."""
    game = played(draw(setups()), draw(st.integers(0, 999)), draw(st.integers(0, 150)))
    if game.state.phase == "turn" and draw(st.booleans()):
        assert game.state.active is not None
        offered = [c.action for c in GLUCK_AUF.choices(game.state, game.state.active)]
        looks = [a for a in offered if type(a).__name__.startswith("LookAt")]
        if looks:
            game.does(draw(st.sampled_from(looks)))
    return game
