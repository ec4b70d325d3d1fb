"""Nothing appears and nothing vanishes (section 17, I1 to I6), checked after every event.

An event can only unbalance what its writer touches, so only that is counted again: counting
everything after every event would be nine tenths of a verifier's work.
"""

from collections.abc import Callable
from itertools import chain

from domain.gluck_auf import events as e
from domain.gluck_auf.pit import Pit
from domain.gluck_auf.state import State
from domain.kernel.conservation import Imbalance
from domain.kernel.events import GameCreated
from domain.kernel.seals import UNKNOWN

Check = Callable[[State], Imbalance | None]


def imbalance(state: State, event: e.Event) -> Imbalance | None:
    """The first thing that does not add up, or None."""
    if state.phase == "created" and type(event) in SETUP:
        return locked(state) if isinstance(event, e.SpacesLocked) else None
    for check in TOUCHED.get(type(event), EVERYTHING):
        problem = check(state)
        if problem:
            return problem
    return None


def cubes(state: State) -> Imbalance | None:
    """I1: per color all cubes of the box are somewhere."""
    loose = [
        cube
        for player in state.players
        for cube in chain(player.pit.lorries.values(), *_spots(player.pit))
    ]
    for color, kind in state.catalog.colors.items():
        stored = sum(p.pit.cage[color] + p.pit.storage[color] for p in state.players)
        found = state.supply[color] + stored + loose.count(color)
        if state.supply[color] < 0:
            return Imbalance("supply", color=color, found=state.supply[color])
        if found != kind.cubes_in_box:
            return Imbalance("cubes", color=color, found=found, expected=kind.cubes_in_box)
    return None


def locked(state: State) -> Imbalance | None:
    """Only spaces that there are."""
    if not state.catalog.spaces.keys() >= set(state.locked):
        return Imbalance("locked_spaces")
    return None


def workers(state: State) -> Imbalance | None:
    """I2 and I4: a player's workers are all somewhere, and none on a locked space."""
    expected = state.catalog.setups[len(state.players)].workers_per_player
    found = [
        player.workers + canteen + bank
        for player, canteen, bank in zip(state.players, state.canteen, state.bank, strict=True)
    ]
    for space, group in state.workers.items():
        found[group.player] += group.count
        if space in state.locked:
            return Imbalance("locked_workers", space_id=space)
    for seat, count in enumerate(found):
        if state.players[seat].workers < 0:
            return Imbalance("hand", player=seat, found=state.players[seat].workers)
        if count != expected:
            return Imbalance("workers", player=seat, found=count, expected=expected)
    return None


def tiles(state: State) -> Imbalance | None:
    """I3: every tile is in exactly one place."""
    found = [*state.tile_stack, *filter(None, state.open_tiles.values())]
    if state.phase == "awaiting_tile_choice":
        found += state.look_area
    for player in state.players:
        found += player.tiles
    return _each_once("tiles", "tile_twice", found, len(state.catalog.tiles))


def lorries(state: State) -> Imbalance | None:
    """A pit has its base lorries and those of its tiles, no more and no fewer."""
    catalog = state.catalog
    for seat, player in enumerate(state.players):
        expected = len(catalog.base_lorries) + sum(catalog.tiles[t].lorries for t in player.tiles)
        if len(player.pit.lorries) != expected:
            count = len(player.pit.lorries)
            return Imbalance("lorries", player=seat, found=count, expected=expected)
    return None


def orders(state: State) -> Imbalance | None:
    """I3: every order is in exactly one place."""
    found = [*state.order_stack, *state.display, *filter(None, state.open_orders.values())]
    if state.phase == "awaiting_order_choice":
        found += state.look_area
    for player in state.players:
        found += [*player.pit.outstanding, *player.delivered]
    return _each_once("orders", "order_twice", found, len(state.catalog.orders))


def cages(state: State) -> Imbalance | None:
    """I5: no cage holds too much, and each stands at a level."""
    constants = state.catalog.constants
    for seat, player in enumerate(state.players):
        pit = player.pit
        held = pit.cubes_in_cage()
        if held > constants.cage_capacity:
            return Imbalance("cage", player=seat, found=held)
        if min(*pit.cage.values(), *pit.storage.values()) < 0:
            return Imbalance("stored", player=seat)
        if not constants.surface_level <= pit.level <= constants.deepest_level:
            return Imbalance("cage_level", player=seat, level=pit.level)
    return None


def marks(state: State) -> Imbalance | None:
    """I5: nobody owes money."""
    for seat, player in enumerate(state.players):
        if player.marks < 0:
            return Imbalance("marks", player=seat, found=player.marks)
    return None


def spots(state: State) -> Imbalance | None:
    """I6: no cube lies on a spot that was filled before it."""
    for player in state.players:
        for order, cubes_by_spot in player.pit.outstanding.items():
            for spot, on_spot in enumerate(cubes_by_spot):
                if len(on_spot) > 1 and state.spot_filled(order, spot, on_spot[:-1]):
                    return Imbalance("spot", order_id=order, found=len(on_spot))
    return None


EVERYTHING: tuple[Check, ...] = (
    locked,
    cubes,
    workers,
    tiles,
    lorries,
    orders,
    cages,
    marks,
    spots,
)

SETUP: frozenset[type[object]] = frozenset(
    {
        GameCreated,
        e.SpacesLocked,
        e.StartingPlayerDrawn,
        e.TunnelTilesShuffled,
        e.FactorySpaceFilled,
        e.PlayersEquipped,
        e.OrdersShuffled,
    }
)
"""While the game is set up, not everything has come out of the box yet."""

TOUCHED: dict[type[e.Event], tuple[Check, ...]] = {
    e.FactorySpaceFilled: (tiles,),
    e.FactorySpaceLeftEmpty: (tiles,),
    e.TunnelTilesLookedAt: (tiles,),
    e.TunnelTilesReturned: (tiles,),
    e.TunnelTileAcquired: (tiles, lorries, cubes),
    e.OrderDrafted: (orders,),
    e.DraftRemainderPlaced: (orders,),
    e.OrderSpaceFilled: (orders,),
    e.OrderSpaceLeftEmpty: (orders,),
    e.OrderTaken: (orders,),
    e.OrdersLookedAt: (orders,),
    e.OrdersReturned: (orders,),
    e.OrderDelivered: (orders, cubes),
    e.WorkersPlaced: (workers,),
    e.BankUsed: (workers,),
    e.WorkersReturned: (workers,),
    e.MarksReceived: (marks,),
    e.MarksPaid: (marks,),
    e.CageMoved: (cages,),
    e.CoalLoaded: (cubes, cages, lorries),
    e.CoalPlaced: (cubes, cages, spots),
    e.CoalStored: (cubes, cages),
    e.MiningFinished: (),
    e.TurnEnded: (),
    e.ShiftEnded: (),
    e.DeliveredOrdersRevealed: (),
    e.DeliveredOrdersConcealed: (),
    e.ElementScored: (),
    e.ShiftScored: (),
    e.StartingPlayerChosen: (),
    e.FinalScoreComputed: (),
    e.GameFinished: (),
}


def _spots(pit: Pit) -> list[tuple[str, ...]]:
    return [spot for order in pit.outstanding.values() for spot in order]


def _each_once(wrong_number: str, twice: str, found: list[str], expected: int) -> Imbalance | None:
    if len(found) != expected:
        return Imbalance(wrong_number, found=len(found), expected=expected)
    if len(set(found)) != expected:
        known = [card for card in found if card != UNKNOWN]
        if len(set(known)) != len(known):
            return Imbalance(twice)
    return None
