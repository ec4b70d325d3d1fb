"""Rules, section 15: buying tiles, looking at five, shortage and exhausted stacks."""

import pytest

from domain.gluck_auf.actions.buy_tunnel_tile import BuyTunnelTile
from domain.gluck_auf.actions.look_at_five import ChooseTunnelTile, LookAtTunnelTiles
from domain.gluck_auf.events import (
    End,
    FactorySpaceFilled,
    FactorySpaceLeftEmpty,
    MarksPaid,
    TunnelTileAcquired,
    TunnelTilesLookedAt,
    TunnelTilesReturned,
    TurnEnded,
    WorkersPlaced,
)
from tests.domain.gluck_auf.situations import A, B, C, Situation, only

SEVEN_TILES = (
    "tile-yellow-1-light-1",
    "tile-yellow-1-light-2",
    "tile-yellow-1-light-3",
    "tile-yellow-1-dark-1",
    "tile-yellow-1-dark-2",
    "tile-yellow-1-dark-3",
    "tile-yellow-2-light-1",
)


@pytest.mark.rulebook("gluck_auf", "15.1.4")
@pytest.mark.rulebook("gluck_auf", "R5")
@pytest.mark.rulebook("gluck_auf", "R11")
def test_a_bought_tile_is_paid_loaded_and_replaced() -> None:
    tile = "tile-gray-2-light-1"
    game = Situation().open_tile("factory-3", tile).marks(A, 6)
    top = game.state.tile_stack[0]
    assert game.state.supply["gray"] == 13

    assert game.does(A, BuyTunnelTile("factory-3")) == [
        WorkersPlaced(A, "factory-3", 1, None, 0),
        MarksPaid(A, 6, tile),
        TunnelTileAcquired(
            A, tile, "factory-3", 3, "light", ("gray", "gray"), substituted=(False, False)
        ),
        FactorySpaceFilled("factory-3", top),
        TurnEnded(A, B, ()),
    ]
    assert game.of(A).marks == 0
    assert game.of(A).tiles == [tile]
    assert game.of(A).pit.lorries[f"{tile}:1"] == "gray"
    assert game.of(A).pit.lorries[f"{tile}:2"] == "gray"
    assert game.state.supply["gray"] == 11
    assert game.state.open_tiles["factory-3"] == top
    assert top not in game.state.tile_stack


@pytest.mark.rulebook("gluck_auf", "15.2.28")
@pytest.mark.parametrize("rule", ["optional", "mandatory"])
def test_a_quite_empty_supply_leaves_the_lorries_empty(rule: str) -> None:
    game = Situation(options={"shortage_rule": rule}).marks(A, 8)
    game.open_tile("factory-1", "tile-black-2-dark-1")
    game.supply(yellow=0, brown=0, gray=0, black=0)
    for fill in [(), (None,), ("black", None), (None, "yellow"), (None, None, None)]:
        refusal = game.refuses(A, BuyTunnelTile("factory-1", fill))
        assert refusal == ("bad_shortage_choice", {"n": 2})

    events = game.does(A, BuyTunnelTile("factory-1", (None, None)))
    acquired = only(events, TunnelTileAcquired)
    assert acquired.cubes == (None, None)
    assert acquired.substituted == (True, True)
    assert only(events, MarksPaid).amount == 8
    assert game.of(A).pit.lorries["tile-black-2-dark-1:1"] is None
    assert game.of(A).pit.lorries["tile-black-2-dark-1:2"] is None
    assert game.state.supply == {"yellow": 0, "brown": 0, "gray": 0, "black": 0}


@pytest.mark.rulebook("gluck_auf", "15.2.28")
@pytest.mark.parametrize("color", ["yellow", "brown", "gray", "black"])
def test_any_tile_stays_without_cubes_when_the_supply_is_quite_empty(color: str) -> None:
    tile = f"tile-{color}-1-light-2"
    game = Situation().open_tile("factory-1", tile)
    game.supply(yellow=0, brown=0, gray=0, black=0)
    game.does(A, BuyTunnelTile("factory-1", (None,)))
    assert game.of(A).pit.lorries[f"{tile}:1"] is None


@pytest.mark.rulebook("gluck_auf", "15.2.29")
@pytest.mark.rulebook("gluck_auf", "R7")
@pytest.mark.parametrize("end", ["top", "bottom"])
def test_with_three_tiles_left_the_player_sees_three(end: End) -> None:
    one, two, three = "tile-yellow-1-dark-1", "tile-brown-1-dark-2", "tile-gray-1-light-3"
    game = Situation().tile_stack(one, two, three)
    assert game.does(A, LookAtTunnelTiles()) == [
        WorkersPlaced(A, "factory-draw", 1, None, 0),
        TunnelTilesLookedAt(A, 3, (one, two, three)),
    ]
    assert game.state.look_area == [one, two, three]

    assert game.does(A, ChooseTunnelTile(two, end, (three, one))) == [
        MarksPaid(A, 2, two),
        TunnelTileAcquired(A, two, "factory-draw", 2, "dark", ("brown",), substituted=(False,)),
        TunnelTilesReturned(A, end, 2, (three, one)),
        TurnEnded(A, B, ()),
    ]
    assert game.state.tile_stack == [three, one]
    assert game.state.look_area == []


@pytest.mark.rulebook("gluck_auf", "15.2.30")
@pytest.mark.rulebook("gluck_auf", "R32")
@pytest.mark.parametrize(("end", "stack"), [("top", "edcbafg"), ("bottom", "fgedcba")])
def test_tiles_go_back_in_the_order_in_which_they_will_be_drawn(end: End, stack: str) -> None:
    tile = dict(zip("abcdefg", SEVEN_TILES, strict=True))
    game = Situation().tile_stack(*SEVEN_TILES)
    shown = dict(game.state.open_tiles)
    [_, looked] = game.does(A, LookAtTunnelTiles())
    assert looked == TunnelTilesLookedAt(A, 5, SEVEN_TILES[:5])

    game.does(A, ChooseTunnelTile(None, end, tuple(tile[letter] for letter in "edcba")))
    assert game.state.tile_stack == [tile[letter] for letter in stack]
    assert game.state.open_tiles == shown
    assert game.of(A).tiles == []


@pytest.mark.rulebook("gluck_auf", "15.2.31")
@pytest.mark.rulebook("gluck_auf", "R6")
def test_three_marks_do_not_buy_a_tile_of_four() -> None:
    game = Situation().marks(A, 3).open_tile("factory-2", "tile-brown-2-dark-1")
    assert game.refuses(A, BuyTunnelTile("factory-2")) == ("not_enough_marks", {"n": 4})

    four, three = "tile-black-1-light-1", "tile-gray-1-dark-1"
    game.tile_stack(four, three)
    game.does(A, LookAtTunnelTiles())
    keep_four = ChooseTunnelTile(four, "top", (three,))
    assert game.refuses(A, keep_four) == ("not_enough_marks", {"n": 4})
    game.does(A, ChooseTunnelTile(three, "top", (four,)))
    assert game.of(A).marks == 0
    assert game.of(A).tiles == [three]


@pytest.mark.rulebook("gluck_auf", "15.2.32")
@pytest.mark.rulebook("gluck_auf", "R8")
def test_an_exhausted_stack_closes_the_emptied_space_and_the_look() -> None:
    game = Situation().open_tile("factory-1", "tile-yellow-1-light-1").tile_stack()
    assert game.does(A, BuyTunnelTile("factory-1"))[-2] == FactorySpaceLeftEmpty("factory-1")
    assert game.state.open_tiles["factory-1"] is None

    for seat in (B, C, A):
        game.turn_of(seat).marks(seat, 20)
        exhausted = ("space_exhausted", {"space": "factory-1"})
        assert game.refuses(seat, BuyTunnelTile("factory-1")) == exhausted
        assert game.refuses(seat, LookAtTunnelTiles()) == ("stack_empty", {"space": "factory-draw"})
    assert game.allows(A, BuyTunnelTile("factory-2"))
