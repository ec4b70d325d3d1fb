"""What is offered in words, and the places on the board and in the pits that it touches."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET

from domain.gluck_auf.actions import Action
from domain.gluck_auf.actions.buy_tunnel_tile import BuyTunnelTile
from domain.gluck_auf.actions.deliver_orders import DeliverOrders, deliverable
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
    Store,
)
from domain.gluck_auf.actions.take_money import TakeMoney
from domain.gluck_auf.actions.take_order import TakeOrder
from domain.gluck_auf.actions.use_bank import UseBank
from domain.gluck_auf.state import State
from domain.gluck_auf.words import Speaker
from domain.kernel import offers
from domain.kernel.offers import Described, at, of_seat
from domain.kernel.seals import Fact
from domain.kernel.texts import Language

PLACES = {
    "space.<space>": "A worker space, like `space.factory-1`; `space.bank` is the Bank.",
    "order.<order>": "An order card, wherever it lies open.",
    "order.<order>.spot.<number>": "A spot of an outstanding order, counted from 0.",
    "tile.<tile>": "A tunnel tile that somebody looks at.",
    "stack.<kind>": "A stack: `stack.tile` or `stack.order`.",
    "stack.<kind>.<end>": "Where cards go back to a stack: its `top` or `bottom`.",
    "supply.<color>": "The cubes of a color in the general supply.",
    "seat.<seat>.level.<level>": "A level of a pit, where the cage can stop; 0 is the surface.",
    "seat.<seat>.lorry.<lorry>": "A lorry in a pit.",
    "seat.<seat>.cage.<color>": "A cube of that color in the cage.",
    "seat.<seat>.storage": "The private storage, as a place for a cube.",
    "seat.<seat>.storage.<color>": "A cube of that color in the private storage.",
}


class Describer(offers.Describer[State, Speaker]):
    speaker = Speaker

    def __init__(
        self,
        state: State,
        seat: int,
        draft: Action | None,
        language: Language,
        names: Sequence[str] = (),
    ) -> None:
        super().__init__(state, seat, draft, language, names)
        self.player = state.players[seat]
        self.level = self.player.pit.level
        if isinstance(draft, Mine):
            levels = [step.to_level for step in draft.steps if isinstance(step, MoveCage)]
            self.level = levels[-1] if levels else self.level

    def offered(self, action: Action) -> Described:
        part = self._newest_part(action)
        return OFFERED[type(part)](self, part) if isinstance(part, Fact) else part

    def _newest_part(self, action: Action) -> Fact | Described:
        """What was added to the draft: a fact of its own, or told at once."""
        draft = self.draft
        if draft is None or type(draft) is not type(action):
            return action
        if isinstance(action, Mine):
            return action.steps[-1] if action.steps else action
        if isinstance(action, BuyTunnelTile):
            return self._filled(action.fill[-1]) if action.fill else action
        if isinstance(action, ChooseTunnelTile) and isinstance(draft, ChooseTunnelTile):
            if len(action.fill) > len(draft.fill):
                return self._filled(action.fill[-1])
            return self._returned(action, "tile")
        if isinstance(action, ChooseOrder):
            return self._returned(action, "order")
        return action

    def _filled(self, color: str | None) -> Described:
        if color is None:
            return self.told("fill", "none")
        return self.told("fill", "", at("supply", color), color=self.say.color(color))

    def _returned(self, action: ChooseTunnelTile | ChooseOrder, kind: str) -> Fact | Described:
        order = () if action.return_order is UNSET else action.return_order
        if order:
            card = self.say.tile(order[-1]) if kind == "tile" else self.say.order(order[-1])
            place = at(kind, order[-1])
            return self.told("return", "card", place, card=card, number=len(order))
        if action.return_to:
            return self.told("return", action.return_to, at("stack", kind, action.return_to))
        return action

    def placed(self, verb: str, space: str, *touches: str, **gaps: object) -> Described:
        """Something that takes workers."""
        workers = self.state.cost(space)
        return self.told(verb, "", at("space", space), *touches, workers=workers, **gaps)

    def use_bank(self, _action: UseBank) -> Described:
        constants = self.state.catalog.constants
        return self.told(
            "use_bank",
            "",
            "space.bank",
            workers=constants.bank_workers,
            marks=constants.bank_marks,
        )

    def draft_order(self, action: DraftOrder) -> Described:
        order = self.say.order(action.order_id)
        return self.told("draft_order", "", at("order", action.order_id), order=order)

    def take_money(self, action: TakeMoney) -> Described:
        marks = int(self.state.catalog.spaces[action.space_id].parameter)
        return self.placed("take_money", action.space_id, marks=marks)

    def buy_tunnel_tile(self, action: BuyTunnelTile) -> Described:
        tile = self.state.open_tiles[action.space_id] or ""
        price = self.state.catalog.tiles[tile].price
        return self.placed(
            "buy_tunnel_tile", action.space_id, tile=self.say.tile(tile), marks=price
        )

    def look_at_tunnel_tiles(self, _action: LookAtTunnelTiles) -> Described:
        space = self.state.catalog.the_space("factory_draw")
        count = min(int(space.parameter), len(self.state.tile_stack))
        return self.placed("look_at_tunnel_tiles", space.id, "stack.tile", count=count)

    def look_at_orders(self, _action: LookAtOrders) -> Described:
        space = self.state.catalog.the_space("new_order_draw")
        count = min(int(space.parameter), len(self.state.order_stack))
        return self.placed("look_at_orders", space.id, "stack.order", count=count)

    def mine(self, action: Mine) -> Described:
        steps = int(self.state.catalog.spaces[action.space_id].parameter)
        return self.placed("mine", action.space_id, steps=steps)

    def deliver_orders(self, action: DeliverOrders) -> Described:
        vehicle = str(self.state.catalog.spaces[action.space_id].parameter)
        orders = deliverable(self.state, self.seat, vehicle)
        places = [at("order", order) for order in orders]
        return self.placed(
            "deliver_orders", action.space_id, *places, orders=self.say.orders(orders)
        )

    def take_order(self, action: TakeOrder) -> Described:
        order = self.state.open_orders[action.space_id] or ""
        return self.placed("take_order", action.space_id, order=self.say.order(order))

    def choose_tunnel_tile(self, action: ChooseTunnelTile) -> Described:
        if action.keep is None:
            return self.told("choose_tunnel_tile", "none")
        price = self.state.catalog.tiles[action.keep].price
        place, tile = at("tile", action.keep), self.say.tile(action.keep)
        return self.told("choose_tunnel_tile", "", place, tile=tile, marks=price)

    def choose_order(self, action: ChooseOrder) -> Described:
        if action.keep is None:
            return self.told("choose_order", "none")
        order = self.say.order(action.keep)
        return self.told("choose_order", "", at("order", action.keep), order=order)

    def move_cage(self, step: MoveCage) -> Described:
        way = "down" if step.to_level > self.level else "up"
        place, level = of_seat(self.seat, "level", step.to_level), self.say.level(step.to_level)
        return self.told("move_cage", way, place, level=level)

    def load(self, step: Load) -> Described:
        color = self.player.pit.lorries.get(step.lorry_id) or ""
        place = of_seat(self.seat, "lorry", step.lorry_id)
        return self.told("load", "", place, color=self.say.color(color))

    def store(self, step: Store) -> Described:
        places = of_seat(self.seat, "cage", step.color), of_seat(self.seat, "storage")
        return self.told("store", "", *places, color=self.say.color(step.color))

    def place_from_cage(self, step: PlaceFromCage) -> Described:
        return self._put("place_from_cage", "cage", step)

    def place_from_storage(self, step: PlaceFromStorage) -> Described:
        return self._put("place_from_storage", "storage", step)

    def _put(self, verb: str, store: str, step: PlaceFromCage | PlaceFromStorage) -> Described:
        return self.told(
            verb,
            "",
            of_seat(self.seat, store, step.color),
            at("order", step.order_id, "spot", step.spot),
            color=self.say.color(step.color),
            order=self.say.order(step.order_id),
            number=step.spot + 1,
        )


OFFERED: dict[type[Fact], Callable[[Describer, Any], Described]] = {
    DraftOrder: Describer.draft_order,
    UseBank: Describer.use_bank,
    TakeMoney: Describer.take_money,
    BuyTunnelTile: Describer.buy_tunnel_tile,
    LookAtTunnelTiles: Describer.look_at_tunnel_tiles,
    ChooseTunnelTile: Describer.choose_tunnel_tile,
    Mine: Describer.mine,
    DeliverOrders: Describer.deliver_orders,
    TakeOrder: Describer.take_order,
    LookAtOrders: Describer.look_at_orders,
    ChooseOrder: Describer.choose_order,
    MoveCage: Describer.move_cage,
    Load: Describer.load,
    Store: Describer.store,
    PlaceFromCage: Describer.place_from_cage,
    PlaceFromStorage: Describer.place_from_storage,
}
