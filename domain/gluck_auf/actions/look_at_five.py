"""Looking at the top of a stack, keeping one or none, returning the rest (sections 5.3, 5.8).

Two actions each, because the player must see the cards before choosing.
"""

from collections.abc import Mapping

from msgspec import UNSET

from domain.gluck_auf.actions.coal_shortage import Fill, acquire
from domain.gluck_auf.actions.placing import end_turn, open_space, place_workers
from domain.gluck_auf.catalog import Space, Tile
from domain.gluck_auf.events import (
    End,
    Event,
    MarksPaid,
    OrdersLookedAt,
    OrdersReturned,
    OrderTaken,
    TunnelTilesLookedAt,
    TunnelTilesReturned,
)
from domain.gluck_auf.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Audience, Fact, Sealed


class LookAtTunnelTiles(Fact, frozen=True, tag="look_at_tunnel_tiles"):
    pass


class LookAtOrders(Fact, frozen=True, tag="look_at_orders"):
    pass


class ChooseTunnelTile(Fact, frozen=True, tag="choose_tunnel_tile"):
    keep: str | None
    return_to: End | None = None
    return_order: Sealed[tuple[str, ...]] = ()
    """First the one that will be drawn earliest."""
    fill: Fill = ()

    def hides(self, actor: Audience, /) -> Mapping[str, Audience]:
        return {"return_order": actor}


class ChooseOrder(Fact, frozen=True, tag="choose_order"):
    keep: str | None
    return_to: End | None = None
    return_order: Sealed[tuple[str, ...]] = ()

    def hides(self, actor: Audience, /) -> Mapping[str, Audience]:
        return {"return_order": actor}


def look_at_tunnel_tiles(state: State, player: int, _: LookAtTunnelTiles) -> list[Event]:
    space = _look(state, player, "factory_draw", state.tile_stack)
    seen = tuple(state.tile_stack[: int(space.parameter)])
    return [
        place_workers(state, player, space.id),
        TunnelTilesLookedAt(player, len(seen), seen),
    ]


def look_at_orders(state: State, player: int, _: LookAtOrders) -> list[Event]:
    space = _look(state, player, "new_order_draw", state.order_stack)
    seen = tuple(state.order_stack[: int(space.parameter)])
    return [place_workers(state, player, space.id), OrdersLookedAt(player, len(seen), seen)]


def choose_tunnel_tile(state: State, player: int, action: ChooseTunnelTile) -> list[Event]:
    tile = keepable_tile(state, player, action.keep)
    returned = check_return(state, action)
    bought: list[Event] = []
    if tile:
        source = state.catalog.the_space("factory_draw").id
        acquired = acquire(state, player, tile, source, action.fill)
        bought = [MarksPaid(player, tile.price, tile.id), acquired]
    elif action.fill:
        raise RuleViolation("bad_shortage_choice", n=0)
    to = action.return_to if returned else None
    return [
        *bought,
        TunnelTilesReturned(player, to, len(returned), returned),
        *end_turn(state, player, spent=0),
    ]


def choose_order(state: State, player: int, action: ChooseOrder) -> list[Event]:
    returned = check_return(state, action)
    source = state.catalog.the_space("new_order_draw").id
    taken = [] if action.keep is None else [OrderTaken(player, action.keep, source)]
    to = action.return_to if returned else None
    return [
        *taken,
        OrdersReturned(player, to, len(returned), returned),
        *end_turn(state, player, spent=0),
    ]


def keepable_tile(state: State, player: int, keep: str | None) -> Tile | None:
    """The tile to keep, which must be among those seen and affordable; None to keep nothing."""
    if keep is None:
        return None
    tile = state.catalog.tiles.get(keep)
    if tile and state.players[player].marks < tile.price:
        raise RuleViolation("not_enough_marks", n=tile.price)
    if keep not in state.look_area:
        raise RuleViolation("not_looked_at", card=keep)
    return tile


def check_return(state: State, action: ChooseTunnelTile | ChooseOrder) -> tuple[str, ...]:
    """What goes back: exactly the seen ones that are not kept, all to one end."""
    returned = () if action.return_order is UNSET else action.return_order
    if returnable(state, action) or (returned and action.return_to is None):
        raise RuleViolation("return_mismatch", n=_others(state, action.keep))
    return returned


def returnable(state: State, draft: ChooseTunnelTile | ChooseOrder) -> list[str]:
    """What still has to go back, in the order seen."""
    returned = () if draft.return_order is UNSET else draft.return_order
    for card in (draft.keep, *returned):
        if card is not None and card not in state.look_area:
            raise RuleViolation("not_looked_at", card=card)
    left = [card for card in state.look_area if card != draft.keep]
    for card in returned:
        if card not in left:
            raise RuleViolation("return_mismatch", n=_others(state, draft.keep))
        left.remove(card)
    return left


def _others(state: State, keep: str | None) -> int:
    return len(state.look_area) - (keep is not None)


def _look(state: State, player: int, kind: str, stack: list[str]) -> Space:
    space = open_space(state, player, state.catalog.the_space(kind).id, kind)
    if not stack:
        raise RuleViolation("stack_empty", space=space.id)
    return space
