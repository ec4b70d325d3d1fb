"""Rules, section 15: placing workers, money and whose turn it is."""

import pytest

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions.buy_tunnel_tile import BuyTunnelTile
from domain.gluck_auf.actions.deliver_orders import DeliverOrders
from domain.gluck_auf.actions.look_at_five import LookAtOrders, LookAtTunnelTiles
from domain.gluck_auf.actions.mine import Mine
from domain.gluck_auf.actions.take_money import TakeMoney
from domain.gluck_auf.actions.take_order import TakeOrder
from domain.gluck_auf.actions.use_bank import UseBank
from domain.gluck_auf.events import (
    BankUsed,
    MarksReceived,
    ShiftEnded,
    TurnEnded,
    WorkersPlaced,
)
from domain.gluck_auf.state import Group
from tests.domain.gluck_auf.situations import A, B, C, Situation


@pytest.mark.rulebook("gluck_auf", "15.1.1")
def test_an_empty_space_takes_one_worker() -> None:
    game = Situation().workers(A, 8).marks(A, 0)
    assert game.does(A, TakeMoney("money-4")) == [
        WorkersPlaced(A, "money-4", 1, None, 0),
        MarksReceived(A, 4, "money-4"),
        TurnEnded(A, B, ()),
    ]
    assert game.of(A).workers == 7
    assert game.of(A).marks == 4
    assert game.state.workers == {"money-4": Group(A, 1)}
    assert game.state.canteen == [0, 0, 0]


@pytest.mark.rulebook("gluck_auf", "15.1.2")
def test_one_foreign_worker_goes_to_the_canteen_and_two_come() -> None:
    game = Situation().workers(A, 8).marks(A, 0).standing("money-5", B, 1)
    assert game.does(A, TakeMoney("money-5")) == [
        WorkersPlaced(A, "money-5", 2, B, 1),
        MarksReceived(A, 5, "money-5"),
        TurnEnded(A, B, ()),
    ]
    assert game.state.workers["money-5"] == Group(A, 2)
    assert game.state.canteen == [0, 1, 0]
    assert game.of(A).workers == 6
    assert game.of(A).marks == 5


@pytest.mark.rulebook("gluck_auf", "15.1.3")
@pytest.mark.rulebook("gluck_auf", "R4")
def test_two_own_workers_go_to_the_canteen_and_three_come() -> None:
    game = Situation().standing("money-6", A, 2).workers(A, 8).marks(A, 0)
    assert game.does(A, TakeMoney("money-6")) == [
        WorkersPlaced(A, "money-6", 3, A, 2),
        MarksReceived(A, 6, "money-6"),
        TurnEnded(A, B, ()),
    ]
    assert game.state.workers["money-6"] == Group(A, 3)
    assert game.state.canteen == [2, 0, 0]
    assert game.of(A).workers == 5
    assert game.of(A).marks == 6


@pytest.mark.rulebook("gluck_auf", "15.1.7")
def test_a_money_space_pays_its_number() -> None:
    game = Situation().marks(A, 2)
    game.does(A, TakeMoney("money-5"))
    assert game.of(A).marks == 7


@pytest.mark.rulebook("gluck_auf", "15.2.33")
@pytest.mark.rulebook("gluck_auf", "R29")
def test_who_has_no_workers_is_skipped_till_nobody_has_any() -> None:
    game = Situation().workers(A, 1).workers(B, 0).workers(C, 2)
    assert game.does(A, UseBank())[-1] == TurnEnded(A, C, (B,))
    assert game.state.active == C
    assert game.does(C, UseBank())[-1] == TurnEnded(C, C, (A, B))
    assert game.state.active == C
    assert game.does(C, UseBank())[-2:] == [TurnEnded(C, None, ()), ShiftEnded(1)]
    assert game.state.phase == "scoring"
    assert game.state.active is None


def everything_too_dear() -> Situation:
    """A has 2 workers; all spaces that A could use hold 2 of others."""
    game = Situation().workers(A, 2).marks(A, 0)
    for space in (
        "factory-draw",
        "mining-6",
        "mining-8",
        "mining-10",
        "money-4",
        "money-5",
        "money-6",
    ):
        game.standing(space, B, 2)
    for space in ("new-order-1", "new-order-2", "new-order-3", "new-order-4", "new-order-draw"):
        game.standing(space, C, 2)
    return game


@pytest.mark.rulebook("gluck_auf", "15.2.34")
@pytest.mark.rulebook("gluck_auf", "R2")
def test_who_can_pay_no_space_can_still_use_the_bank() -> None:
    game = everything_too_dear()
    assert [choice.action for choice in GLUCK_AUF.choices(game.state, A)] == [UseBank()]
    assert game.does(A, UseBank()) == [
        BankUsed(A, 1),
        MarksReceived(A, 1, "bank"),
        TurnEnded(A, B, ()),
    ]
    assert game.of(A).workers == 1
    assert game.of(A).marks == 1
    game.does(B, UseBank())
    game.does(C, UseBank())
    assert game.state.active == A


@pytest.mark.rulebook("gluck_auf", "15.2.34")
def test_a_space_with_two_workers_is_too_dear_for_two() -> None:
    game = everything_too_dear()
    for space in ("mining-6", "mining-8", "mining-10"):
        assert game.refuses(A, Mine(space)) == ("not_enough_workers", {"n": 3})
    for space in ("money-4", "money-5", "money-6"):
        assert game.refuses(A, TakeMoney(space)) == ("not_enough_workers", {"n": 3})
    for number in (1, 2, 3, 4):
        order = TakeOrder(f"new-order-{number}")
        assert game.refuses(A, order) == ("not_enough_workers", {"n": 3})
    assert game.refuses(A, LookAtTunnelTiles()) == ("not_enough_workers", {"n": 3})
    assert game.refuses(A, LookAtOrders()) == ("not_enough_workers", {"n": 3})
    for number in range(1, 8):
        assert game.refuses(A, BuyTunnelTile(f"factory-{number}"))[0] == "not_enough_marks"
    for vehicle in ("barrow", "carriage", "motorcar", "engine"):
        delivery = DeliverOrders(f"delivery-{vehicle}")
        assert game.refuses(A, delivery)[0] == "nothing_to_deliver"
