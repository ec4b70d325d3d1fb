"""Which refusal code wins where several apply, and what is no action at all (15.5)."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions import Action
from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.actions.turns import Pass
from domain.kartenspiel.deeds import (
    LoadFront,
    LoadStored,
    Mine,
    StoreFront,
    TakeEngine,
    TakeOrder,
    TakeWagon,
    TakeWagonFrom,
    Wild,
    WorkerValue,
)
from domain.kernel.actions import By
from tests.domain.kartenspiel.situations import (
    BLUE,
    RED,
    Situation,
    delivery,
    engine,
    mining,
    place,
    wagon,
    wild,
)
from tests.domain.kartenspiel.test_refusals import (
    INNOVATION,
    ONE,
    ORDER,
    TWO,
    delivers,
    no_area_left,
    one_engine_a_track,
    played,
    ready,
    scoring,
)

STRANGE = WorkerValue("worker.red.11", 1)
NOT_OWN = WorkerValue("worker.blue.01", 1)
TWICE = (*ONE, *ONE)
TOO_LOW = WorkerValue("worker.red.06", 1)

PRECEDENCE: list[tuple[str, Callable[[], Situation], By, Action]] = [
    ("wrong_phase", scoring, BLUE, place("share", (STRANGE,))),
    ("not_your_turn", ready, BLUE, place("share", (STRANGE,))),
    ("not_your_turn", played, BLUE, Pass()),
    ("unknown_card", ready, RED, place("share", (STRANGE, *TWICE))),
    ("card_not_in_hand", ready, RED, place("share", (NOT_OWN, *TWICE))),
    ("unknown_card", ready, RED, PlaceWorkers("canteen", TWICE, Wild("moon"))),
    (
        "card_not_in_hand",
        ready,
        RED,
        PlaceWorkers("share", TWICE, delivery((1, "order.barracks.2"))),
    ),
    ("duplicate_card", ready, RED, place("share", (*TWICE, TOO_LOW))),
    ("value_out_of_range", ready, RED, place("share", (*ONE, TOO_LOW))),
    ("wrong_total", ready, RED, PlaceWorkers("share", TWO, TakeOrder())),
    ("wrong_total", lambda: Situation(2), RED, place("mine-1-2", TWO, mining())),
    ("area_not_in_play", lambda: Situation(2), RED, PlaceWorkers("mine-1-2", ONE, TakeOrder())),
    (
        "action_mismatch",
        lambda: ready().stack("share"),
        RED,
        PlaceWorkers("share", ONE, TakeOrder()),
    ),
    (
        "stack_empty",
        lambda: one_engine_a_track().stack("engine"),
        RED,
        place("engine", ONE, engine(1)),
    ),
    (
        "stack_empty",
        lambda: one_engine_a_track().stack("engine"),
        RED,
        place("wild", TWO, wild("engine")),
    ),
    ("stack_empty", lambda: ready().stack("wagon-left"), RED, place("wagon-left", ONE, wagon(9))),
    ("no_free_track", one_engine_a_track, RED, place("engine", ONE, engine(9))),
    ("not_front_card", Situation, RED, place("mine-2-3", ONE, mining(StoreFront()))),
    ("too_few_lorries", ready, RED, delivers((2, ORDER), (2, ORDER))),
    ("action_mismatch", no_area_left, RED, PlayInnovation(INNOVATION, TakeOrder())),
    ("card_not_in_hand", no_area_left, RED, PlayInnovation("innovation.deliver.1", TakeOrder())),
]


@pytest.mark.rulebook("kartenspiel", "15.5")
@pytest.mark.parametrize(("code", "situation", "by", "action"), PRECEDENCE)
def test_of_several_codes_the_first_of_section_15_5_is_given(
    code: str, situation: Callable[[], Situation], by: By, action: Action
) -> None:
    assert situation().code(by, action) == code


MISSHAPEN = [
    {"type": "place_workers", "area": "share", "payment": []},
    {"type": "place_workers", "area": "share", "action": {"type": "take_share"}},
    {"type": "place_workers", "area": "s", "payment": [{"card": "x"}], "action": {"type": "wild"}},
    {"type": "place_workers", "area": "s", "payment": [], "action": {"type": "take_wagon"}},
    {"type": "place_workers", "area": "s", "payment": [], "action": {"type": "dance"}},
    {
        "type": "place_workers",
        "area": "s",
        "payment": [],
        "action": {"type": "mine", "moves": [{"kind": "load_front"}]},
    },
    {"type": "play_innovation", "card": "x", "effect": {"type": "take_lorry"}},
    {"type": "play_innovation", "card": "x", "effect": {"type": "take_objective"}},
    {"type": "end_turn", "seat": 1},
    {"type": "pass", "reason": "absent"},
]


@pytest.mark.rulebook("kartenspiel", "15.5")
@pytest.mark.parametrize("action", MISSHAPEN)
def test_what_has_not_even_the_right_shape_is_no_action(action: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(action, KARTENSPIEL.actions)


@pytest.mark.rulebook("kartenspiel", "15.1")
def test_actions_are_written_as_the_rules_document_says() -> None:
    placed = PlaceWorkers(
        "mine-2-3",
        ONE,
        Mine((StoreFront(), LoadStored("lorry.fox.01", "wagon.fox.01"), LoadFront("w", "l"))),
    )
    assert msgspec.json.decode(msgspec.json.encode(placed)) == {
        "type": "place_workers",
        "area": "mine-2-3",
        "payment": [{"card": "worker.red.01", "value": 1}],
        "action": {
            "type": "mine",
            "moves": [
                {"kind": "store_front"},
                {"kind": "load_stored", "lorry": "lorry.fox.01", "wagon": "wagon.fox.01"},
                {"kind": "load_front", "wagon": "w", "lorry": "l"},
            ],
        },
    }
    for effect in (TakeWagonFrom("wagon-left", 1), TakeEngine(2), delivery((1, "o"))):
        action = PlayInnovation("innovation.x.1", effect)
        assert msgspec.convert(msgspec.to_builtins(action), KARTENSPIEL.actions) == action
    assert msgspec.to_builtins(TakeWagon(1)) == {"type": "take_wagon", "track": 1}
