"""Placing workers in an area and carrying out its action, as one unit (sections 6 and 7)."""

from domain.kartenspiel.actions.areas import limits_of
from domain.kartenspiel.actions.delivery import deliver, refuse_strange_orders
from domain.kartenspiel.actions.mining import mine, refuse_strange_lorries
from domain.kartenspiel.actions.payment import (
    refuse_strange_cards,
    refuse_wrong_total,
    refuse_wrong_values,
)
from domain.kartenspiel.actions.taking import take_top
from domain.kartenspiel.actions.wild import draw
from domain.kartenspiel.deeds import (
    Deliver,
    Effect,
    Mine,
    Payment,
    TakeEngine,
    TakeLorryFrom,
    TakeWagon,
    TakeWagonFrom,
    Wild,
    WorkerAction,
    kind_of,
)
from domain.kartenspiel.events import Event, WorkersPlaced
from domain.kartenspiel.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact


class PlaceWorkers(Fact, frozen=True, tag="place_workers"):
    area: str
    payment: Payment
    action: WorkerAction


def place_workers(state: State, seat: int, action: PlaceWorkers) -> list[Event]:
    refuse_strangers(state, seat, action)
    refuse_wrong_values(state, action.payment)
    refuse_wrong_total(state, action.area, action.payment)
    refuse_area(state, action)
    done = carry_out(state, seat, action.area, action.action)
    total = sum(laid.value for laid in action.payment)
    return [WorkersPlaced(seat, action.area, action.payment, total), *done]


def refuse_strangers(state: State, seat: int, action: PlaceWorkers) -> None:
    """Cards and stacks that do not exist, or are not in hand, wherever the command names them."""
    refuse_strange_cards(state, state.players[seat], action.payment)
    refuse_strange_parts(state, seat, action.action)


def refuse_strange_parts(state: State, seat: int, deed: WorkerAction | Effect) -> None:
    if isinstance(deed, Wild | TakeLorryFrom | TakeWagonFrom):
        if deed.stack not in state.stacks:
            raise RuleViolation("unknown_card", card=deed.stack)
    elif isinstance(deed, Mine):
        refuse_strange_lorries(state, deed.moves)
    elif isinstance(deed, Deliver):
        refuse_strange_orders(state, seat, deed.consignments)


def refuse_area(state: State, action: PlaceWorkers) -> None:
    if action.area not in state.areas:
        raise RuleViolation("area_not_in_play", area=action.area)
    deed = state.catalog.deeds[action.area]
    if kind_of(action.action) != deed:
        raise RuleViolation("action_mismatch", needed=deed, given=kind_of(action.action))


def carry_out(state: State, seat: int, area: str, deed: WorkerAction) -> list[Event]:
    if isinstance(deed, Mine):
        return mine(state, seat, "worker", limits_of(state.catalog, area), deed.moves)
    if isinstance(deed, Deliver):
        return deliver(state, seat, "worker", deed.consignments)
    if isinstance(deed, Wild):
        return draw(state, seat, area, deed.stack)
    track = deed.track if isinstance(deed, TakeWagon | TakeEngine) else None
    return take_top(state, seat, "worker", area, track)
