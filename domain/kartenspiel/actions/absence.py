"""What is done for an absent player: no rule of the game, but a fixed one (R-27 and 15.5)."""

from domain.kartenspiel.actions.areas import limits_of, usable_areas
from domain.kartenspiel.actions.delivery import orders_for
from domain.kartenspiel.actions.mining import MiningRun
from domain.kartenspiel.actions.payment import cheapest, purse
from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.actions.taking import possible_tracks
from domain.kartenspiel.actions.turns import EndTurn, Pass
from domain.kartenspiel.actions.wild import ChooseDrawnCard, may_choose
from domain.kartenspiel.deeds import (
    WITHOUT_PARAMETERS,
    AnyMove,
    Consignment,
    Deliver,
    Mine,
    StoreFront,
    TakeEngine,
    TakeWagon,
    Wild,
    WorkerAction,
)
from domain.kartenspiel.state import State

AbsentAction = Pass | EndTurn | ChooseDrawnCard | PlaceWorkers


def for_absent(state: State, seat: int) -> AbsentAction:
    """Passing; if that is too late, whatever brings the turn to its end soonest."""
    if state.phase == "wild_choice":
        return _first_drawn(state, seat)
    if state.phase == "after_action":
        return EndTurn()
    return _first_placement(state, seat) if state.innovation_played else Pass()


def _first_drawn(state: State, seat: int) -> ChooseDrawnCard:
    """The first card that can be placed, on the lowest-numbered legal track."""
    assert state.pending is not None, "the phase says so"
    stack, [card, *_] = state.pending.stack, state.pending.cards
    return ChooseDrawnCard(card, possible_tracks(state, seat, stack, card)[0])


def _first_placement(state: State, seat: int) -> PlaceWorkers:
    """The first legal area, paid with fewest cards, with the first executable parameters."""
    area = usable_areas(state, seat)[0]
    required = state.required(area)
    payment = cheapest(purse(state, seat), required, spare_innovations=False)[required]
    return PlaceWorkers(area, payment, _first_deed(state, seat, area))


def _first_deed(state: State, seat: int, area: str) -> WorkerAction:
    kind = state.catalog.deeds[area]
    if kind in WITHOUT_PARAMETERS:
        return WITHOUT_PARAMETERS[kind]
    if kind == "wild":
        return Wild(next(stack for stack in state.stacks if may_choose(state, seat, stack)))
    if kind == "mine":
        return Mine(tuple(_first_moves(state, seat, area)))
    if kind == "deliver":
        return Deliver((_first_consignment(state, seat),))
    track = possible_tracks(state, seat, area, state.stacks[area][0])[0]
    assert track is not None, "wagons and engines go on a track"
    return TakeWagon(track) if kind == "take_wagon" else TakeEngine(track)


def _first_moves(state: State, seat: int, area: str) -> list[AnyMove]:
    run = MiningRun(state, seat, limits_of(state.catalog, area))
    wagons, moves = list(state.catalog.wagons), []

    def place(move: AnyMove) -> int:
        return -1 if isinstance(move, StoreFront) else wagons.index(move.wagon)

    while run.steps < run.least:
        moves.append(min((move for move, _ in run.possible()), key=place))
        run.move(moves[-1])
    return moves


def _first_consignment(state: State, seat: int) -> Consignment:
    track = next(track for track in state.catalog.tracks if orders_for(state, seat, track))
    orders = orders_for(state, seat, track)
    return Consignment(track, next(order for order in state.catalog.orders if order in orders))
