"""Rules, section 15: delivery and new orders."""

import pytest

from domain.gluck_auf.actions.deliver_orders import DeliverOrders
from domain.gluck_auf.actions.take_order import TakeOrder
from domain.gluck_auf.events import (
    OrderDelivered,
    OrderSpaceFilled,
    OrderTaken,
    TurnEnded,
    WorkersPlaced,
)
from tests.domain.gluck_auf.situations import A, B, Situation


@pytest.mark.rulebook("gluck_auf", "15.1.6")
@pytest.mark.rulebook("gluck_auf", "R31")
def test_a_delivery_takes_all_complete_orders_of_the_vehicle_in_catalog_order() -> None:
    game = Situation().vp(A, 12)
    game.complete_order(A, "order-carriage-11").complete_order(A, "order-carriage-08")
    before = dict(game.state.supply)
    assert game.does(A, DeliverOrders("delivery-carriage")) == [
        WorkersPlaced(A, "delivery-carriage", 1, None, 0),
        OrderDelivered(A, "order-carriage-08", 9, {"black": 2}),
        OrderDelivered(
            A, "order-carriage-11", 10, {"yellow": 1, "brown": 1, "gray": 1, "black": 1}
        ),
        TurnEnded(A, B, ()),
    ]
    assert game.of(A).vp == 31
    gained = {color: game.state.supply[color] - count for color, count in before.items()}
    assert gained == {"yellow": 1, "brown": 1, "gray": 1, "black": 3}
    assert game.of(A).delivered == ["order-carriage-08", "order-carriage-11"]
    assert game.of(A).pit.outstanding == {}


@pytest.mark.rulebook("gluck_auf", "15.1.8")
def test_a_taken_order_is_outstanding_and_replaced_by_the_top_of_the_stack() -> None:
    game = Situation().open_order("new-order-2", "order-engine-06").order_on_top("order-barrow-01")
    stack = len(game.state.order_stack)
    assert game.does(A, TakeOrder("new-order-2")) == [
        WorkersPlaced(A, "new-order-2", 1, None, 0),
        OrderTaken(A, "order-engine-06", "new-order-2"),
        OrderSpaceFilled("new-order-2", "order-barrow-01"),
        TurnEnded(A, B, ()),
    ]
    assert game.of(A).pit.outstanding == {"order-engine-06": [(), ()]}
    assert game.state.open_orders["new-order-2"] == "order-barrow-01"
    assert len(game.state.order_stack) == stack - 1


@pytest.mark.rulebook("gluck_auf", "15.2.44")
@pytest.mark.rulebook("gluck_auf", "R24")
def test_victory_points_go_beyond_a_hundred() -> None:
    game = Situation().vp(A, 97).complete_order(A, "order-motorcar-10")
    game.does(A, DeliverOrders("delivery-motorcar"))
    assert game.of(A).vp == 109
