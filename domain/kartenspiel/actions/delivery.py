"""Delivery: trains of one model depart, each with an order from the hand (section 7.9)."""

from domain.kartenspiel.deeds import Consignments
from domain.kartenspiel.events import Event, LoadedWagon, TrainDispatched, Via
from domain.kartenspiel.player_board import holds
from domain.kartenspiel.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import UNKNOWN


def deliver(state: State, seat: int, via: Via, consignments: Consignments) -> list[Event]:
    """Recorded by track number, whatever the order in the command (15.5)."""
    if not consignments:
        raise RuleViolation("no_consignment")
    refuse_consignments(state, seat, consignments)
    by_track = sorted(consignments, key=lambda consignment: consignment.track)
    return [_dispatch(state, seat, via, sent.track, sent.order) for sent in by_track]


def refuse_strange_orders(state: State, seat: int, consignments: Consignments) -> None:
    for sent in consignments:
        if sent.order not in state.catalog.orders:
            raise RuleViolation("unknown_card", card=sent.order)
        if not holds(state.players[seat].orders, sent.order):
            raise RuleViolation("card_not_in_hand", card=sent.order)


def refuse_consignments(state: State, seat: int, consignments: Consignments) -> None:
    tracks = state.players[seat].tracks
    for sent in consignments:
        if sent.track not in tracks:
            raise RuleViolation("track_not_allowed", card=sent.order, track=sent.track)
        if tracks[sent.track].engine is None:
            raise RuleViolation("no_engine", track=sent.track)
        needed = state.catalog.orders[sent.order].min_lorries
        if lorries_on(state, seat, sent.track) < needed:
            raise RuleViolation("too_few_lorries", track=sent.track, order=sent.order, n=needed)
    chosen = [sent.track for sent in consignments]
    orders = [sent.order for sent in consignments]
    for sent in consignments:
        if chosen.count(sent.track) > 1:
            raise RuleViolation("duplicate_track", track=sent.track)
        if orders.count(sent.order) > 1:
            raise RuleViolation("duplicate_order", order=sent.order)
    if len({model_on(state, seat, track) for track in chosen}) > 1:
        raise RuleViolation("engine_models_differ")


def lorries_on(state: State, seat: int, track: int) -> int:
    """The lorries loaded there; a card may show two."""
    loads = [wagon.lorry for wagon in state.players[seat].tracks[track].wagons]
    return sum(state.catalog.lorries[lorry].lorries for lorry in loads if lorry is not None)


def model_on(state: State, seat: int, track: int) -> str | None:
    engine = state.players[seat].tracks[track].engine
    return state.catalog.engines[engine].model if engine else None


def orders_for(state: State, seat: int, track: int) -> list[str]:
    """The orders in hand with which the train may depart; `?` may be one of them."""
    if state.players[seat].tracks[track].engine is None:
        return []
    loaded = lorries_on(state, seat, track)
    return [
        order
        for order in state.players[seat].orders
        if loaded and (order == UNKNOWN or state.catalog.orders[order].min_lorries <= loaded)
    ]


def _dispatch(state: State, seat: int, via: Via, track: int, order: str) -> TrainDispatched:
    train = state.players[seat].tracks[track]
    assert train.engine is not None, "a train without engine does not pass the check"
    wagons = tuple(LoadedWagon(wagon.card, wagon.lorry) for wagon in train.wagons)
    loaded = lorries_on(state, seat, track)
    return TrainDispatched(seat, via, track, train.engine, wagons, loaded, order)
