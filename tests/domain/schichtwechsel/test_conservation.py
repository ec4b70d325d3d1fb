"""Every check of the conservation sees what it is there for: each of its codes is reached."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.kernel.conservation import Imbalance
from domain.kernel.texts import language_file
from domain.schichtwechsel.catalog import CATALOG
from domain.schichtwechsel.conservation import EVERYTHING
from domain.schichtwechsel.state import Load, Payment, State
from tests.domain.schichtwechsel.situations import COAL_ONLY, ONE, SMALL_WAGON, A, B, Situation

TRACK = next(iter(CATALOG.tracks))
GREY = next(iter(CATALOG.grey_ovens))


def players(**fields: Any) -> Callable[[State], None]:
    def change(state: State) -> None:
        for name, value in fields.items():
            setattr(state.players[A], name, value)

    return change


def in_the_plant(state: State) -> None:
    """From the reserve, so that the coke itself is complete."""
    for oven in list(state.ovens)[: CATALOG.plant_limit + 1]:
        state.ovens[oven] = A
        state.players[A].reserve -= 1


def without_the_own_oven(state: State) -> None:
    ovens = [oven for oven in state.ovens if oven in CATALOG.grey_ovens]
    for oven in ovens[: CATALOG.own_oven_from]:
        state.ovens[oven] = A
        state.players[A].reserve -= 1


def sold_one(state: State) -> None:
    state.players[A].sold, state.players[A].reserve = 1, state.players[A].reserve - 1


def on_coke_wagons(state: State) -> None:
    state.players[A].coke_wagons = CATALOG.coke_room + 1
    state.players[A].reserve -= CATALOG.coke_room + 1


def mixed(state: State) -> None:
    state.players[A].lorries[COAL_ONLY] = Load("spoil", 1)
    state.supply["spoil"] -= 1


def overloaded(state: State) -> None:
    state.players[A].lorries[ONE] = Load("coal", 2)
    state.supply["coal"] -= 2


def overfull(state: State) -> None:
    state.players[A].coal_wagons[SMALL_WAGON] = 2
    state.supply["coal"] -= 2


def heaped(state: State) -> None:
    state.players[A].heap = CATALOG.heap_capacity + 1
    state.supply["spoil"] -= CATALOG.heap_capacity + 1


def overdrawn(state: State) -> None:
    state.supply["coal"] += state.bag["coal"] + 1
    state.bag["coal"] = -1


def meeting(state: State) -> None:
    start = CATALOG.shift.start_index
    state.players[A].miner = state.players[B].miner = start + 1


CHANGES: dict[str, Callable[[State], object]] = {
    "board": lambda s: s.sites.update(nowhere=()),
    "cubes": lambda s: s.bag.update(coal=s.bag["coal"] + 1),
    "cubes_overdrawn": overdrawn,
    "pit": lambda s: s.bag.update(pit=2),
    "lorry": overloaded,
    "coal_only": mixed,
    "wagon": overfull,
    "heap": heaped,
    "coke": players(sold=2),
    "reserve": players(reserve=-1),
    "coke_wagons": on_coke_wagons,
    "sold": sold_one,
    "plant": in_the_plant,
    "own_oven": without_the_own_oven,
    "houses": lambda s: s.sites.update({next(iter(s.sites)): (A,)}),
    "headframes": players(pool=1),
    "headframe_pool": players(on_card=-1, pool=1),
    "headframe_fields": lambda s: s.headframe_fields.update({next(iter(s.headframe_fields)): A}),
    "water": players(water=CATALOG.gauge.top),
    "purse": players(coins=-1),
    "card": lambda s: s.card_payments.update({s.cards[0]: (Payment(A, ()),) * 50}),
    "disc": lambda s: s.players[A].discs.update({TRACK: -1}),
    "miner": players(miner=CATALOG.shift.exit_index + 1),
    "miners": meeting,
    "tiles": lambda s: setattr(s, "tiles_on_display", s.tiles_on_display[1:]),
}


def first_imbalance(state: State) -> Imbalance | None:
    return next(filter(None, (check(state) for check in EVERYTHING)), None)


@pytest.mark.parametrize("code", CHANGES)
def test_what_does_not_add_up_is_named(code: str) -> None:
    state = Situation(2).state
    assert first_imbalance(state) is None
    CHANGES[code](state)
    found = first_imbalance(state)
    assert found is not None
    assert found.code == code


def test_every_code_is_reached() -> None:
    assert CHANGES.keys() == language_file("domain.schichtwechsel", "en")["imbalances"].keys()
