"""The game as one seat may see it: what lies face down is unknown (section 7)."""

from copy import copy

from domain.gluck_auf.state import Player, State
from domain.kernel.seals import UNKNOWN, Seat


def seen(state: State, seat: Seat) -> State:
    """A state of its own, only to decide on; what the seat once knew of a stack is not told."""
    twin = copy(state)
    twin.tile_stack = [UNKNOWN] * len(state.tile_stack)
    twin.order_stack = [UNKNOWN] * len(state.order_stack)
    if seat != state.active:
        twin.look_area = [UNKNOWN] * len(state.look_area)
    if not (state.delivered_revealed or state.options.get("delivered_visibility") == "all"):
        others = enumerate(state.players)
        twin.players = [p if of == seat else _face_down(p) for of, p in others]
    return twin


def _face_down(player: Player) -> Player:
    twin = copy(player)
    twin.delivered = [UNKNOWN] * len(player.delivered)
    return twin
