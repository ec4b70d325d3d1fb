"""The order draft: counter-clockwise, the starting player last of each round (section 3)."""

from domain.gluck_auf.events import (
    DraftRemainderPlaced,
    Event,
    OrderDrafted,
    OrderSpaceFilled,
    ShiftStarted,
)
from domain.gluck_auf.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact


class DraftOrder(Fact, frozen=True, tag="draft_order"):
    order_id: str


def draft_order(state: State, player: int, action: DraftOrder) -> list[Event]:
    if action.order_id not in state.display:
        raise RuleViolation("order_not_on_offer", order=action.order_id)
    seats = len(state.players)
    picks = state.catalog.setups[seats].draft_picks_per_player * seats
    made = sum(len(seat.pit.outstanding) for seat in state.players)
    if made + 1 < picks:
        return [OrderDrafted(player, action.order_id, (player - 1) % seats)]
    return [OrderDrafted(player, action.order_id, None), *_open_the_board(state, action.order_id)]


def _open_the_board(state: State, last_pick: str) -> list[Event]:
    """What is left goes to the lowest-numbered open order space, the stack fills the others."""
    [remainder] = [order for order in state.display if order != last_pick]
    first, *others = state.open_orders
    filled = [
        OrderSpaceFilled(space, order)
        for space, order in zip(others, state.order_stack, strict=False)
    ]
    return [
        DraftRemainderPlaced(remainder, first),
        *filled,
        ShiftStarted(1, state.starting_player),
    ]
