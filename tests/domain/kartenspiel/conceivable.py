"""Any action with words of this game, sensible or not, for what must hold of all of them."""

from hypothesis import strategies as st

from domain.kartenspiel.actions import Action
from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.actions.turns import EndTurn, Pass
from domain.kartenspiel.actions.wild import ChooseDrawnCard
from domain.kartenspiel.deeds import (
    AnyMove,
    Consignment,
    Deliver,
    Effect,
    LoadFront,
    LoadStored,
    Mine,
    Payment,
    StoreFront,
    TakeEngine,
    TakeInnovation,
    TakeLorry,
    TakeLorryFrom,
    TakeObjective,
    TakeOrder,
    TakeShare,
    TakeWagon,
    TakeWagonFrom,
    Wild,
    WorkerAction,
    WorkerValue,
)
from domain.kartenspiel.state import State

MINING = "innovation.mine-4.1"


@st.composite
def payments(draw: st.DrawFn, state: State, seat: int) -> Payment:
    """Mostly cards of the own hand at values they may have."""
    player = state.players[seat]
    hand = [*player.workers, *player.innovations] or ["worker.red.01"]
    cards = draw(st.lists(st.sampled_from(hand), min_size=1, max_size=3))
    paid = []
    for card in cards:
        known = state.catalog.workers.get(card)
        value = known.value if known and draw(st.integers(0, 9)) else draw(st.integers(1, 5))
        paid.append(WorkerValue(card, value))
    return tuple(paid)


@st.composite
def moves(draw: st.DrawFn, state: State, seat: int) -> tuple[AnyMove, ...]:
    player = state.players[seat]
    wagons = [w.card for t in player.tracks.values() for w in t.wagons] or ["wagon.joker.01"]
    lorries = [*player.storage, *player.mining_row] or ["lorry.fox.01"]
    wagon_, lorry = st.sampled_from(wagons), st.sampled_from(lorries)
    move: st.SearchStrategy[AnyMove] = st.one_of(
        st.builds(LoadFront, wagon_),
        st.builds(StoreFront),
        st.builds(LoadStored, lorry, wagon_),
    )
    return tuple(draw(st.lists(move, max_size=4)))


@st.composite
def consignments(draw: st.DrawFn, state: State, seat: int) -> tuple[Consignment, ...]:
    orders = state.players[seat].orders or ["order.barracks.1"]
    pair = st.builds(Consignment, st.integers(1, 3), st.sampled_from(orders))
    return tuple(draw(st.lists(pair, min_size=1, max_size=3)))


@st.composite
def conceivable(draw: st.DrawFn, state: State, seat: int) -> Action:
    """Any action with words of this game, sensible or not; most of them fit the phase."""
    kinds = [PlaceWorkers] * 6 + [PlayInnovation] * 3 + [EndTurn, Pass, ChooseDrawnCard]
    if state.phase == "wild_choice":
        kinds += [ChooseDrawnCard] * 20
    kind = draw(st.sampled_from(kinds))
    if kind is PlaceWorkers:
        area = draw(st.sampled_from(list(state.catalog.areas)))
        fitting = state.catalog.deeds[area] if draw(st.integers(0, 9)) else "wild"
        action = draw(worker_actions(state, seat, fitting))
        return PlaceWorkers(area, draw(payments(state, seat)), action)
    if kind is PlayInnovation:
        card = draw(st.sampled_from([*state.players[seat].innovations, MINING]))
        effect = state.catalog.innovations[card].effect or "mine"
        return PlayInnovation(card, draw(effects(state, seat, effect)))
    if kind is ChooseDrawnCard:
        cards = state.pending.cards if state.pending else ["order.barracks.1"]
        track = draw(st.one_of(st.none(), st.integers(1, 4)))
        return ChooseDrawnCard(draw(st.sampled_from([*cards, "share.barracks.1"])), track)
    return EndTurn() if kind is EndTurn else Pass()


@st.composite
def worker_actions(draw: st.DrawFn, state: State, seat: int, kind: str) -> WorkerAction:
    track = draw(st.integers(1, 3))
    plain: dict[str, WorkerAction] = {
        "take_lorry": TakeLorry(),
        "take_wagon": TakeWagon(track),
        "take_engine": TakeEngine(track),
        "take_order": TakeOrder(),
        "take_share": TakeShare(),
        "take_innovation": TakeInnovation(),
        "take_objective": TakeObjective(),
        "wild": Wild(draw(st.sampled_from(list(state.stacks)))),
        "mine": Mine(draw(moves(state, seat))),
        "deliver": Deliver(draw(consignments(state, seat))),
    }
    return plain[kind]


@st.composite
def effects(draw: st.DrawFn, state: State, seat: int, kind: str) -> Effect:
    track, stack = draw(st.integers(1, 3)), draw(st.sampled_from(list(state.stacks)[:4]))
    plain: dict[str, Effect] = {
        "take_lorry": TakeLorryFrom(stack),
        "take_wagon": TakeWagonFrom(stack, track),
        "take_engine": TakeEngine(track),
        "take_order": TakeOrder(),
        "take_share": TakeShare(),
        "mine": Mine(draw(moves(state, seat))),
        "deliver": Deliver(draw(consignments(state, seat))),
    }
    return plain[kind]
