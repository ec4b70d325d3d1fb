"""Any action with words of this game, sensible or not, for what must hold of all of them."""

from collections.abc import Sequence

from hypothesis import strategies as st
from msgspec.structs import replace

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions import Action
from domain.gluck_auf.actions.buy_tunnel_tile import BuyTunnelTile
from domain.gluck_auf.actions.deliver_orders import DeliverOrders
from domain.gluck_auf.actions.draft_order import DraftOrder
from domain.gluck_auf.actions.look_at_five import (
    ChooseOrder,
    ChooseTunnelTile,
    LookAtOrders,
    LookAtTunnelTiles,
)
from domain.gluck_auf.actions.mine import (
    Load,
    Mine,
    MoveCage,
    PlaceFromCage,
    PlaceFromStorage,
    Step,
    Store,
)
from domain.gluck_auf.actions.take_money import TakeMoney
from domain.gluck_auf.actions.take_order import TakeOrder
from domain.gluck_auf.actions.use_bank import UseBank
from domain.gluck_auf.events import End
from domain.gluck_auf.state import State
from domain.kernel.errors import RuleViolation
from tests.domain.gluck_auf.situations import COLORS

ENDS: tuple[End, ...] = ("top", "bottom")
FILLS = (*COLORS, None)


@st.composite
def conceivable(draw: st.DrawFn, state: State, seat: int) -> Action:
    """Any action with words of this game, sensible or not; half of them fit the phase."""
    fitting: dict[str, list[type[Action]]] = {
        "draft": [DraftOrder],
        "awaiting_tile_choice": [ChooseTunnelTile],
        "awaiting_order_choice": [ChooseOrder],
    }
    turn: list[type[Action]] = [Mine, Mine, BuyTunnelTile, DeliverOrders, TakeMoney, TakeOrder]
    everything: list[type[Action]] = [
        UseBank,
        LookAtTunnelTiles,
        LookAtOrders,
        DraftOrder,
        ChooseTunnelTile,
        ChooseOrder,
        Mine,
        BuyTunnelTile,
        DeliverOrders,
        TakeMoney,
        TakeOrder,
    ]
    fits = draw(st.booleans())
    kind = draw(st.sampled_from(fitting.get(state.phase, turn) if fits else everything))
    if kind is DraftOrder:
        return DraftOrder(draw(st.sampled_from([*state.display, *state.catalog.orders, "none"])))
    if kind is Mine:
        return draw(conceivable_mining(state, seat))
    if kind is BuyTunnelTile:
        return BuyTunnelTile(draw(spaces(state, "factory")), draw(fills()))
    if kind is ChooseTunnelTile:
        tiles = list(state.catalog.tiles)
        keep = draw(st.none() | some(state.look_area, tiles))
        end = draw(st.sampled_from([*ENDS, None]))
        return ChooseTunnelTile(keep, end, draw(returns(state, keep)), draw(fills()))
    if kind is ChooseOrder:
        keep = draw(st.none() | some(state.look_area, list(state.catalog.orders)))
        end = draw(st.sampled_from([*ENDS, None]))
        return ChooseOrder(keep, end, draw(returns(state, keep)))
    if kind is DeliverOrders:
        return DeliverOrders(draw(spaces(state, "delivery")))
    if kind is TakeMoney:
        return TakeMoney(draw(spaces(state, "money")))
    if kind is TakeOrder:
        return TakeOrder(draw(spaces(state, "new_order")))
    simple: list[Action] = [UseBank(), LookAtTunnelTiles(), LookAtOrders()]
    return draw(st.sampled_from(simple))


def some(likely: Sequence[str], unlikely: Sequence[str]) -> st.SearchStrategy[str]:
    if not likely:
        return st.sampled_from([*unlikely, "none"])
    return st.sampled_from(list(likely)) | st.sampled_from(list(likely)) | st.sampled_from(unlikely)


def spaces(state: State, kind: str) -> st.SearchStrategy[str]:
    fitting = [space.id for space in state.catalog.spaces_of(kind)]
    return st.sampled_from(fitting) | st.sampled_from([*fitting, *state.catalog.spaces, "nowhere"])


def fills() -> st.SearchStrategy[tuple[str | None, ...]]:
    return st.just(()) | st.lists(st.sampled_from([*FILLS, "purple"]), max_size=3).map(tuple)


@st.composite
def returns(draw: st.DrawFn, state: State, keep: str | None) -> tuple[str, ...]:
    """Mostly the ones to return, in any order; sometimes too few, too many or others."""
    rest = [card for card in state.look_area if card != keep]
    order: list[str] = list(draw(st.permutations(rest))) if rest else []
    flaw = draw(st.sampled_from(["none", "none", "none", "fewer", "twice", "other"]))
    if flaw == "fewer":
        del order[draw(st.integers(0, len(order))) :]
    elif flaw == "twice" and order:
        order.append(order[0])
    elif flaw == "other":
        order.append(draw(st.sampled_from([*state.catalog.orders, *state.catalog.tiles])))
    return tuple(order)


@st.composite
def conceivable_mining(draw: st.DrawFn, state: State, seat: int) -> Mine:
    """Mostly legal steps, now and then any step, and sometimes one or two too many."""
    draft = Mine(draw(spaces(state, "mining")))
    for _ in range(draw(st.integers(0, 11))):
        if not draw(st.sampled_from([True] * 9 + [False])):
            return replace(draft, steps=(*draft.steps, draw(any_step(state, seat))))
        try:
            grown = [choice.action for choice in GLUCK_AUF.choices(state, seat, draft)]
        except RuleViolation:
            grown = []
        if not grown:
            return replace(draft, steps=(*draft.steps, draw(any_step(state, seat))))
        draft = draw(st.sampled_from(grown))
    return draft


@st.composite
def any_step(draw: st.DrawFn, state: State, seat: int) -> Step:
    pit = state.players[seat].pit
    kind = draw(st.sampled_from([MoveCage, Load, Store, PlaceFromCage, PlaceFromStorage]))
    if kind is MoveCage:
        return MoveCage(draw(st.integers(-1, 5)))
    if kind is Load:
        return Load(draw(some(list(pit.lorries), list(state.catalog.lorries))))
    color = draw(st.sampled_from([*COLORS, "purple"]))
    if kind is Store:
        return Store(color)
    order = draw(some(list(pit.outstanding), list(state.catalog.orders)))
    spot = draw(st.integers(-1, 4))
    if kind is PlaceFromCage:
        return PlaceFromCage(color, order, spot)
    return PlaceFromStorage(color, order, spot)
