"""Placements spoiled in several ways at once: the first code of section 15.5 is reported.

A legal placement of a random game is spoiled in ways whose codes are known, each by itself;
whatever comes together, the one that stands first in the order of the rules document must win.
"""

import random
from collections.abc import Callable
from copy import deepcopy
from functools import cache

import pytest
from msgspec.structs import replace

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.deeds import Mine as Mining
from domain.kartenspiel.deeds import StoreFront, TakeObjective, TakeShare, Wild, WorkerValue
from domain.kartenspiel.state import State
from domain.kernel.errors import RuleViolation
from tests.domain.kartenspiel.random_games import Setup
from tests.domain.kit.game import Game

GROUPS = (
    {"wrong_phase"},
    {"not_your_turn"},
    {"unknown_card", "card_not_in_hand"},
    {"duplicate_card"},
    {"value_out_of_range"},
    {"wrong_total"},
    {"area_not_in_play"},
    {"action_mismatch"},
    {"stack_empty"},
    {"step_budget", "not_front_card"},
)
"""In the order of 15.5; particular codes of an action have none among themselves."""
RANK = {code: rank for rank, group in enumerate(GROUPS) for code in group}
Dice = random.Random
Attempt = tuple[State, int, PlaceWorkers]
Spoiler = Callable[[Attempt, Dice], Attempt | None]
"""The attempt spoiled in one more way; None where that is not possible."""


def another_phase(attempt: Attempt, _: Dice) -> Attempt | None:
    state, seat, action = attempt
    return replace(state, phase="after_action"), seat, action


def another_seat(attempt: Attempt, _: Dice) -> Attempt | None:
    state, seat, action = attempt
    return state, (seat + 1) % len(state.players), action


def strange_card(attempt: Attempt, dice: Dice) -> Attempt | None:
    state, seat, action = attempt
    foreign = next(iter(state.players[(seat + 1) % len(state.players)].workers), "worker.red.99")
    laid = WorkerValue(dice.choice(["worker.red.99", foreign]), 1)
    return state, seat, replace(action, payment=(*action.payment, laid))


def strange_part(attempt: Attempt, dice: Dice) -> Attempt | None:
    state, seat, action = attempt
    moves = (StoreFront("lorry.moon.01"),)
    return state, seat, replace(action, action=dice.choice([Wild("moon"), Mining(moves)]))


def twice(attempt: Attempt, _: Dice) -> Attempt | None:
    state, seat, action = attempt
    return state, seat, replace(action, payment=(*action.payment, action.payment[0]))


def wrong_value(attempt: Attempt, _: Dice) -> Attempt | None:
    state, seat, action = attempt
    first, *others = action.payment
    return state, seat, replace(action, payment=(WorkerValue(first.card, 99), *others))


def dearer(attempt: Attempt, _: Dice) -> Attempt | None:
    """Somebody has just paid more; of an area that is not in play nobody has."""
    state, seat, action = attempt
    if action.area not in state.areas:
        return None
    twin = replace(state, areas=deepcopy(state.areas))
    twin.areas[action.area].last_total += 7
    return twin, seat, action


def no_area(attempt: Attempt, _: Dice) -> Attempt | None:
    state, seat, action = attempt
    return state, seat, replace(action, area="canteen")


def mismatch(attempt: Attempt, _: Dice) -> Attempt | None:
    state, seat, action = attempt
    if isinstance(action.action, Wild | Mining):
        return None  # or a strange part would be gone
    other = TakeShare() if isinstance(action.action, TakeObjective) else TakeObjective()
    return state, seat, replace(action, action=other)


def no_stack(attempt: Attempt, _: Dice) -> Attempt | None:
    state, seat, action = attempt
    stack = action.action.stack if isinstance(action.action, Wild) else action.area
    if stack not in state.stacks:
        return None
    return replace(state, stacks={**state.stacks, stack: []}), seat, action


def too_many_moves(attempt: Attempt, _: Dice) -> Attempt | None:
    state, seat, action = attempt
    if not isinstance(action.action, Mining):
        return None
    moves = (*action.action.moves, *(StoreFront(),) * 9)
    return state, seat, replace(action, action=Mining(moves))


SPOILERS: list[Spoiler] = [
    another_phase,
    another_seat,
    no_area,
    mismatch,
    too_many_moves,
    no_stack,
    strange_part,
    dearer,
    wrong_value,
    twice,
    strange_card,
]


def code_of(attempt: Attempt) -> str | None:
    state, seat, action = attempt
    try:
        KARTENSPIEL.decide(state, seat, action, Setup().chance())
    except RuleViolation as refusal:
        return refusal.code
    return None


def spoiled(attempt: Attempt, dice: Dice) -> tuple[Attempt, list[str]]:
    """Spoiled by up to three, and the codes of each by itself."""
    codes = []
    together = attempt
    for spoiler in sorted(dice.sample(SPOILERS, 3), key=SPOILERS.index):
        luck = dice.random()
        alone, more = spoiler(attempt, Dice(luck)), spoiler(together, Dice(luck))
        if alone is not None and more is not None:
            code = code_of(alone)
            assert code in RANK, (spoiler, alone[2])
            codes.append(code)
            together = more
    return together, codes


@cache
def probed(seed: int) -> frozenset[str]:
    """The codes that were reported in the course of a game."""
    dice = Dice(seed)
    setup = Setup(dice.randint(2, 4), box=dice.choice(["printed", *Setup.boxes]), secret=seed)
    game, reported = Game(setup), set()
    while game.state.phase != "finished":
        if game.state.phase == "before_action":
            assert game.state.active is not None
            action = game.picked_action(dice.choice)
            for _ in range(4 if isinstance(action, PlaceWorkers) else 0):
                attempt, codes = spoiled((game.state, game.state.active, action), dice)
                if codes:
                    code = code_of(attempt)
                    assert code in GROUPS[min(map(RANK.__getitem__, codes))], (attempt[2], codes)
                    reported.add(code)
        game.turn(dice.choice)
    return frozenset(reported)


SEEDS = range(24)


@pytest.mark.rulebook("kartenspiel", "15.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_of_several_codes_the_first_is_reported(seed: int) -> None:
    assert len(probed(seed)) > 5


def test_codes_of_every_group_were_reported() -> None:
    reported = {code for seed in SEEDS for code in probed(seed)}
    for group in GROUPS:
        assert group & reported, group
