"""Every refusal code of section 15.1, with its facts, and which code wins (15.5).

`Situation.refuses` also compares the state before and after: a refused action leaves no trace.
"""

from collections.abc import Callable
from typing import Any

import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions import Action
from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.actions.turns import EndTurn, Pass
from domain.kartenspiel.actions.wild import ChooseDrawnCard
from domain.kartenspiel.deeds import (
    Deliver,
    LoadFront,
    LoadStored,
    StoreFront,
    TakeLorryFrom,
    TakeOrder,
    TakeShare,
)
from domain.kernel.actions import By, CreateGame
from domain.kernel.errors import RuleViolation
from tests.domain.kartenspiel.situations import (
    BLUE,
    CHANCE,
    RED,
    Situation,
    creation,
    delivery,
    engine,
    laid,
    mining,
    place,
    wagon,
    wild,
    workers,
)

CODES = (
    "not_your_turn",
    "wrong_phase",
    "unknown_card",
    "card_not_in_hand",
    "duplicate_card",
    "wrong_total",
    "value_out_of_range",
    "area_not_in_play",
    "action_mismatch",
    "action_not_executable",
    "stack_empty",
    "track_not_allowed",
    "no_free_track",
    "track_has_engine",
    "not_front_card",
    "not_in_storage",
    "wagon_unknown",
    "wagon_full",
    "wagon_crest_mismatch",
    "track_crest_mismatch",
    "step_budget",
    "below_minimum_steps",
    "no_consignment",
    "no_engine",
    "too_few_lorries",
    "duplicate_track",
    "duplicate_order",
    "engine_models_differ",
    "not_drawn",
    "pass_after_innovation",
    "no_placement_left",
)
BY_THE_SERVICE = "stale_sequence"
"""Found by comparing versions, before the rules are asked."""

ORDER, INNOVATION = "order.barracks.1", "innovation.take-share.1"
ONE, TWO = workers("01"), workers("06")


def ready() -> Situation:
    """Red has something of everything."""
    return (
        Situation()
        .engine(RED, 1, "engine.a.1")
        .loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.01")
        .wagons(RED, 1, "wagon.joker.01")
        .wagons(RED, 2, "wagon.tower.01")
        .engine(RED, 2, "engine.b.1")
        .row(RED, "lorry.tower.01", "lorry.fox.06")
        .storage(RED, "lorry.clover.01")
        .orders(RED, ORDER, "order.barracks.7")
        .innovations(RED, INNOVATION, "innovation.worker-1-3.1", "innovation.mine-4.1")
    )


def after_action() -> Situation:
    game = ready()
    game.does(RED, place("share", ONE))
    return game


def drawing() -> Situation:
    game = ready().top("wagon-left", "wagon.fox.01", "wagon.joker.02")
    game.does(RED, place("wild", TWO, wild("wagon-left")))
    return game


def played() -> Situation:
    game = ready()
    game.does(RED, PlayInnovation(INNOVATION, TakeShare()))
    return game


def scoring() -> Situation:
    game = ready()
    game.all_pass()
    return game


def finished() -> Situation:
    game = Situation(2).shift(7)
    game.all_pass_and_settle()
    return game


def mines(*moves: Any) -> PlaceWorkers:
    return place("mine-0-1", ONE, mining(*moves))


def delivers(*pairs: tuple[int, str]) -> PlaceWorkers:
    return place("deliver", ONE, delivery(*pairs))


def one_engine_a_track() -> Situation:
    return ready().engine(RED, 3, "engine.c.1")


def no_area_left() -> Situation:
    """Red has a 5 only, and everything costs 9."""
    game = ready().hand_only(RED, "10")
    for area in game.state.areas:
        game.priced(area, 9)
    game.of(RED).innovations.remove("innovation.worker-1-3.1")
    game.state.box.append("innovation.worker-1-3.1")
    return game


Case = tuple[str, Callable[[], Situation], By, Action | CreateGame, dict[str, object]]

CASES: list[Case] = [
    ("wrong_phase", ready, RED, EndTurn(), {"phase": "before_action"}),
    ("wrong_phase", ready, RED, ChooseDrawnCard("wagon.fox.01"), {"phase": "before_action"}),
    ("wrong_phase", after_action, RED, place("order", ONE), {"phase": "after_action"}),
    ("wrong_phase", after_action, RED, Pass(), {"phase": "after_action"}),
    ("wrong_phase", drawing, RED, EndTurn(), {"phase": "wild_choice"}),
    ("wrong_phase", drawing, RED, Pass(), {"phase": "wild_choice"}),
    ("wrong_phase", scoring, RED, Pass(), {"phase": "scoring"}),
    ("wrong_phase", finished, RED, Pass(), {"phase": "finished"}),
    ("wrong_phase", ready, "service", creation(), {"phase": "before_action"}),
    ("not_your_turn", ready, BLUE, Pass(), {"turn": RED}),
    ("not_your_turn", ready, "service", Pass(), {"turn": RED}),
    ("not_your_turn", ready, "arbiter", place("share", ONE), {"turn": RED}),
    ("not_your_turn", after_action, BLUE, EndTurn(), {"turn": RED}),
    ("not_your_turn", drawing, BLUE, ChooseDrawnCard("wagon.fox.01", 3), {"turn": RED}),
    (
        "unknown_card",
        ready,
        RED,
        place("share", laid("worker.red.11", 1)),
        {"card": "worker.red.11"},
    ),
    ("unknown_card", ready, RED, place("share", laid(INNOVATION, 1)), {"card": INNOVATION}),
    ("unknown_card", ready, RED, place("share", laid(ORDER, 1)), {"card": ORDER}),
    ("unknown_card", ready, RED, place("share", laid("?", 1)), {"card": "?"}),
    ("unknown_card", ready, RED, place("wild", TWO, wild("deliver")), {"card": "deliver"}),
    ("unknown_card", ready, RED, delivers((1, "order.moon.1")), {"card": "order.moon.1"}),
    ("unknown_card", ready, RED, mines(StoreFront("lorry.moon.01")), {"card": "lorry.moon.01"}),
    ("unknown_card", ready, RED, PlayInnovation(ORDER, TakeOrder()), {"card": ORDER}),
    ("unknown_card", drawing, RED, ChooseDrawnCard("wagon.moon.01", 1), {"card": "wagon.moon.01"}),
    ("unknown_card", drawing, RED, ChooseDrawnCard(), {"card": ""}),
    (
        "card_not_in_hand",
        ready,
        RED,
        place("share", workers("01", color="blue")),
        {"card": "worker.blue.01"},
    ),
    (
        "card_not_in_hand",
        ready,
        RED,
        place("share", laid("innovation.worker-1-3.2", 1)),
        {"card": "innovation.worker-1-3.2"},
    ),
    (
        "card_not_in_hand",
        ready,
        RED,
        delivers((1, "order.barracks.2")),
        {"card": "order.barracks.2"},
    ),
    (
        "card_not_in_hand",
        ready,
        RED,
        PlayInnovation("innovation.take-order.1", TakeOrder()),
        {"card": "innovation.take-order.1"},
    ),
    ("duplicate_card", ready, RED, place("share", ONE + ONE), {"card": "worker.red.01"}),
    ("wrong_total", ready, RED, place("share", TWO), {"n": 1, "total": 2}),
    ("wrong_total", ready, RED, place("wild", ONE, wild("share")), {"n": 2, "total": 1}),
    (
        "value_out_of_range",
        ready,
        RED,
        place("share", laid("worker.red.06", 1)),
        {"card": "worker.red.06", "least": 2, "most": 2},
    ),
    (
        "value_out_of_range",
        ready,
        RED,
        place("share", laid("innovation.worker-1-3.1", 0)),
        {"card": "innovation.worker-1-3.1", "least": 1, "most": 3},
    ),
    (
        "area_not_in_play",
        lambda: Situation(2),
        RED,
        place("mine-1-2", ONE, mining()),
        {"area": "mine-1-2"},
    ),
    (
        "area_not_in_play",
        ready,
        RED,
        PlaceWorkers("canteen", ONE, TakeShare()),
        {"area": "canteen"},
    ),
    (
        "action_mismatch",
        ready,
        RED,
        PlaceWorkers("share", ONE, TakeOrder()),
        {"needed": "take_share", "given": "take_order"},
    ),
    (
        "action_mismatch",
        ready,
        RED,
        PlayInnovation(INNOVATION, TakeOrder()),
        {"needed": "take_share", "given": "take_order"},
    ),
    (
        "action_mismatch",
        ready,
        RED,
        PlayInnovation("innovation.worker-1-3.1", TakeOrder()),
        {"needed": "worker", "given": "take_order"},
    ),
    (
        "action_mismatch",
        lambda: ready().innovations(RED, "innovation.take-lorry.1"),
        RED,
        PlayInnovation("innovation.take-lorry.1", TakeLorryFrom("wagon-left")),
        {"needed": "lorries", "given": "wagons"},
    ),
    ("action_not_executable", Situation, RED, place("mine-2-3", ONE, mining()), {"n": 2}),
    ("stack_empty", lambda: ready().stack("share"), RED, place("share", ONE), {"stack": "share"}),
    (
        "stack_empty",
        lambda: ready().stack("share"),
        RED,
        place("wild", TWO, wild("share")),
        {"stack": "share"},
    ),
    (
        "stack_empty",
        lambda: ready().stack("share"),
        RED,
        PlayInnovation(INNOVATION, TakeShare()),
        {"stack": "share"},
    ),
    (
        "track_not_allowed",
        lambda: ready().top("wagon-left", "wagon.fox.01"),
        RED,
        place("wagon-left", ONE, wagon(1)),
        {"card": "wagon.fox.01", "track": 1},
    ),
    (
        "track_not_allowed",
        lambda: ready().top("engine", "engine.d.1"),
        RED,
        place("engine", ONE, engine(4)),
        {"card": "engine.d.1", "track": 4},
    ),
    ("track_not_allowed", ready, RED, delivers((7, ORDER)), {"card": ORDER, "track": 7}),
    (
        "track_not_allowed",
        drawing,
        RED,
        ChooseDrawnCard("wagon.fox.01", 2),
        {"card": "wagon.fox.01", "track": 2},
    ),
    (
        "track_not_allowed",
        drawing,
        RED,
        ChooseDrawnCard("wagon.fox.01"),
        {"card": "wagon.fox.01", "track": None},
    ),
    ("no_free_track", one_engine_a_track, RED, place("engine", ONE, engine(1)), {}),
    ("no_free_track", one_engine_a_track, RED, place("wild", TWO, wild("engine")), {}),
    ("track_has_engine", ready, RED, place("engine", ONE, engine(1)), {"track": 1}),
    (
        "not_front_card",
        ready,
        RED,
        mines(StoreFront("lorry.fox.06")),
        {"card": "lorry.fox.06", "front": "lorry.tower.01"},
    ),
    ("not_front_card", Situation, RED, mines(StoreFront()), {"card": None, "front": None}),
    (
        "not_in_storage",
        ready,
        RED,
        mines(LoadStored("lorry.tower.01", "wagon.tower.01")),
        {"card": "lorry.tower.01"},
    ),
    ("wagon_unknown", ready, RED, mines(LoadFront("wagon.fox.01")), {"wagon": "wagon.fox.01"}),
    ("wagon_unknown", ready, RED, mines(LoadFront("wagon.moon.01")), {"wagon": "wagon.moon.01"}),
    ("wagon_full", ready, RED, mines(LoadFront("wagon.wheel.01")), {"wagon": "wagon.wheel.01"}),
    (
        "wagon_crest_mismatch",
        ready,
        RED,
        mines(LoadStored("lorry.clover.01", "wagon.tower.01")),
        {"wagon": "wagon.tower.01", "crest": "clover"},
    ),
    (
        "track_crest_mismatch",
        ready,
        RED,
        mines(LoadFront("wagon.joker.01")),
        {"track": 1, "crest": "tower"},
    ),
    (
        "step_budget",
        ready,
        RED,
        mines(StoreFront(), StoreFront()),
        {"n": 1, "card": "lorry.fox.06"},
    ),
    (
        "below_minimum_steps",
        ready,
        RED,
        place("mine-2-3", ONE, mining(StoreFront())),
        {"n": 2, "steps": 1},
    ),
    ("no_consignment", ready, RED, place("deliver", ONE, Deliver()), {}),
    ("no_engine", ready, RED, delivers((3, ORDER)), {"track": 3}),
    (
        "too_few_lorries",
        ready,
        RED,
        delivers((1, "order.barracks.7")),
        {"track": 1, "order": "order.barracks.7", "n": 4},
    ),
    ("too_few_lorries", ready, RED, delivers((2, ORDER)), {"track": 2, "order": ORDER, "n": 1}),
    (
        "duplicate_track",
        lambda: ready().orders(RED, "order.furnaces.1"),
        RED,
        delivers((1, ORDER), (1, "order.furnaces.1")),
        {"track": 1},
    ),
    (
        "duplicate_order",
        lambda: ready().loaded(RED, 2, "wagon.tower.02", "lorry.tower.02"),
        RED,
        delivers((1, ORDER), (2, ORDER)),
        {"order": ORDER},
    ),
    (
        "engine_models_differ",
        lambda: (
            ready()
            .loaded(RED, 2, "wagon.tower.02", "lorry.tower.02")
            .orders(RED, "order.furnaces.1")
        ),
        RED,
        delivers((1, ORDER), (2, "order.furnaces.1")),
        {},
    ),
    ("not_drawn", drawing, RED, ChooseDrawnCard("wagon.wheel.02", 1), {"card": "wagon.wheel.02"}),
    ("not_drawn", drawing, RED, ChooseDrawnCard(ORDER), {"card": ORDER}),
    ("not_drawn", drawing, RED, ChooseDrawnCard("worker.red.01"), {"card": "worker.red.01"}),
    ("pass_after_innovation", played, RED, Pass(), {}),
    ("no_placement_left", no_area_left, RED, PlayInnovation(INNOVATION, TakeShare()), {}),
]


@pytest.mark.parametrize(("code", "situation", "by", "action", "facts"), CASES)
def test_a_rule_says_no_with_its_code_and_facts(
    code: str,
    situation: Callable[[], Situation],
    by: By,
    action: Action | CreateGame,
    facts: dict[str, object],
) -> None:
    assert situation().refuses(by, action) == (code, facts)


def test_every_code_is_reached() -> None:
    assert {case[0] for case in CASES} == set(CODES)
    assert {*CODES, BY_THE_SERVICE} == set(KARTENSPIEL.refusals)


@pytest.mark.parametrize("situation", [ready, after_action, drawing, finished])
def test_settling_is_refused_unless_a_shift_is_over(situation: Callable[[], Situation]) -> None:
    with pytest.raises(RuleViolation, match="wrong_phase"):
        KARTENSPIEL.settle(situation().state, CHANCE)
