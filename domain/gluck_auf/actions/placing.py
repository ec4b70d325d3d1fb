"""What every turn shares: a space, its workers, and the end of the turn (section 4)."""

from domain.gluck_auf.catalog import Space
from domain.gluck_auf.events import Event, ShiftEnded, TurnEnded, WorkersPlaced
from domain.gluck_auf.state import State
from domain.kernel.errors import RuleViolation


def open_space(state: State, player: int, space_id: str, kind: str) -> Space:
    """The space, if it is of this kind, not locked, and the player has the workers it costs."""
    space = state.catalog.spaces.get(space_id)
    if space is None or space.kind != kind:
        raise RuleViolation("unknown_space", space=space_id)
    if space_id in state.locked:
        raise RuleViolation("space_locked", space=space_id)
    if state.players[player].workers < state.cost(space_id):
        raise RuleViolation("not_enough_workers", n=state.cost(space_id))
    return space


def place_workers(state: State, player: int, space_id: str) -> WorkersPlaced:
    """Whoever stands there, be it the player's own, goes to the Canteen first."""
    group = state.workers.get(space_id)
    return WorkersPlaced(
        player,
        space_id,
        state.cost(space_id),
        group.player if group else None,
        group.count if group else 0,
    )


def end_turn(state: State, player: int, *, spent: int) -> list[Event]:
    """Clockwise to the next player with workers; players without are skipped; else the end."""
    left = [seat.workers - (spent if at == player else 0) for at, seat in enumerate(state.players)]
    seats = len(left)
    skipped: list[int] = []
    for step in range(1, seats + 1):
        candidate = (player + step) % seats
        if left[candidate]:
            return [TurnEnded(player, candidate, tuple(skipped))]
        skipped.append(candidate)
    return [TurnEnded(player, None, ()), ShiftEnded(state.shift)]
