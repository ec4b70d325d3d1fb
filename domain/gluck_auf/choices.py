"""What a player may do next: every legal action, many-part ones as drafts that grow.

Whatever is offered as complete is accepted by `decide`; every open draft leads to a complete one.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress

from msgspec import UNSET
from msgspec.structs import replace

from domain.gluck_auf.actions import Action, decide, guard
from domain.gluck_auf.actions.buy_tunnel_tile import BuyTunnelTile, affordable_tile
from domain.gluck_auf.actions.coal_shortage import check_fill, fill_choices, missing_cubes
from domain.gluck_auf.actions.deliver_orders import DeliverOrders, deliverable
from domain.gluck_auf.actions.draft_order import DraftOrder
from domain.gluck_auf.actions.look_at_five import (
    ChooseOrder,
    ChooseTunnelTile,
    LookAtOrders,
    LookAtTunnelTiles,
    keepable_tile,
    returnable,
)
from domain.gluck_auf.actions.mine import (
    Load,
    Mine,
    MoveCage,
    PlaceFromCage,
    PlaceFromStorage,
    Step,
    Store,
    Trip,
)
from domain.gluck_auf.actions.placing import open_space
from domain.gluck_auf.actions.take_money import TakeMoney
from domain.gluck_auf.actions.take_order import TakeOrder
from domain.gluck_auf.actions.use_bank import UseBank
from domain.gluck_auf.catalog import Space, Tile
from domain.gluck_auf.events import End
from domain.gluck_auf.state import State
from domain.kernel.chance import SealedChance
from domain.kernel.choices import Choice
from domain.kernel.errors import RuleViolation

Offers = Iterator[Choice[Action]]
ENDS: tuple[End, ...] = ("top", "bottom")


def choices(state: State, seat: int, draft: Action | None = None) -> list[Choice[Action]]:
    """Nothing for a seat that is not to act. A draft that breaks a rule is refused as if played."""
    if draft is not None:
        guard(state, seat, draft)
        grown = list(_grown(state, seat, draft))
        if not grown:
            decide(state, seat, draft, SealedChance())
        return grown
    if seat != state.active:
        return []
    if state.phase == "draft":
        return [Choice(DraftOrder(order)) for order in state.display]
    if state.phase == "turn":
        return list(_turn(state, seat))
    return list(_kept(state, seat))


def _grown(state: State, seat: int, draft: Action) -> Offers:
    """The draft with one part more."""
    if isinstance(draft, Mine):
        yield from _one_step_more(state, seat, draft)
    elif isinstance(draft, BuyTunnelTile):
        tile = affordable_tile(state, seat, draft.space_id)
        yield from _one_fill_more(state, tile, draft)
    elif isinstance(draft, ChooseTunnelTile | ChooseOrder):
        yield from _one_return_more(state, seat, draft)


def _turn(state: State, seat: int) -> Offers:
    workers = state.players[seat].workers
    if workers >= state.catalog.constants.bank_workers:
        yield Choice(UseBank())
    for space in state.catalog.spaces.values():
        if space.id not in state.locked and state.cost(space.id) <= workers:
            yield from SPACE_OFFERS[space.kind](state, seat, space)


def _buy(state: State, seat: int, space: Space) -> Offers:
    tile_id = state.open_tiles[space.id]
    if tile_id and state.catalog.tiles[tile_id].price <= state.players[seat].marks:
        short = missing_cubes(state, state.catalog.tiles[tile_id]) > 0
        yield Choice(BuyTunnelTile(space.id), complete=not short, open=short)


def _look_at_tiles(state: State, _seat: int, _space: Space) -> Offers:
    if state.tile_stack:
        yield Choice(LookAtTunnelTiles())


def _mine(_state: State, _seat: int, space: Space) -> Offers:
    yield Choice(Mine(space.id), complete=True, open=int(space.parameter) > 0)


def _deliver(state: State, seat: int, space: Space) -> Offers:
    if deliverable(state, seat, str(space.parameter)):
        yield Choice(DeliverOrders(space.id))


def _take_money(_state: State, _seat: int, space: Space) -> Offers:
    yield Choice(TakeMoney(space.id))


def _take_order(state: State, _seat: int, space: Space) -> Offers:
    if state.open_orders[space.id]:
        yield Choice(TakeOrder(space.id))


def _look_at_orders(state: State, _seat: int, _space: Space) -> Offers:
    if state.order_stack:
        yield Choice(LookAtOrders())


SPACE_OFFERS: dict[str, Callable[[State, int, Space], Offers]] = {
    "factory": _buy,
    "factory_draw": _look_at_tiles,
    "mining": _mine,
    "delivery": _deliver,
    "money": _take_money,
    "new_order": _take_order,
    "new_order_draw": _look_at_orders,
}


def _one_step_more(state: State, seat: int, draft: Mine) -> Offers:
    allowed = int(open_space(state, seat, draft.space_id, "mining").parameter)
    if len(draft.steps) > allowed:
        raise RuleViolation("too_many_steps", n=allowed)
    trip = Trip(state, seat)
    trip.work(draft.steps)
    left = allowed - len(draft.steps) - 1
    if left < 0:
        return
    for step in _legal_steps(trip):
        unfinished = trip.must_finish(step)
        if unfinished and (not left or trip.cubes_at_hand() < 2):
            continue
        grown = replace(draft, steps=(*draft.steps, step))
        yield Choice(grown, complete=not unfinished, open=left > 0)


def _legal_steps(trip: Trip) -> Iterator[Step]:
    for step in _conceivable_steps(trip):
        with suppress(RuleViolation):
            trip.check(step)
            yield step


def _conceivable_steps(trip: Trip) -> Iterator[Step]:
    pit, constants = trip.pit, trip.catalog.constants
    for level in range(constants.surface_level, constants.deepest_level + 1):
        yield MoveCage(level)
    for lorry, cube in pit.lorries.items():
        if cube:
            yield Load(lorry)
    spots = [(order, at) for order, cubes in pit.outstanding.items() for at in range(len(cubes))]
    for color in trip.catalog.colors:
        if pit.cage[color]:
            yield Store(color)
            yield from (PlaceFromCage(color, order, at) for order, at in spots)
        if pit.storage[color]:
            yield from (PlaceFromStorage(color, order, at) for order, at in spots)


def _kept(state: State, seat: int) -> Offers:
    """After a look: first which one to keep, or none."""
    for keep in (*state.look_area, None):
        if state.phase == "awaiting_order_choice":
            yield _so_far(state, None, ChooseOrder(keep))
        elif keep is None:
            yield _so_far(state, None, ChooseTunnelTile(keep))
        elif state.catalog.tiles[keep].price <= state.players[seat].marks:
            yield _so_far(state, state.catalog.tiles[keep], ChooseTunnelTile(keep))


def _one_return_more(state: State, seat: int, draft: ChooseTunnelTile | ChooseOrder) -> Offers:
    tile = keepable_tile(state, seat, draft.keep) if isinstance(draft, ChooseTunnelTile) else None
    left = returnable(state, draft)
    if isinstance(draft, ChooseTunnelTile):
        if tile is None and draft.fill:
            raise RuleViolation("bad_shortage_choice", n=0)
        if tile:
            check_fill(state, tile, draft.fill)
            if len(draft.fill) < missing_cubes(state, tile):
                yield from _one_fill_more(state, tile, draft)
                return
    returned = () if draft.return_order is UNSET else draft.return_order
    if draft.return_to is None and (left or returned):
        yield from (_so_far(state, tile, replace(draft, return_to=end)) for end in ENDS)
    else:
        for card in left:
            yield _so_far(state, tile, replace(draft, return_order=(*returned, card)))


def _one_fill_more(state: State, tile: Tile, draft: BuyTunnelTile | ChooseTunnelTile) -> Offers:
    check_fill(state, tile, draft.fill)
    if len(draft.fill) < missing_cubes(state, tile):
        for color in fill_choices(state, tile, draft.fill):
            yield _so_far(state, tile, replace(draft, fill=(*draft.fill, color)))


def _so_far(
    state: State, tile: Tile | None, draft: BuyTunnelTile | ChooseTunnelTile | ChooseOrder
) -> Choice[Action]:
    """A draft that must be grown until nothing is missing, and can be no further then."""
    missing = 0
    if tile and not isinstance(draft, ChooseOrder):
        missing = missing_cubes(state, tile) - len(draft.fill)
    if not isinstance(draft, BuyTunnelTile):
        missing += len(returnable(state, draft))
    return Choice(draft, complete=not missing, open=bool(missing))
