"""What players may do, one rulebook verb per file (rules, sections 3 to 6)."""

from collections.abc import Callable
from typing import Any

from domain.gluck_auf.actions.buy_tunnel_tile import BuyTunnelTile, buy_tunnel_tile
from domain.gluck_auf.actions.create_game import create_game
from domain.gluck_auf.actions.deliver_orders import DeliverOrders, deliver_orders
from domain.gluck_auf.actions.draft_order import DraftOrder, draft_order
from domain.gluck_auf.actions.look_at_five import (
    ChooseOrder,
    ChooseTunnelTile,
    LookAtOrders,
    LookAtTunnelTiles,
    choose_order,
    choose_tunnel_tile,
    look_at_orders,
    look_at_tunnel_tiles,
)
from domain.gluck_auf.actions.mine import Mine, mine
from domain.gluck_auf.actions.take_money import TakeMoney, take_money
from domain.gluck_auf.actions.take_order import TakeOrder, take_order
from domain.gluck_auf.actions.use_bank import UseBank, use_bank
from domain.gluck_auf.events import Event
from domain.gluck_auf.state import Phase, State
from domain.kernel.actions import By, CreateGame
from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.sent import demanding, with_twins

Action = (
    DraftOrder
    | UseBank
    | TakeMoney
    | BuyTunnelTile
    | LookAtTunnelTiles
    | ChooseTunnelTile
    | Mine
    | DeliverOrders
    | TakeOrder
    | LookAtOrders
    | ChooseOrder
)

Sent = with_twins(
    Action,
    demanding(Mine, "steps"),
    demanding(ChooseTunnelTile, "return_order"),
    demanding(ChooseOrder, "return_order"),
)
"""Only `fill` and `return_to` may be left out (16.5)."""

VERBS: dict[type[Action], tuple[Phase, Callable[[State, int, Any], list[Event]]]] = {
    DraftOrder: ("draft", draft_order),
    UseBank: ("turn", use_bank),
    TakeMoney: ("turn", take_money),
    BuyTunnelTile: ("turn", buy_tunnel_tile),
    LookAtTunnelTiles: ("turn", look_at_tunnel_tiles),
    ChooseTunnelTile: ("awaiting_tile_choice", choose_tunnel_tile),
    Mine: ("turn", mine),
    DeliverOrders: ("turn", deliver_orders),
    TakeOrder: ("turn", take_order),
    LookAtOrders: ("turn", look_at_orders),
    ChooseOrder: ("awaiting_order_choice", choose_order),
}


def decide(state: State, by: By, action: Action | CreateGame, chance: Chance) -> list[Event]:
    """The events that the action causes, or RuleViolation with the first code of 16.5 that fits."""
    if isinstance(action, CreateGame):
        if state.phase != "created" or state.players:
            raise RuleViolation("wrong_phase", phase=state.phase)
        return create_game(state, action, chance)
    _, verb = VERBS[type(action)]
    return verb(state, guard(state, by, action), action)


def guard(state: State, by: By, action: Action) -> int:
    """What every action must pass; the seat that acts."""
    phase, _ = VERBS[type(action)]
    if state.phase != phase:
        raise RuleViolation("wrong_phase", phase=state.phase)
    if by != state.active or not isinstance(by, int):
        raise RuleViolation("not_your_turn", turn=state.active)
    return by
