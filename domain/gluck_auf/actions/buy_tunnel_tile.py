"""Buying the open tile of a factory space (section 5.2)."""

from domain.gluck_auf.actions.coal_shortage import Fill, acquire
from domain.gluck_auf.actions.placing import end_turn, open_space, place_workers
from domain.gluck_auf.catalog import Tile
from domain.gluck_auf.events import Event, FactorySpaceFilled, FactorySpaceLeftEmpty, MarksPaid
from domain.gluck_auf.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact


class BuyTunnelTile(Fact, frozen=True, tag="buy_tunnel_tile"):
    space_id: str
    fill: Fill = ()


def buy_tunnel_tile(state: State, player: int, action: BuyTunnelTile) -> list[Event]:
    tile = affordable_tile(state, player, action.space_id)
    acquired = acquire(state, player, tile, action.space_id, action.fill)
    placed = place_workers(state, player, action.space_id)
    return [
        placed,
        MarksPaid(player, tile.price, tile.id),
        acquired,
        _refill(state, action.space_id),
        *end_turn(state, player, spent=placed.count),
    ]


def affordable_tile(state: State, player: int, space_id: str) -> Tile:
    space = open_space(state, player, space_id, "factory")
    tile_id = state.open_tiles[space.id]
    if tile_id is None:
        raise RuleViolation("space_exhausted", space=space.id)
    tile = state.catalog.tiles[tile_id]
    if state.players[player].marks < tile.price:
        raise RuleViolation("not_enough_marks", n=tile.price)
    return tile


def _refill(state: State, space_id: str) -> Event:
    if not state.tile_stack:
        return FactorySpaceLeftEmpty(space_id)
    return FactorySpaceFilled(space_id, state.tile_stack[0])
