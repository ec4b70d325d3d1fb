"""Situations as the rules describe them: a real game in shift 1, then changed card by card.

Whatever a situation adds it takes from a stack, so that all cards stay complete: every event that
a situation sees is checked for conservation.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import TypeVar

import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions import Action
from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.actions.turns import EndTurn, Pass
from domain.kartenspiel.deeds import (
    WITHOUT_PARAMETERS,
    AnyMove,
    Consignment,
    Deliver,
    Mine,
    Payment,
    TakeEngine,
    TakeWagon,
    Wild,
    WorkerAction,
    WorkerValue,
)
from domain.kartenspiel.events import Event, LoadedWagon, PlayerScored
from domain.kartenspiel.player_board import Player, Train, Wagon
from domain.kartenspiel.state import Area, Placement, State
from domain.kernel.actions import By, CreateGame, OptionValue, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.errors import RuleViolation

RED, BLUE, GREEN, YELLOW = range(4)
COLORS = ("red", "blue", "green", "yellow")
NAMES = ("Anna", "Bela", "Clara", "Dirk")
CHANCE = CommittedChance(b"a fixed secret for situations    ")
VALUES = {"01": 1, "02": 1, "03": 1, "04": 1, "05": 1, "06": 2, "07": 2, "08": 3, "09": 4, "10": 5}

E = TypeVar("E")


def creation(players: int = 4, options: Mapping[str, OptionValue] | None = None) -> CreateGame:
    seats = tuple(SeatSetup(name) for name in NAMES[:players])
    chosen: dict[str, OptionValue] = {"start_player": RED}
    if options is not None:
        chosen = dict(options)
    return CreateGame("a-game", "kartenspiel", seats, None, chosen)


def created(players: int = 4, options: Mapping[str, OptionValue] | None = None) -> list[Event]:
    """The events of a new game; Red starts unless the options say otherwise."""
    state = KARTENSPIEL.initial(KARTENSPIEL.catalog)
    return KARTENSPIEL.decide(state, "service", creation(players, options), CHANCE)


def only(events: Iterable[object], kind: type[E]) -> E:
    """The one event of this kind."""
    [found] = [event for event in events if isinstance(event, kind)]
    return found


def workers(*numbers: str, color: str = "red") -> Payment:
    """Worker cards by their numbers, at their printed values."""
    return tuple(WorkerValue(f"worker.{color}.{number}", VALUES[number]) for number in numbers)


def laid(card: str, value: int) -> Payment:
    return (WorkerValue(card, value),)


def place(area: str, payment: Payment, action: WorkerAction | None = None) -> PlaceWorkers:
    kind = KARTENSPIEL.catalog.deeds[area]
    return PlaceWorkers(area, payment, action or WITHOUT_PARAMETERS[kind])


def wagon(track: int) -> TakeWagon:
    return TakeWagon(track)


def engine(track: int) -> TakeEngine:
    return TakeEngine(track)


def mining(*moves: AnyMove) -> Mine:
    return Mine(moves)


def delivery(*pairs: tuple[int, str]) -> Deliver:
    return Deliver(tuple(Consignment(track, order) for track, order in pairs))


def wild(stack: str) -> Wild:
    return Wild(stack)


class Situation:
    """Red's turn in shift 1; everybody has worker cards only."""

    def __init__(self, players: int = 4) -> None:
        self.state: State = KARTENSPIEL.fold(created(players))
        self.complete = True
        """False once a situation has taken cards out of the game."""

    # What is given.

    def of(self, seat: int) -> Player:
        return self.state.players[seat]

    def turn_of(self, seat: int) -> "Situation":
        self.state.active = seat
        return self

    def fetch(self, card: str) -> str:
        """Out of the stack where it lies."""
        [stack] = [cards for cards in self.state.stacks.values() if card in cards]
        stack.remove(card)
        return card

    def top(self, stack: str, *cards: str) -> "Situation":
        """These cards on top of a stack, the first uppermost; all stacks keep their sizes."""
        for card in reversed(cards):
            [home] = [name for name, found in self.state.stacks.items() if card in found]
            self.fetch(card)
            self.state.stacks[stack].insert(0, card)
            if home != stack:
                self.state.stacks[home].append(self.state.stacks[stack].pop())
        return self

    def stack(self, stack: str, *cards: str) -> "Situation":
        """Nothing else is in the stack; the other cards are out of the game."""
        for card in cards:
            self.fetch(card)
        self.state.stacks[stack] = list(cards)
        self.complete = False
        return self

    def row(self, seat: int, *cards: str) -> "Situation":
        self.of(seat).mining_row += [self.fetch(card) for card in cards]
        return self

    def storage(self, seat: int, *cards: str) -> "Situation":
        self.of(seat).storage += [self.fetch(card) for card in cards]
        return self

    def wagons(self, seat: int, track: int, *cards: str) -> "Situation":
        """Empty wagons on a track."""
        self.of(seat).tracks[track].wagons += [Wagon(self.fetch(card)) for card in cards]
        return self

    def loaded(self, seat: int, track: int, card: str, lorry: str) -> "Situation":
        self.of(seat).tracks[track].wagons.append(Wagon(self.fetch(card), self.fetch(lorry)))
        return self

    def engine(self, seat: int, track: int, card: str) -> "Situation":
        self.of(seat).tracks[track].engine = self.fetch(card)
        return self

    def orders(self, seat: int, *cards: str) -> "Situation":
        self.of(seat).orders += [self.fetch(card) for card in cards]
        return self

    def innovations(self, seat: int, *cards: str) -> "Situation":
        self.of(seat).innovations += [self.fetch(card) for card in cards]
        return self

    def shares(self, seat: int, *cards: str) -> "Situation":
        self.of(seat).shares += [self.fetch(card) for card in cards]
        return self

    def objectives(self, seat: int, *cards: str) -> "Situation":
        self.of(seat).objectives += [self.fetch(card) for card in cards]
        return self

    def markers(self, seat: int, *numbers: int) -> "Situation":
        for number in numbers:
            self.state.markers.remove(number)
        self.of(seat).markers += numbers
        return self

    def delivered(self, seat: int, order: str, engine: str, *loads: str) -> "Situation":
        """A train that has gone, its lorry cards in joker wagons."""
        jokers = [
            card
            for stack in ("wagon-left", "wagon-right")
            for card in self.state.stacks[stack]
            if card.startswith("wagon.joker")
        ]
        cards = tuple(
            LoadedWagon(self.fetch(joker), self.fetch(lorry))
            for joker, lorry in zip(jokers, loads, strict=False)
        )
        self.of(seat).delivered.append(Train(1, self.fetch(engine), cards, self.fetch(order)))
        return self

    def used(self, area: str, seat: int, *payments: Payment) -> "Situation":
        """Placements of a seat, one after the other, with cards from its hand."""
        for payment in payments:
            player, total = self.of(seat), sum(paid.value for paid in payment)
            for paid in payment:
                hand = player.workers if paid.card in player.workers else player.innovations
                hand.remove(paid.card)
            placements = [*self.state.areas[area].placements, Placement(seat, payment, total)]
            self.state.areas[area] = Area(total, seat, placements)
        return self

    def hand_only(self, seat: int, *numbers: str) -> "Situation":
        """So many worker cards are left; the others lie in the delivery area."""
        kept = [f"worker.{COLORS[seat]}.{number}" for number in numbers]
        spent = [card for card in self.of(seat).workers if card not in kept]
        self.used("deliver", seat, *(laid(card, VALUES[card[-2:]]) for card in spent))
        return self

    def priced(self, area: str, required: int) -> "Situation":
        """So many workers are needed now; who was there last does not matter for it."""
        self.state.areas[area].last_total = required - 1
        return self

    def shift(self, number: int) -> "Situation":
        """So far the shifts have gone; their markers went to the last seat."""
        gone = [marker for marker in self.state.markers if marker < number]
        self.markers(len(self.state.players) - 1, *gone)
        self.state.shift = number
        return self

    # What happens.

    def does(self, seat: By, action: Action) -> list[Event]:
        return self.happen(KARTENSPIEL.decide(self.state, seat, action, CHANCE))

    def turn(self, seat: int, action: Action) -> list[Event]:
        """The action, and the end of the turn."""
        self.state.active = seat
        return [*self.does(seat, action), *self.does(seat, EndTurn())]

    def all_pass(self) -> list[Event]:
        events: list[Event] = []
        while self.state.phase == "before_action":
            assert self.state.active is not None
            events += self.does(self.state.active, Pass())
        return events

    def settles(self) -> list[Event]:
        return self.happen(KARTENSPIEL.settle(self.state, CHANCE))

    def happen(self, events: list[Event]) -> list[Event]:
        for event in events:
            KARTENSPIEL.evolve(self.state, event)
            if self.complete:
                assert KARTENSPIEL.imbalance(self.state, event) is None
        return events

    def refuses(self, seat: By, action: Action | CreateGame) -> tuple[str, dict[str, object]]:
        """The code and the facts of the refusal; the state stays as it was."""
        before = deepcopy(self.state)
        with pytest.raises(RuleViolation) as refusal:
            KARTENSPIEL.decide(self.state, seat, action, CHANCE)
        assert self.state == before
        return refusal.value.code, refusal.value.facts

    def code(self, seat: By, action: Action | CreateGame) -> str:
        return self.refuses(seat, action)[0]

    def allows(self, seat: By, action: Action) -> bool:
        """Tried on a copy; False if a rule forbids it."""
        try:
            KARTENSPIEL.decide(deepcopy(self.state), seat, action, CHANCE)
        except RuleViolation:
            return False
        return True

    def score(self, seat: int) -> PlayerScored:
        """What a seat has if the game ends here; the last marker goes to the next seat."""
        game = deepcopy(self)
        game.complete, game.state.markers = False, game.state.markers[-1:]
        neighbour = (seat + 1) % len(game.state.players)
        game.state.areas["mine-0-1"].last_seat = neighbour
        scored = [e for e in game.all_pass_and_settle() if isinstance(e, PlayerScored)]
        return scored[seat]

    def all_pass_and_settle(self) -> list[Event]:
        return [*self.all_pass(), *self.settles()]
