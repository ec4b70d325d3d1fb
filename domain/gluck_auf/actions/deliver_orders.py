"""Delivery: all complete orders of the vehicle go, no choice (section 5.5)."""

from collections import Counter

from domain.gluck_auf.actions.placing import end_turn, open_space, place_workers
from domain.gluck_auf.events import Event, OrderDelivered
from domain.gluck_auf.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact


class DeliverOrders(Fact, frozen=True, tag="deliver_orders"):
    space_id: str


def deliver_orders(state: State, player: int, action: DeliverOrders) -> list[Event]:
    space = open_space(state, player, action.space_id, "delivery")
    complete = deliverable(state, player, str(space.parameter))
    if not complete:
        raise RuleViolation("nothing_to_deliver", vehicle=space.parameter)
    placed = place_workers(state, player, space.id)
    delivered = [_deliver(state, player, order) for order in complete]
    return [placed, *delivered, *end_turn(state, player, spent=placed.count)]


def deliverable(state: State, player: int, vehicle: str) -> list[str]:
    """In catalog order, whatever the order in which they were taken (R31)."""
    outstanding = state.players[player].pit.outstanding
    return [
        order.id
        for order in state.catalog.orders.values()
        if order.id in outstanding
        and order.vehicle == vehicle
        and state.is_complete(player, order.id)
    ]


def _deliver(state: State, player: int, order: str) -> OrderDelivered:
    spots = state.players[player].pit.outstanding[order]
    cubes = Counter(cube for spot in spots for cube in spot)
    returned = {color: cubes[color] for color in state.catalog.colors if cubes[color]}
    return OrderDelivered(player, order, state.catalog.orders[order].vp, returned)
