"""Rules, section 15: setup and draft."""

import pytest

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions.draft_order import DraftOrder
from domain.gluck_auf.events import DraftDisplayRevealed, OrderDrafted
from tests.domain.gluck_auf.situations import CHANCE, COLORS, Situation, created, only


@pytest.mark.rulebook("gluck_auf", "15.2.16")
@pytest.mark.rulebook("gluck_auf", "R35")
@pytest.mark.parametrize(
    ("players", "locks", "workers", "marks", "draft", "tiles", "orders", "cubes"),
    [(2, 7, 18, 10, 7, 42, 35, 14), (3, 3, 15, 9, 10, 41, 31, 13), (4, 0, 13, 8, 13, 40, 28, 12)],
)
def test_setup_has_the_figures_of_the_player_count(
    players: int,
    locks: int,
    workers: int,
    marks: int,
    draft: int,
    tiles: int,
    orders: int,
    cubes: int,
) -> None:
    display = only(created(players), DraftDisplayRevealed)
    assert len(display.order_ids) == draft

    state = Situation(players).state
    returned_by_the_situation = 3 * players
    assert len(state.locked) == locks
    assert [player.workers for player in state.players] == [workers] * players
    assert [player.marks for player in state.players] == [marks] * players
    assert [player.vp for player in state.players] == [0] * players
    assert len(state.tile_stack) == tiles
    assert len(state.order_stack) - returned_by_the_situation == orders
    assert state.supply == dict.fromkeys(COLORS, cubes)


@pytest.mark.rulebook("gluck_auf", "3")
@pytest.mark.parametrize(
    ("players", "locked"),
    [
        (
            2,
            {
                "factory-4",
                "factory-8",
                "mining-4",
                "mining-8",
                "money-3",
                "money-5",
                "new-order-1",
            },
        ),
        (3, {"factory-8", "mining-4", "money-3"}),
        (4, set()),
    ],
)
def test_the_locked_spaces_are_those_of_the_player_count(players: int, locked: set[str]) -> None:
    assert set(Situation(players).state.locked) == locked


@pytest.mark.rulebook("gluck_auf", "3")
def test_every_pit_starts_at_the_surface_with_one_cube_of_each_color_on_its_base_lorries() -> None:
    for player in Situation(4).state.players:
        assert player.pit.level == 0
        assert player.pit.cage == player.pit.storage == dict.fromkeys(COLORS, 0)
        assert player.pit.lorries == {f"base-{color}": color for color in COLORS}
        assert player.tiles == player.delivered == []


@pytest.mark.rulebook("gluck_auf", "3")
def test_the_factory_is_filled_from_the_top_of_the_stack_lowest_number_first() -> None:
    shuffled = CHANCE.shuffled("tunnel tiles", list(GLUCK_AUF.catalog.tiles))
    state = GLUCK_AUF.fold(created(2))
    open_spaces = ["factory-1", "factory-2", "factory-3", "factory-5", "factory-6", "factory-7"]
    assert list(state.open_tiles.items()) == list(zip(open_spaces, shuffled[:6], strict=True))
    assert state.tile_stack == shuffled[6:]


@pytest.mark.rulebook("gluck_auf", "15.2.17")
def test_the_draft_goes_counter_clockwise_and_ends_with_the_starting_player() -> None:
    assert picks(4, starting_player=2) == [1, 0, 3, 2] * 3


@pytest.mark.rulebook("gluck_auf", "3")
@pytest.mark.parametrize(
    ("players", "order"),
    [(2, [1, 0] * 3), (3, [2, 1, 0] * 3), (4, [3, 2, 1, 0] * 3)],
)
def test_the_draft_never_turns(players: int, order: list[int]) -> None:
    assert picks(players, starting_player=0) == order


def picks(players: int, starting_player: int) -> list[int]:
    """Who picks, in order, till the draft is over."""
    state = GLUCK_AUF.fold(created(players, options={"starting_player": starting_player}))
    picked: list[int] = []
    while state.phase == "draft":
        assert state.active is not None
        picked.append(state.active)
        events = GLUCK_AUF.decide(state, state.active, DraftOrder(state.display[-1]), CHANCE)
        assert only(events, OrderDrafted).player == picked[-1]
        for event in events:
            GLUCK_AUF.evolve(state, event)
    assert state.active == starting_player
    assert state.shift == 1
    assert all(len(player.pit.outstanding) == 3 for player in state.players)
    return picked


@pytest.mark.rulebook("gluck_auf", "3")
@pytest.mark.parametrize(
    ("players", "first", "others"),
    [
        (2, "new-order-2", ["new-order-3", "new-order-4"]),
        (3, "new-order-1", ["new-order-2", "new-order-3", "new-order-4"]),
        (4, "new-order-1", ["new-order-2", "new-order-3", "new-order-4"]),
    ],
)
def test_what_the_draft_leaves_lies_on_the_lowest_open_order_space(
    players: int, first: str, others: list[str]
) -> None:
    state = GLUCK_AUF.fold(created(players))
    display, stack = list(state.display), list(state.order_stack)
    while state.phase == "draft":
        assert state.active is not None
        pick = DraftOrder(state.display[-1])
        for event in GLUCK_AUF.decide(state, state.active, pick, CHANCE):
            GLUCK_AUF.evolve(state, event)
    assert state.open_orders == {first: display[0], **dict(zip(others, stack, strict=False))}
    assert state.order_stack == stack[len(others) :]
    assert state.display == []


@pytest.mark.rulebook("gluck_auf", "3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_shift_1_is_set_up_before_the_draft(players: int) -> None:
    state = GLUCK_AUF.fold(created(players))
    while state.phase == "draft":
        assert (state.shift, GLUCK_AUF.view(state, None).period) == (1, 1)
        assert state.active is not None
        pick = DraftOrder(state.display[0])
        for event in GLUCK_AUF.decide(state, state.active, pick, CHANCE):
            GLUCK_AUF.evolve(state, event)
    assert state.shift == 1
