"""Nothing appears and nothing vanishes (section 16), checked after every event.

An event can only unbalance what its writer touches, so only that is counted again: counting all
239 cards after every event would be nine tenths of a verifier's work.
"""

from collections.abc import Callable

from domain.kartenspiel import events as e
from domain.kartenspiel.components import JOKER, Deck
from domain.kartenspiel.state import State
from domain.kernel.conservation import Imbalance
from domain.kernel.events import GameCreated
from domain.kernel.seals import UNKNOWN

Check = Callable[[State], Imbalance | None]


def imbalance(state: State, event: e.Event) -> Imbalance | None:
    """The first thing that does not add up, or None."""
    if not state.stacks and type(event) in SETUP:
        return None
    if isinstance(event, e.WorkersPlaced):
        return _after_placement(state, event)
    for check in _touched(state, event):
        problem = check(state)
        if problem:
            return problem
    return None


def _touched(state: State, event: e.Event) -> tuple[Check, ...]:
    if isinstance(event, e.WildCardsDrawn | e.WildCardsReturned):
        return (OF_DECK[state.catalog.stacks[event.stack].deck],)
    return TOUCHED.get(type(event), EVERYTHING)


def _after_placement(state: State, event: e.WorkersPlaced) -> Imbalance | None:
    """Only the hand of the seat that placed them, and the areas, have changed."""
    problem = _workers_of(state, event.seat)
    if problem or all(laid.card in state.catalog.workers for laid in event.payment):
        return problem
    return innovations(state)


def lorries(state: State) -> Imbalance | None:
    found = _in_stacks(state, "lorries")
    for player in state.players:
        found += player.mining_row + player.storage
        for track in player.tracks.values():
            found += [wagon.lorry for wagon in track.wagons if wagon.lorry is not None]
        for train in player.delivered:
            found += train.lorry_cards()
    return _each_once("lorries", found, len(state.catalog.lorries))


def wagons(state: State) -> Imbalance | None:
    found = _in_stacks(state, "wagons")
    for player in state.players:
        for track in player.tracks.values():
            found += [wagon.card for wagon in track.wagons]
        for train in player.delivered:
            found += [wagon.wagon for wagon in train.wagons]
    return _each_once("wagons", found, len(state.catalog.wagons))


def engines(state: State) -> Imbalance | None:
    found = _in_stacks(state, "engines")
    for player in state.players:
        found += [track.engine for track in player.tracks.values() if track.engine is not None]
        found += [train.engine for train in player.delivered]
    return _each_once("engines", found, len(state.catalog.engines))


def orders(state: State) -> Imbalance | None:
    found = _in_stacks(state, "orders")
    for player in state.players:
        found += player.orders
        found += [train.order for train in player.delivered]
    return _each_once("orders", found, len(state.catalog.orders))


def shares(state: State) -> Imbalance | None:
    found = _in_stacks(state, "shares")
    for player in state.players:
        found += player.shares
    return _each_once("shares", found, len(state.catalog.shares))


def objectives(state: State) -> Imbalance | None:
    found = _in_stacks(state, "objectives")
    for player in state.players:
        found += player.objectives
    return _each_once("objectives", found, len(state.catalog.objectives))


def innovations(state: State) -> Imbalance | None:
    known = state.catalog.innovations
    found = [*_in_stacks(state, "innovations"), *state.box]
    for seat, player in enumerate(state.players):
        found += player.innovations
        found += [card for card in _laid(state, seat) if card in known]
    return _each_once("innovations", found, len(known))


def workers(state: State) -> Imbalance | None:
    for seat in range(len(state.players)):
        problem = _workers_of(state, seat)
        if problem:
            return problem
    return None


def _workers_of(state: State, seat: int) -> Imbalance | None:
    """Hand plus areas is the same for every colour at any time; the rest was removed."""
    expected = state.catalog.setups[len(state.players)].worker_cards_each
    known, player = state.catalog.workers, state.players[seat]
    cards = player.workers + [card for card in _laid(state, seat) if card in known]
    if len(cards) != expected or len(set(cards)) != expected:
        return Imbalance("workers", seat=seat, found=len(cards), expected=expected)
    if not state.catalog.workers_of[player.color].issuperset(cards):
        return Imbalance("workers_colour", seat=seat)
    return None


def removed(state: State) -> Imbalance | None:
    """What setup put away stays away, and with the rest makes up the box."""
    cards = [card for card in state.removed if card in state.catalog.workers]
    kept = state.catalog.setups[len(state.players)].worker_cards_each * len(state.players)
    if len(state.removed) - len(cards) > len(state.catalog.action_cards):
        return Imbalance("removed", found=len(state.removed))
    return _each_once("removed", cards, len(state.catalog.workers) - kept)


def markers(state: State) -> Imbalance | None:
    expected = state.catalog.setups[len(state.players)].shifts
    found = [str(number) for number in state.markers]
    for player in state.players:
        found += map(str, player.markers)
    return _each_once("markers", found, expected)


def trains(state: State) -> Imbalance | None:
    """Every wagon stands on a track that shows its crest, every load fits wagon and track."""
    catalog = state.catalog
    for player in state.players:
        for number, track in player.tracks.items():
            shown = catalog.tracks[number].crests
            for wagon in track.wagons:
                crest = catalog.wagons[wagon.card].crest
                if crest not in (*shown, JOKER):
                    return Imbalance("wagon", wagon=wagon.card, track=number)
                load = catalog.lorries[wagon.lorry].crest if wagon.lorry else shown[0]
                if load not in shown or (wagon.lorry and crest not in (load, JOKER)):
                    found = {"card": str(wagon.lorry), "wagon": wagon.card}
                    return Imbalance("load", track=number, **found)
    return None


EVERYTHING: tuple[Check, ...] = (
    lorries,
    wagons,
    engines,
    orders,
    shares,
    objectives,
    innovations,
    workers,
    removed,
    markers,
    trains,
)

OF_DECK: dict[Deck, Check] = {
    "lorries": lorries,
    "wagons": wagons,
    "engines": engines,
    "orders": orders,
    "shares": shares,
    "objectives": objectives,
    "innovations": innovations,
}

SETUP: frozenset[type[object]] = frozenset({GameCreated, e.ComponentsRemoved})
"""Before the stacks are prepared there is nothing to count."""

TOUCHED: dict[type[e.Event], tuple[Check, ...]] = {
    e.StartPlayerChosen: (),
    e.ShiftStarted: (),
    e.TurnStarted: (),
    e.LorryTaken: (lorries,),
    e.WagonTaken: (wagons, trains),
    e.EngineTaken: (engines,),
    e.OrderTaken: (orders,),
    e.InnovationTaken: (innovations,),
    e.ShareTaken: (shares,),
    e.ObjectiveTaken: (objectives,),
    e.LorryStored: (lorries,),
    e.LorryLoaded: (lorries, trains),
    e.MiningFinished: (),
    e.TrainDispatched: (lorries, wagons, engines, orders),
    e.InnovationPlayed: (innovations,),
    e.StackSplit: (lorries, wagons),
    e.TurnEnded: (),
    e.PlayerPassed: (),
    e.ShiftEnded: (),
    e.ShiftMarkerAwarded: (markers,),
    e.ShiftScoringComputed: (),
    e.WorkersReturned: (workers, innovations),
    e.GameEnded: (),
    e.SharesAssigned: (),
    e.PlayerScored: (),
    e.WinnerDeclared: (),
}


def _in_stacks(state: State, deck: Deck) -> list[str]:
    """In the stacks of a deck, or drawn from one of them by a wild action."""
    found: list[str] = []
    for stack in state.catalog.stacks_of(deck):
        found += state.stacks[stack]
        if state.pending and state.pending.stack == stack:
            found += state.pending.cards
    return found


def _laid(state: State, seat: int) -> list[str]:
    """The seat's cards lying in the areas."""
    return [
        laid.card
        for area in state.areas.values()
        for placement in area.placements
        if placement.seat == seat
        for laid in placement.payment
    ]


def _each_once(what: str, found: list[str], expected: int) -> Imbalance | None:
    if len(found) != expected:
        return Imbalance("count", what=what, found=len(found), expected=expected)
    if len(set(found)) != expected:
        known = [card for card in found if card != UNKNOWN]
        if len(set(known)) != len(known):
            return Imbalance("twice", what=what)
    return None
