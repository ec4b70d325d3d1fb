"""What workers or an innovation may do: where it begins, how it grows, when it is whole."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from domain.kartenspiel.actions.delivery import model_on, orders_for, refuse_consignments
from domain.kartenspiel.actions.mining import MiningRun
from domain.kartenspiel.actions.taking import possible_tracks
from domain.kartenspiel.actions.wild import may_choose
from domain.kartenspiel.components import Effect as EffectKind
from domain.kartenspiel.deeds import (
    WITHOUT_PARAMETERS,
    Consignment,
    Consignments,
    Deed,
    Deliver,
    Effect,
    Mine,
    TakeEngine,
    TakeLorryFrom,
    TakeOrder,
    TakeShare,
    TakeWagon,
    TakeWagonFrom,
    Wild,
    WorkerAction,
)
from domain.kartenspiel.state import State

Limits = tuple[int, int]


class Progress(NamedTuple):
    complete: bool
    open: bool


def first_deeds(state: State, seat: int, area: str) -> Iterator[WorkerAction]:
    """What workers in an area may begin with; the area's action is executable."""
    kind = state.catalog.deeds[area]
    if kind in WITHOUT_PARAMETERS:
        yield WITHOUT_PARAMETERS[kind]
    elif kind == "mine":
        yield Mine()
    elif kind == "deliver":
        yield Deliver()
    elif kind == "wild":
        yield from (Wild(stack) for stack in state.stacks if may_choose(state, seat, stack))
    else:
        for track in _tracks(state, seat, area):
            yield TakeWagon(track) if kind == "take_wagon" else TakeEngine(track)


def first_effects(state: State, seat: int, kind: EffectKind) -> Iterator[Effect]:
    """What an innovation may begin with; nothing if its stacks do not allow it."""
    if kind == "mine":
        yield Mine()
    elif kind == "deliver":
        yield Deliver()
    elif kind == "take_lorry":
        yield from (TakeLorryFrom(stack) for stack in _stacks(state, seat, kind))
    elif kind == "take_wagon":
        for stack in _stacks(state, seat, kind):
            yield from (TakeWagonFrom(stack, track) for track in _tracks(state, seat, stack))
    elif kind == "take_engine":
        for stack in _stacks(state, seat, kind):
            yield from (TakeEngine(track) for track in _tracks(state, seat, stack))
    elif _stacks(state, seat, kind):
        yield TakeOrder() if kind == "take_order" else TakeShare()


def grown(
    state: State, seat: int, deed: Deed, limits: Limits
) -> Iterator[tuple[Mine | Deliver, Progress]]:
    """The deed with one move or consignment more; RuleViolation if what it has is illegal."""
    if isinstance(deed, Mine):
        yield from one_move_more(run_of(state, seat, deed, limits), deed, mined)
    elif isinstance(deed, Deliver):
        for longer in one_train_more(state, seat, deed):
            yield longer, progress(state, seat, longer, limits)


def one_move_more(
    run: MiningRun, deed: Mine, judge: Callable[[MiningRun], Progress]
) -> Iterator[tuple[Mine, Progress]]:
    """Each with what the judge says of the run after it; a run that stands for many, once."""
    judged: dict[MiningRun, Progress] = {}
    for move, ahead in run.possible():
        if ahead not in judged:
            judged[ahead] = judge(ahead)
        yield Mine((*deed.moves, move)), judged[ahead]


def one_train_more(state: State, seat: int, deed: Deliver) -> Iterator[Deliver]:
    refuse_consignments(state, seat, deed.consignments)
    for sent in _further(state, seat, deed.consignments):
        yield Deliver((*deed.consignments, sent))


def progress(state: State, seat: int, deed: Deed, limits: Limits) -> Progress:
    if isinstance(deed, Mine):
        return mined(run_of(state, seat, deed, limits))
    if isinstance(deed, Deliver):
        sent = deed.consignments
        return Progress(bool(sent), any(True for _ in _further(state, seat, sent)))
    return Progress(complete=True, open=False)


def mined(run: MiningRun) -> Progress:
    return Progress(run.steps >= run.least, run.can_go_on())


def run_of(state: State, seat: int, deed: Mine, limits: Limits) -> MiningRun:
    run = MiningRun(state, seat, limits)
    for move in deed.moves:
        run.move(move)
    return run


def _further(state: State, seat: int, sent: Consignments) -> Iterator[Consignment]:
    """Trains of the same model on tracks of higher numbers, with orders not yet used."""
    used = [consignment.order for consignment in sent]
    last = max((consignment.track for consignment in sent), default=0)
    for track in state.catalog.tracks:
        alike = not sent or model_on(state, seat, track) == model_on(state, seat, sent[0].track)
        if track > last and alike:
            for order in orders_for(state, seat, track):
                if order not in used:
                    yield Consignment(track, order)


def _stacks(state: State, seat: int, kind: EffectKind) -> list[str]:
    return [
        stack
        for stack in state.stacks
        if state.catalog.deeds[stack] == kind and may_choose(state, seat, stack)
    ]


def _tracks(state: State, seat: int, stack: str) -> list[int]:
    tracks = possible_tracks(state, seat, stack, state.stacks[stack][0])
    return [track for track in tracks if track is not None]
