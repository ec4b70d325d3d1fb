"""Games played at random, for what must hold in every game.

The players first pick a kind of action and then one of the kind, so that a rare kind comes up as
often as one with many variants.
"""

import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec
from hypothesis import strategies as st

from domain.kernel.actions import By, CreateGame, OptionValue, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.choices import Choice
from domain.kernel.versions import rules_name
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.actions import Action
from domain.schichtwechsel.actions.use_card import UseCard
from domain.schichtwechsel.catalog import CATALOG, SchichtwechselCatalog
from domain.schichtwechsel.events import Event
from domain.schichtwechsel.state import State
from domain.schichtwechsel.versions import NEWEST

Pick = Callable[[Sequence[Any]], Any]
Watcher = Callable[[State, Any], None]

OPTIONS: dict[str, list[OptionValue]] = {
    "bundle_assignment": ["sequential", "all_at_once"],
    "house_removal": ["free", "left_to_right"],
    "track_milestones": ["highest", "cumulative"],
    "milestone_with_goal": [False, True],
    "round_card_progress": ["total", "this_round"],
    "leader_ties_score": [True, False],
    "leader_min_position": [1, 0, 3],
    "pass_requires_no_stones": [True, False],
    "heap_exchange_needs_action": [True, False],
    "null_action_allowed": [False, True],
    "own_card_uses_per_round": [1, 0, 2],
    "miner_overrun_unit": ["movement", "field"],
    "final_free_loading_up_to": [2, 1, 4],
    "plant_own_oven_invariant": [True, False],
    "cube_supply_limited": [True, False],
    "token_supply_limited": [False, True],
    "start_player": ["random", 0, 1],
}


def scarce_catalog() -> SchichtwechselCatalog:
    """A small box with short tracks and a fast shift: ends and shortages in every game."""
    content = deepcopy(CATALOG.content)
    content["components"]["coal"] = 18
    content["components"]["spoil"] = 8
    for track in content["tracks"]["items"]:
        track["goal"] = 4
        track["milestones"] = track["milestones"][:1]
        track["barriers"] = track["barriers"][:2]
        for at, barrier in enumerate(track["barriers"]):
            barrier["between"] = [2 * at, 2 * at + 1]
    content["shift"]["steps"]["base"] = 4
    content["tableau"]["water_gauge"]["start"] = 1
    return SchichtwechselCatalog(msgspec.json.encode(content))


BOXES = {"printed": CATALOG, "scarce": scarce_catalog()}


@dataclass(frozen=True)
class Setup:
    players: int = 2
    options: dict[str, OptionValue] = field(default_factory=dict)
    box: str = "printed"
    secret: int = 0
    rules: int = NEWEST

    @property
    def catalog(self) -> SchichtwechselCatalog:
        return BOXES[self.box]

    def chance(self) -> CommittedChance:
        return CommittedChance(self.secret.to_bytes(32, "big"))

    def create(self) -> CreateGame:
        seats = tuple(SeatSetup(f"player {seat}") for seat in range(self.players))
        version = rules_name("schichtwechsel", self.rules)
        return CreateGame("a-game", "schichtwechsel", seats, None, self.options, version)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any player count, rule switches and start player."""
    options = {
        name: draw(st.sampled_from(values))
        for name, values in OPTIONS.items()
        if draw(st.booleans())
    }
    players, box = draw(st.integers(2, 4)), draw(st.sampled_from(list(BOXES)))
    return Setup(players, options, box, draw(st.integers(0, 999)))


class Game:
    """A game from its creation on; whoever watches is told the state after every event."""

    def __init__(self, setup: Setup, watcher: Watcher | None = None) -> None:
        self.setup = setup
        self.state: State = SCHICHTWECHSEL.initial(setup.catalog)
        self.log: list[tuple[By, Event]] = []
        self.chance = setup.chance()
        self.watcher = watcher
        created = SCHICHTWECHSEL.decide(self.state, "service", setup.create(), self.chance)
        self.happen("service", created)

    def happen(self, by: By, events: list[Event]) -> list[Event]:
        for event in events:
            SCHICHTWECHSEL.evolve(self.state, event)
            self.log.append((by, event))
            if self.watcher:
                self.watcher(self.state, event)
        return events

    @property
    def seat(self) -> int:
        [seat] = SCHICHTWECHSEL.awaited(self.state)
        return seat

    def does(self, action: Action) -> list[Event]:
        seat = self.seat
        return self.happen(seat, SCHICHTWECHSEL.decide(self.state, seat, action, self.chance))

    def settle(self) -> list[Event]:
        return self.happen("service", SCHICHTWECHSEL.settle(self.state, self.chance))

    def turn(self, pick: Pick) -> None:
        """One action of a player, or the settlement if the round is over."""
        if self.state.phase == "scoring":
            self.settle()
        elif self.state.phase != "finished":
            self.does(picked_action(self.state, self.seat, pick))

    @property
    def events(self) -> list[Event]:
        return [event for _, event in self.log]


def picked_action(state: State, seat: int, pick: Pick) -> Action:
    choice = _one_of_a_kind(SCHICHTWECHSEL.choices(state, seat), pick)
    while choice.open and (not choice.complete or pick([False] + [True] * 7)):
        choice = _one_of_a_kind(SCHICHTWECHSEL.choices(state, seat, choice.action), pick)
    return choice.action


def _one_of_a_kind(offers: Sequence[Choice[Action]], pick: Pick) -> Choice[Action]:
    kinds: dict[str, list[Choice[Action]]] = {}
    for offer in offers:
        action = offer.action
        kind = action.card if isinstance(action, UseCard) else type(action).__name__
        kinds.setdefault(kind, []).append(offer)
    return cast("Choice[Action]", pick(kinds[pick(list(kinds))]))


def played(setup: Setup, seed: int, actions: int, watcher: Watcher | None = None) -> Game:
    """A game after so many actions, settlements not counted, or at its end."""
    game, pick = Game(setup, watcher), random.Random(seed).choice
    while actions > 0 and game.state.phase != "finished":
        actions -= game.state.phase != "scoring"
        game.turn(pick)
    return game


def whole_game(setup: Setup, watcher: Watcher | None = None, seed: int = 0) -> Game:
    return played(setup, seed, 10**6, watcher)


@st.composite
def positions(draw: st.DrawFn) -> Game:
    """Anywhere in a game."""
    return played(draw(setups()), draw(st.integers(0, 999)), draw(st.integers(0, 200)))
