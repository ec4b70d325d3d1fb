"""The greedy player of Glück Auf: it does what brings most VP per worker, as far as it can see."""

from collections.abc import Callable
from typing import Any

from domain.gluck_auf.actions.buy_tunnel_tile import BuyTunnelTile
from domain.gluck_auf.actions.coal_shortage import Fill
from domain.gluck_auf.actions.deliver_orders import DeliverOrders
from domain.gluck_auf.actions.draft_order import DraftOrder
from domain.gluck_auf.actions.look_at_five import (
    ChooseOrder,
    ChooseTunnelTile,
    LookAtOrders,
    LookAtTunnelTiles,
)
from domain.gluck_auf.actions.mine import Mine
from domain.gluck_auf.actions.take_money import TakeMoney
from domain.gluck_auf.actions.take_order import TakeOrder
from domain.gluck_auf.actions.use_bank import UseBank
from domain.gluck_auf.catalog import GluckAufCatalog
from domain.gluck_auf.events import End
from domain.gluck_auf.greedy.gains import Gains
from domain.gluck_auf.view import View
from domain.kernel.bots import Offer
from domain.kernel.chance import Chance
from domain.kernel.hints import Hint
from domain.kernel.seals import Fact


def greedy(view: View, offer: Offer, _luck: Chance, _label: str, catalog: GluckAufCatalog) -> Fact:
    return hint(view, offer, catalog).action


def hint(view: View, offer: Offer, catalog: GluckAufCatalog) -> Hint:
    """Equal choices are taken in the order offered, which is the catalog's."""
    player, offered = GreedyPlayer(view, catalog), [choice.action for choice in offer(None)]
    best = max(offered, key=player.worth)
    return Hint(player.completed(best), player.worth(best), len(offered))


class GreedyPlayer:
    def __init__(self, view: View, catalog: GluckAufCatalog) -> None:
        self._gains = Gains(view, catalog)
        self._view, self._catalog = view, catalog
        self._spaces = {space.id: space for space in view.spaces}
        self._spaces_of_kind = {space.kind: space for space in view.spaces}

    def worth(self, action: Fact) -> float:
        """VP that the action gains for each worker it takes."""
        gain = GAINS[type(action)](self, action)
        return gain / self._workers(action) if gain > 0 else gain

    def completed(self, action: Fact) -> Fact:
        """The action with everything that the offer left to choose."""
        if isinstance(action, Mine):
            return Mine(action.space_id, self._gains.trip(self._steps(action)).steps)
        if isinstance(action, BuyTunnelTile):
            return BuyTunnelTile(action.space_id, self._fill(self._tile_at(action.space_id)))
        if isinstance(action, ChooseTunnelTile | ChooseOrder):
            return self._with_return(action)
        return action

    def _workers(self, action: Fact) -> int:
        if isinstance(action, LookAtTunnelTiles):
            return self._spaces_of_kind["factory_draw"].cost
        if isinstance(action, LookAtOrders):
            return self._spaces_of_kind["new_order_draw"].cost
        space = self._spaces.get(getattr(action, "space_id", ""))
        return space.cost if space else self._catalog.constants.bank_workers

    def _with_return(self, action: ChooseTunnelTile | ChooseOrder) -> Fact:
        """What is not kept goes below the stack, where it serves nobody soon."""
        area = self._view.look_area
        assert area is not None, "the choice after a look"
        assert area.cards is not None, "the choice after a look"
        back = tuple(card for card in area.cards if card != action.keep)
        end: End | None = "bottom" if back else None
        if isinstance(action, ChooseOrder):
            return ChooseOrder(action.keep, end, back)
        fill = self._fill(action.keep) if action.keep else ()
        return ChooseTunnelTile(action.keep, end, back, fill)

    def _fill(self, tile_id: str) -> Fill:
        return self._gains.fill(self._catalog.tiles[tile_id])

    def _tile_at(self, space_id: str) -> str:
        tile = self._spaces[space_id].tile
        assert tile is not None, "an offered space has its tile"
        return tile

    def _steps(self, action: Mine) -> int:
        return int(self._catalog.spaces[action.space_id].parameter)

    def _draft_order(self, action: DraftOrder) -> float:
        return self._gains.order(action.order_id)

    def _use_bank(self, _: UseBank) -> float:
        return self._gains.marks(self._catalog.constants.bank_marks)

    def _take_money(self, action: TakeMoney) -> float:
        return self._gains.marks(int(self._catalog.spaces[action.space_id].parameter))

    def _buy_tunnel_tile(self, action: BuyTunnelTile) -> float:
        return self._gains.tile(self._tile_at(action.space_id))

    def _look_at_tunnel_tiles(self, _: LookAtTunnelTiles) -> float:
        return self._gains.looked_at_tile()

    def _choose_tunnel_tile(self, action: ChooseTunnelTile) -> float:
        return self._gains.tile(action.keep) if action.keep else 0.0

    def _mine(self, action: Mine) -> float:
        return self._gains.trip(self._steps(action)).worth

    def _deliver_orders(self, action: DeliverOrders) -> float:
        vehicle = str(self._catalog.spaces[action.space_id].parameter)
        return self._gains.delivery(vehicle)

    def _take_order(self, action: TakeOrder) -> float:
        order = self._spaces[action.space_id].order
        return self._gains.order(order) if order else 0.0

    def _look_at_orders(self, _: LookAtOrders) -> float:
        return self._gains.looked_at_order()

    def _choose_order(self, action: ChooseOrder) -> float:
        return self._gains.order(action.keep) if action.keep else 0.0


GAINS: dict[type[Fact], Callable[[GreedyPlayer, Any], float]] = {
    DraftOrder: GreedyPlayer._draft_order,
    UseBank: GreedyPlayer._use_bank,
    TakeMoney: GreedyPlayer._take_money,
    BuyTunnelTile: GreedyPlayer._buy_tunnel_tile,
    LookAtTunnelTiles: GreedyPlayer._look_at_tunnel_tiles,
    ChooseTunnelTile: GreedyPlayer._choose_tunnel_tile,
    Mine: GreedyPlayer._mine,
    DeliverOrders: GreedyPlayer._deliver_orders,
    TakeOrder: GreedyPlayer._take_order,
    LookAtOrders: GreedyPlayer._look_at_orders,
    ChooseOrder: GreedyPlayer._choose_order,
}
