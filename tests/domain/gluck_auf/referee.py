"""A second opinion on refusals: every code that applies to an action, by sections 16.4 and 16.5.

It is written from the rules document alone and knows nothing of how `decide` checks.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

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
from domain.gluck_auf.pit import Pit
from domain.gluck_auf.state import State

ORDER = (
    "wrong_phase", "not_your_turn", "unknown_space", "space_locked", "not_enough_workers",
    "space_exhausted", "stack_empty", "not_enough_marks", "nothing_to_deliver", "too_many_steps",
    "cage_same_level", "cage_wrong_level", "cage_not_at_surface", "cage_full", "lorry_unknown",
    "lorry_empty", "cube_missing", "order_not_outstanding", "spot_unknown", "spot_filled",
    "storage_not_allowed", "substitute_unfinished", "order_not_on_offer", "not_looked_at",
    "return_mismatch", "bad_shortage_choice",
)  # fmt: skip
PHASES = {DraftOrder: "draft", ChooseTunnelTile: "awaiting_tile_choice"}
PHASES |= {ChooseOrder: "awaiting_order_choice"}
KINDS = {
    TakeMoney: "money",
    BuyTunnelTile: "factory",
    LookAtTunnelTiles: "factory_draw",
    Mine: "mining",
    DeliverOrders: "delivery",
    TakeOrder: "new_order",
    LookAtOrders: "new_order_draw",
}
Codes = Iterator[str]


def first_code(state: State, by: int, action: Action) -> str | None:
    """The code that the rules document wants reported; None if the action is legal."""
    applying = set(codes(state, by, action))
    return next((code for code in ORDER if code in applying), None)


def codes(state: State, by: int, action: Action) -> Codes:
    if state.phase != PHASES.get(type(action), "turn"):
        yield "wrong_phase"
        return  # the rest would speak of cards that lie elsewhere
    if by != state.active:
        yield "not_your_turn"
        return
    kind = KINDS.get(type(action))
    if kind:
        space = getattr(action, "space_id", None) or f"{kind.replace('_', '-')}"
        yield from _space(state, by, space, kind)
        if state.catalog.spaces.get(space) is None or state.catalog.spaces[space].kind != kind:
            return
    yield from OF_ACTION[type(action)](state, by, action)


def _space(state: State, by: int, space: str, kind: str) -> Codes:
    printed = state.catalog.spaces.get(space)
    if printed is None or printed.kind != kind:
        yield "unknown_space"
        return
    if space in state.locked:
        yield "space_locked"
    group = state.workers.get(space)
    if state.players[by].workers < (group.count if group else 0) + 1:
        yield "not_enough_workers"


def _bank(state: State, by: int, _: UseBank) -> Codes:
    if not state.players[by].workers:
        yield "not_enough_workers"


def _money(_state: State, _by: int, _action: TakeMoney) -> Codes:
    yield from ()


def _draft(state: State, _: int, action: DraftOrder) -> Codes:
    if action.order_id not in state.display:
        yield "order_not_on_offer"


def _buy(state: State, by: int, action: BuyTunnelTile) -> Codes:
    tile = state.open_tiles.get(action.space_id)
    if tile is None:
        yield "space_exhausted"
        return
    yield from _pays(state, by, tile)
    yield from _fill(state, tile, action.fill)


def _pays(state: State, by: int, tile: str) -> Codes:
    if state.players[by].marks < state.catalog.tiles[tile].price:
        yield "not_enough_marks"


def _fill(state: State, tile: str, fill: Sequence[str | None]) -> Codes:
    """Section 8.2: as many entries as cubes are short, each possible at its moment."""
    printed = state.catalog.tiles[tile]
    own = min(printed.lorries, state.supply[printed.color])
    supply = {**state.supply, printed.color: state.supply[printed.color] - own}
    if len(fill) != printed.lorries - own:
        yield "bad_shortage_choice"
        return
    for color in fill:
        if color is None:
            if state.options["shortage_rule"] == "mandatory" and any(supply.values()):
                yield "bad_shortage_choice"
        elif not supply.get(color):
            yield "bad_shortage_choice"
        else:
            supply[color] -= 1


def _look_at_tiles(state: State, _by: int, _action: LookAtTunnelTiles) -> Codes:
    if not state.tile_stack:
        yield "stack_empty"


def _look_at_orders(state: State, _by: int, _action: LookAtOrders) -> Codes:
    if not state.order_stack:
        yield "stack_empty"


def _choose_tile(state: State, by: int, action: ChooseTunnelTile) -> Codes:
    yield from _returns(state, action)
    if action.keep in state.catalog.tiles:
        yield from _pays(state, by, action.keep)
        yield from _fill(state, action.keep, action.fill)
    elif action.fill:
        yield "bad_shortage_choice"


def _returns(state: State, action: ChooseTunnelTile | ChooseOrder) -> Codes:
    returned = list(action.return_order or ())
    named = [*([action.keep] if action.keep is not None else []), *returned]
    if any(card not in state.look_area for card in named):
        yield "not_looked_at"
    rest = [card for card in state.look_area if card != action.keep]
    if sorted(returned) != sorted(rest) or (returned and action.return_to is None):
        yield "return_mismatch"


def _choose_order(state: State, _by: int, action: ChooseOrder) -> Codes:
    yield from _returns(state, action)


def _take_order(state: State, _by: int, action: TakeOrder) -> Codes:
    if state.open_orders.get(action.space_id) is None:
        yield "space_exhausted"


def _deliver(state: State, by: int, action: DeliverOrders) -> Codes:
    vehicle = state.catalog.spaces[action.space_id].parameter
    for order, spots in state.players[by].pit.outstanding.items():
        printed = state.catalog.orders[order]
        if printed.vehicle == vehicle and all(map(_is_filled, printed.spots, spots)):
            return
    yield "nothing_to_deliver"


def _is_filled(color: str, cubes: Sequence[str]) -> bool:
    return len(cubes) == 2 or tuple(cubes) == (color,)


def _mine(state: State, by: int, action: Mine) -> Codes:
    if len(action.steps) > int(state.catalog.spaces[action.space_id].parameter):
        yield "too_many_steps"
    pit = state.players[by].pit.copy()
    for at, step in enumerate(action.steps):
        found = [*_step(state, pit, step)]
        following = action.steps[at + 1] if at + 1 < len(action.steps) else None
        if not found and state.options["substitution_rule"] == "same_action":
            found = [*_half(state, pit, step, following)]
        if found:
            yield from found  # the first illegal step decides
            return
        _do(pit, step)


def _step(state: State, pit: Pit, step: Step) -> Codes:
    if isinstance(step, MoveCage):
        if step.to_level == pit.level:
            yield "cage_same_level"
        if not 0 <= step.to_level <= 4:
            yield "cage_wrong_level"
    elif isinstance(step, Load):
        yield from _load(state, pit, step)
    elif isinstance(step, Store):
        yield from _surface(pit)
        if not pit.cage.get(step.color):
            yield "cube_missing"
        if state.options["storage_rule"] == "no_matching_spot" and any(
            printed == step.color and not cubes
            for order, spots in pit.outstanding.items()
            for printed, cubes in zip(state.catalog.orders[order].spots, spots, strict=True)
        ):
            yield "storage_not_allowed"
    else:
        yield from _place(state, pit, step)


def _surface(pit: Pit) -> Codes:
    if pit.level != 0:
        yield "cage_not_at_surface"


def _load(state: State, pit: Pit, step: Load) -> Codes:
    if pit.level == 0:
        yield "cage_wrong_level"
    if sum(pit.cage.values()) >= 5:
        yield "cage_full"
    if step.lorry_id not in pit.lorries:
        yield "lorry_unknown"
        return
    if state.catalog.lorries[step.lorry_id].level != pit.level:
        yield "cage_wrong_level"
    if pit.lorries[step.lorry_id] is None:
        yield "lorry_empty"


def _place(state: State, pit: Pit, step: PlaceFromCage | PlaceFromStorage) -> Codes:
    store = pit.cage if isinstance(step, PlaceFromCage) else pit.storage
    if isinstance(step, PlaceFromCage):
        yield from _surface(pit)
    if not store.get(step.color):
        yield "cube_missing"
    spots = pit.outstanding.get(step.order_id)
    if spots is None:
        yield "order_not_outstanding"
        return
    if not 0 <= step.spot < len(spots):
        yield "spot_unknown"
    elif _is_filled(state.catalog.orders[step.order_id].spots[step.spot], spots[step.spot]):
        yield "spot_filled"


def _half(state: State, pit: Pit, step: Step, following: Step | None) -> Codes:
    """6.2: a first cube is illegal unless the very next step is the second one of that spot."""
    if not isinstance(step, PlaceFromCage | PlaceFromStorage):
        return
    cubes = pit.outstanding[step.order_id][step.spot]
    if _is_filled(state.catalog.orders[step.order_id].spots[step.spot], (*cubes, step.color)):
        return
    placing = isinstance(following, PlaceFromCage | PlaceFromStorage)
    where = (step.order_id, step.spot)
    if not placing or (following.order_id, following.spot) != where:  # type: ignore[union-attr]  # placing says so
        yield "substitute_unfinished"


def _do(pit: Pit, step: Step) -> None:
    if isinstance(step, MoveCage):
        pit.level = step.to_level
    elif isinstance(step, Load):
        color = pit.lorries[step.lorry_id]
        assert color is not None, "an empty lorry is refused"
        pit.load(step.lorry_id, color)
    elif isinstance(step, Store):
        pit.store(step.color)
    else:
        store = pit.cage if isinstance(step, PlaceFromCage) else pit.storage
        pit.place(store, step.color, step.order_id, step.spot)


OF_ACTION: dict[type, Callable[[State, int, Any], Codes]] = {
    DraftOrder: _draft,
    UseBank: _bank,
    TakeMoney: _money,
    BuyTunnelTile: _buy,
    LookAtTunnelTiles: _look_at_tiles,
    ChooseTunnelTile: _choose_tile,
    Mine: _mine,
    DeliverOrders: _deliver,
    TakeOrder: _take_order,
    LookAtOrders: _look_at_orders,
    ChooseOrder: _choose_order,
}
