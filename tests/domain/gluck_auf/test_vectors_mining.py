"""Rules, section 15: work steps."""

import pytest

from domain.gluck_auf.actions.mine import (
    Load,
    Mine,
    MoveCage,
    PlaceFromCage,
    PlaceFromStorage,
    Store,
)
from domain.gluck_auf.events import (
    CageMoved,
    CoalLoaded,
    CoalPlaced,
    CoalStored,
    MiningFinished,
    TurnEnded,
    WorkersPlaced,
)
from domain.gluck_auf.state import Group
from tests.domain.gluck_auf.situations import COLORS, A, B, Situation, only


@pytest.mark.rulebook("gluck_auf", "15.1.5")
@pytest.mark.rulebook("gluck_auf", "R17")
def test_eight_steps_bring_two_gray_cubes_to_an_order_and_a_yellow_one_to_the_surface() -> None:
    order, tile = "order-barrow-07", "tile-gray-1-dark-1"
    game = Situation().tile(A, tile, "gray").order(A, order)
    steps = (
        MoveCage(3),
        Load("base-gray"),
        Load(f"{tile}:1"),
        MoveCage(1),
        Load("base-yellow"),
        MoveCage(0),
        PlaceFromCage("gray", order, 0),
        PlaceFromCage("gray", order, 1),
    )
    assert game.does(A, Mine("mining-8", steps)) == [
        WorkersPlaced(A, "mining-8", 1, None, 0),
        CageMoved(A, 0, 3),
        CoalLoaded(A, "base-gray", "gray"),
        CoalLoaded(A, f"{tile}:1", "gray"),
        CageMoved(A, 3, 1),
        CoalLoaded(A, "base-yellow", "yellow"),
        CageMoved(A, 1, 0),
        CoalPlaced(A, "cage", "gray", order, 0, "filled"),
        CoalPlaced(A, "cage", "gray", order, 1, "filled"),
        MiningFinished(A, "mining-8", steps_allowed=8, steps_used=8),
        TurnEnded(A, B, ()),
    ]
    pit = game.of(A).pit
    assert pit.level == 0
    assert pit.cage == {"yellow": 1, "brown": 0, "gray": 0, "black": 0}
    assert pit.outstanding == {order: [("gray",), ("gray",)]}
    assert game.state.is_complete(A, order)
    assert pit.lorries == {
        "base-yellow": None,
        "base-brown": "brown",
        "base-gray": None,
        "base-black": "black",
        f"{tile}:1": None,
    }


@pytest.mark.rulebook("gluck_auf", "15.2.18")
def test_two_cubes_of_other_colors_fill_a_spot() -> None:
    order = "order-engine-04"
    game = Situation().order(A, order).cage(A, 0, "yellow", "brown")
    events = game.does(A, Mine("mining-6", (PlaceFromCage("yellow", order, 0),)))
    assert only(events, CoalPlaced).spot_state_after == "half"
    assert not game.state.is_complete(A, order)

    game.turn_of(A)
    events = game.does(A, Mine("mining-6", (PlaceFromCage("brown", order, 0),)))
    assert only(events, CoalPlaced).spot_state_after == "filled"
    assert game.state.is_complete(A, order)
    assert game.of(A).pit.outstanding == {order: [("yellow", "brown")]}


@pytest.mark.rulebook("gluck_auf", "15.2.18")
@pytest.mark.parametrize("rule", ["split_allowed", "same_action"])
def test_a_substitute_costs_two_steps(rule: str) -> None:
    order = "order-engine-04"
    game = Situation(options={"substitution_rule": rule}).order(A, order)
    game.cage(A, 0, "yellow", "brown")
    steps = (PlaceFromCage("yellow", order, 0), PlaceFromCage("brown", order, 0))
    events = game.does(A, Mine("mining-6", steps))
    placed = [event for event in events if isinstance(event, CoalPlaced)]
    assert [event.spot_state_after for event in placed] == ["half", "filled"]
    assert only(events, MiningFinished).steps_used == 2
    assert game.state.is_complete(A, order)


@pytest.mark.rulebook("gluck_auf", "15.2.20")
@pytest.mark.rulebook("gluck_auf", "R20")
@pytest.mark.parametrize("further", COLORS)
@pytest.mark.parametrize("there", [("black",), ("yellow", "brown"), ("gray", "black")])
def test_a_filled_spot_takes_no_further_cube(there: tuple[str, ...], further: str) -> None:
    order = "order-engine-04"
    game = Situation().order(A, order, there).cage(A, 0, *COLORS).storage(A, *COLORS)
    filled = ("spot_filled", {"order": order, "spot": 0})
    for step in (PlaceFromCage(further, order, 0), PlaceFromStorage(further, order, 0)):
        assert game.refuses(A, Mine("mining-6", (step,))) == filled


@pytest.mark.rulebook("gluck_auf", "15.2.21")
@pytest.mark.rulebook("gluck_auf", "R18")
def test_a_full_cage_loads_nothing_but_moves() -> None:
    game = Situation().cage(A, 2, "yellow", "yellow", "brown", "gray", "black")
    load = Mine("mining-6", (Load("base-brown"),))
    assert game.refuses(A, load) == ("cage_full", {"n": 5})
    game.does(A, Mine("mining-6", (MoveCage(0), Store("black"))))
    assert game.of(A).pit.level == 0
    assert sum(game.of(A).pit.cage.values()) == 4


STORE_GRAY = Mine("mining-6", (Store("gray"),))


@pytest.mark.rulebook("gluck_auf", "15.2.22")
def test_a_cube_that_fits_an_empty_spot_may_not_be_stored() -> None:
    game = Situation().order(A, "order-barrow-03").cage(A, 0, "gray")
    assert game.refuses(A, STORE_GRAY) == ("storage_not_allowed", {"color": "gray"})


@pytest.mark.rulebook("gluck_auf", "15.2.22")
def test_with_free_storage_any_cube_may_be_stored() -> None:
    game = Situation(options={"storage_rule": "free"})
    game.order(A, "order-barrow-03").cage(A, 0, "gray")
    assert CoalStored(A, "gray") in game.does(A, STORE_GRAY)
    assert game.of(A).pit.storage["gray"] == 1
    assert game.of(A).pit.cage["gray"] == 0


@pytest.mark.rulebook("gluck_auf", "15.2.22")
@pytest.mark.parametrize("rule", ["no_matching_spot", "free"])
@pytest.mark.parametrize(
    "there", [("gray",), ("yellow", "black"), ("yellow",)], ids=["filled", "substituted", "half"]
)
def test_a_cube_without_an_empty_spot_may_be_stored(rule: str, there: tuple[str, ...]) -> None:
    game = Situation(options={"storage_rule": rule}).order(A, "order-barrow-03", there)
    game.order(A, "order-carriage-01").order(B, "order-barrow-07").cage(A, 0, "gray")
    assert CoalStored(A, "gray") in game.does(A, STORE_GRAY)


@pytest.mark.rulebook("gluck_auf", "15.2.22")
def test_another_empty_spot_of_the_color_still_hinders() -> None:
    game = Situation().order(A, "order-barrow-07", ("gray",)).cage(A, 0, "gray")
    assert game.refuses(A, STORE_GRAY)[0] == "storage_not_allowed"


@pytest.mark.rulebook("gluck_auf", "15.2.23")
@pytest.mark.rulebook("gluck_auf", "R19")
def test_the_storage_serves_orders_while_the_cage_is_underground() -> None:
    order = "order-motorcar-02"
    game = Situation().cage(A, 3).storage(A, "brown").order(A, order)
    events = game.does(A, Mine("mining-6", (PlaceFromStorage("brown", order, 0),)))
    assert only(events, CoalPlaced) == CoalPlaced(A, "storage", "brown", order, 0, "filled")
    assert only(events, MiningFinished).steps_used == 1
    assert game.of(A).pit.storage["brown"] == 0
    assert game.of(A).pit.level == 3


@pytest.mark.rulebook("gluck_auf", "15.2.24")
@pytest.mark.parametrize(("start", "end"), [(0, 4), (4, 1), (1, 2), (3, 0)])
def test_any_distance_is_one_step(start: int, end: int) -> None:
    game = Situation().cage(A, start)
    events = game.does(A, Mine("mining-6", (MoveCage(end),)))
    assert only(events, CageMoved) == CageMoved(A, start, end)
    assert only(events, MiningFinished).steps_used == 1


@pytest.mark.rulebook("gluck_auf", "15.2.24")
@pytest.mark.parametrize("level", range(5))
def test_the_cage_cannot_move_to_where_it_is(level: int) -> None:
    game = Situation().cage(A, level)
    stay = Mine("mining-6", (MoveCage(level),))
    assert game.refuses(A, stay) == ("cage_same_level", {"level": level})


@pytest.mark.rulebook("gluck_auf", "15.2.25")
@pytest.mark.parametrize(("space", "most"), [("mining-6", 6), ("mining-8", 8), ("mining-10", 10)])
def test_one_step_too_many_refuses_the_whole_action(space: str, most: int) -> None:
    game = Situation()
    up_and_down = tuple(MoveCage(1 if step % 2 == 0 else 0) for step in range(most + 1))
    assert game.refuses(A, Mine(space, up_and_down)) == ("too_many_steps", {"n": most})
    assert game.allows(A, Mine(space, up_and_down[:most]))


@pytest.mark.rulebook("gluck_auf", "15.2.26")
@pytest.mark.rulebook("gluck_auf", "R1")
def test_a_mining_space_may_be_taken_for_no_step_at_all() -> None:
    game = Situation()
    before = game.of(A).pit.copy()
    assert game.does(A, Mine("mining-10")) == [
        WorkersPlaced(A, "mining-10", 1, None, 0),
        MiningFinished(A, "mining-10", steps_allowed=10, steps_used=0),
        TurnEnded(A, B, ()),
    ]
    assert game.of(A).pit == before
    assert game.state.workers == {"mining-10": Group(A, 1)}
    assert game.state.active == B
