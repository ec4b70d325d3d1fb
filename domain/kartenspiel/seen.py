"""The game as one seat may see it: what lies face down or is in other hands is unknown (12)."""

from copy import copy

from domain.kartenspiel.player_board import Player
from domain.kartenspiel.state import PendingDraw, State
from domain.kernel.seals import UNKNOWN, Seat


def seen(state: State, seat: Seat) -> State:
    """A state of its own, only to decide on; what the seat once knew of a stack is not told."""
    twin = copy(state)
    draw = state.pending
    drawn = draw.stack if draw else None
    twin.stacks = {
        stack: [*([] if stack == drawn else cards[:1]), *[UNKNOWN] * len(cards)][: len(cards)]
        for stack, cards in state.stacks.items()
    }
    if draw and draw.seat != seat:
        twin.pending = PendingDraw(draw.seat, draw.stack, [UNKNOWN] * len(draw.cards))
    others = enumerate(state.players)
    twin.players = [p if of == seat else _hidden(p) for of, p in others]
    return twin


def _hidden(player: Player) -> Player:
    """Trains that have left lie face down, too; how many there are is seen."""
    twin = copy(player)
    twin.orders = [UNKNOWN] * len(player.orders)
    twin.innovations = [UNKNOWN] * len(player.innovations)
    return twin
