"""Nothing appears and nothing vanishes (section 17, I1 to I6)."""

from collections import Counter

from domain.gluck_auf.events import Event
from domain.gluck_auf.state import State
from domain.kernel.seals import UNKNOWN


def unbalanced(state: State, _event: Event) -> str | None:
    """The first thing that does not add up, or None."""
    if state.phase == "created":
        return None
    return cubes(state) or workers(state) or cards(state) or bounds(state)


def cubes(state: State) -> str | None:
    """I1: per color all cubes of the box are somewhere."""
    found = Counter(state.supply)
    for player in state.players:
        found.update(player.pit.cubes())
    for color in state.catalog.colors.values():
        if found[color.id] != color.cubes_in_box or state.supply[color.id] < 0:
            return f"{found[color.id]} {color.id} cubes instead of {color.cubes_in_box}"
    return None


def workers(state: State) -> str | None:
    """I2 and I4: a player's workers are all somewhere, and none on a locked space."""
    expected = state.catalog.setups[len(state.players)].workers_per_player
    for seat, player in enumerate(state.players):
        placed = sum(group.count for group in state.workers.values() if group.player == seat)
        found = player.workers + placed + state.canteen[seat] + state.bank[seat]
        if found != expected or player.workers < 0:
            return f"{found} workers of seat {seat} instead of {expected}"
    return next((f"workers on the locked {s}" for s in state.workers if s in state.locked), None)


def cards(state: State) -> str | None:
    """I3: every tile and every order is in exactly one place."""
    tiles = [*state.tile_stack, *(tile for tile in state.open_tiles.values() if tile)]
    orders = [*state.order_stack, *state.display, *(o for o in state.open_orders.values() if o)]
    (tiles if state.phase == "awaiting_tile_choice" else orders).extend(state.look_area)
    for player in state.players:
        tiles += player.tiles
        orders += [*player.pit.outstanding, *player.delivered]
    return _once("tiles", tiles, len(state.catalog.tiles)) or _once(
        "orders", orders, len(state.catalog.orders)
    )


def bounds(state: State) -> str | None:
    """I5 and I6."""
    constants = state.catalog.constants
    for seat, player in enumerate(state.players):
        pit = player.pit
        if not 0 <= pit.cubes_in_cage() <= constants.cage_capacity or min(pit.cage.values()) < 0:
            return f"{pit.cubes_in_cage()} cubes in the cage of seat {seat}"
        if player.marks < 0:
            return f"{player.marks} Marks of seat {seat}"
        if not constants.surface_level <= pit.level <= constants.deepest_level:
            return f"the cage of seat {seat} at level {pit.level}"
        for order, spots in pit.outstanding.items():
            for at, spot in enumerate(spots):
                if spot[1:] and state.spot_filled(order, at, spot[:-1]):
                    return f"{len(spot)} cubes on a filled spot of {order}"
    return None


def _once(what: str, found: list[str], expected: int) -> str | None:
    known = [card for card in found if card != UNKNOWN]
    if len(found) != expected:
        return f"{len(found)} {what} instead of {expected}"
    if len(set(known)) != len(known):
        return f"one of the {what} in two places"
    return None
