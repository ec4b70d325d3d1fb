"""A new order from an open order space (section 5.7)."""

from domain.gluck_auf.actions.placing import end_turn, open_space, place_workers
from domain.gluck_auf.events import Event, OrderSpaceFilled, OrderSpaceLeftEmpty, OrderTaken
from domain.gluck_auf.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact


class TakeOrder(Fact, frozen=True, tag="take_order"):
    space_id: str


def take_order(state: State, player: int, action: TakeOrder) -> list[Event]:
    space = open_space(state, player, action.space_id, "new_order")
    order = state.open_orders[space.id]
    if order is None:
        raise RuleViolation("space_exhausted", space=space.id)
    placed = place_workers(state, player, space.id)
    return [
        placed,
        OrderTaken(player, order, space.id),
        _refill(state, space.id),
        *end_turn(state, player, spent=placed.count),
    ]


def _refill(state: State, space_id: str) -> Event:
    if not state.order_stack:
        return OrderSpaceLeftEmpty(space_id)
    return OrderSpaceFilled(space_id, state.order_stack[0])
