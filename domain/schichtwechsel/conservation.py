"""Nothing appears and nothing vanishes (section 21.6), checked after every event.

An event can only unbalance what its writer touches, so only that is counted again: counting
everything after every event would be nine tenths of a verifier's work.
"""

from collections.abc import Callable

from domain.kernel.conservation import Imbalance
from domain.kernel.events import GameCreated
from domain.schichtwechsel import events as e
from domain.schichtwechsel.effects import Cube
from domain.schichtwechsel.state import State

Check = Callable[[State], Imbalance | None]


def imbalance(state: State, event: e.Event) -> Imbalance | None:
    """The first thing that does not add up, or None."""
    for check in TOUCHED.get(type(event), EVERYTHING):
        problem = check(state)
        if problem:
            return problem
    return None


def board(state: State) -> Imbalance | None:
    """What is laid out is what the catalog lays out for so many players."""
    catalog, seats = state.catalog, len(state.players)
    covered = catalog.covered_ovens(seats)
    laid_out = (
        (state.cards, catalog.cards_for(seats)),
        (state.sites, catalog.sites),
        (state.goal_order, catalog.tracks),
        (state.headframe_fields, catalog.headframe_fields),
        (state.covered_ovens, covered),
        (state.ovens, {*map(catalog.own_oven, range(seats)), *catalog.grey_ovens} - {*covered}),
        (state.covered_fields, catalog.setups[seats].covered_shift_fields),
    )
    if any(sorted(found) != sorted(expected) for found, expected in laid_out):
        return Imbalance("board")
    return None


def coal(state: State) -> Imbalance | None:
    """Invariant 1."""
    in_mines = sum(sum(player.coal_wagons.values()) for player in state.players)
    return _cubes(state, "coal", in_mines, state.catalog.components.coal)


def spoil(state: State) -> Imbalance | None:
    """Invariant 1."""
    heaps = sum(player.heap for player in state.players)
    return _cubes(state, "spoil", heaps, state.catalog.components.spoil)


def _cubes(state: State, cube: Cube, above_ground: int, expected: int) -> Imbalance | None:
    found = state.supply[cube] + state.bag[cube] + above_ground
    found += sum(bundle.cubes.count(cube) for bundle in state.bundles if not bundle.loaded)
    for player in state.players:
        for load in player.lorries.values():
            if load.cube == cube:
                found += load.count
    if found != expected:
        return Imbalance("cubes", cube=cube, found=found, expected=expected)
    if state.bag[cube] < 0 or (state.supply[cube] < 0 and state.switches.cube_supply_limited):
        return Imbalance("cubes_overdrawn", cube=cube)
    return None


def pit(state: State) -> Imbalance | None:
    """The one pit cube is in the bag, or in a bundle until all have loaded (R-34)."""
    if state.bag["pit"] not in (0, 1):
        return Imbalance("pit", found=state.bag["pit"])
    return None


def lorries(state: State) -> Imbalance | None:
    """Invariant 5: no lorry holds too much, or spoil where only coal may be."""
    printed = state.catalog.lorries
    for seat, player in enumerate(state.players):
        for name, load in player.lorries.items():
            lorry = printed[name]
            if not 0 <= load.count <= lorry.capacity or (load.cube is None) != (not load.count):
                return Imbalance("lorry", seat=seat, lorry=name, found=load.count)
            if lorry.coal_only and load.cube == "spoil":
                return Imbalance("coal_only", seat=seat, lorry=name)
    return None


def wagons(state: State) -> Imbalance | None:
    """Invariant 5."""
    printed = state.catalog.coal_wagons
    for seat, player in enumerate(state.players):
        for name, count in player.coal_wagons.items():
            if not 0 <= count <= printed[name].capacity:
                return Imbalance("wagon", seat=seat, wagon=name, found=count)
    return None


def heaps(state: State) -> Imbalance | None:
    """Invariant 5."""
    for seat, player in enumerate(state.players):
        if not 0 <= player.heap <= state.catalog.heap_capacity:
            return Imbalance("heap", seat=seat, found=player.heap)
    return None


def coke(state: State) -> Imbalance | None:
    """Invariant 2."""
    catalog = state.catalog
    expected, pair = catalog.kit.coke_in_reserve, catalog.sale.coke
    for seat, player in enumerate(state.players):
        found = player.reserve + state.coke_in_plant(seat) + player.coke_wagons + player.sold
        if player.reserve < 0:
            return Imbalance("reserve", seat=seat, found=player.reserve)
        if found != expected:
            return Imbalance("coke", seat=seat, found=found, expected=expected)
        if not 0 <= player.coke_wagons <= catalog.coke_room:
            return Imbalance("coke_wagons", seat=seat, found=player.coke_wagons)
        if player.sold % pair or player.sold > catalog.sellable:
            return Imbalance("sold", seat=seat, found=player.sold)
    return None


def plant(state: State) -> Imbalance | None:
    """Invariant 4."""
    catalog = state.catalog
    for seat in range(len(state.players)):
        count = state.coke_in_plant(seat)
        own = state.ovens[catalog.own_oven(seat)]
        if count > catalog.plant_limit or own not in (None, seat):
            return Imbalance("plant", seat=seat, found=count)
        kept = state.switches.plant_own_oven_invariant
        if kept and count >= catalog.own_oven_from and own is None:
            return Imbalance("own_oven", seat=seat, found=count)
    return None


def houses(state: State) -> Imbalance | None:
    """Invariant 3."""
    expected = state.catalog.kit.houses_on_row
    for seat, player in enumerate(state.players):
        built = sum(site.count(seat) for site in state.sites.values())
        found = built + sum(player.row.values())
        if found != expected:
            return Imbalance("houses", seat=seat, found=found, expected=expected)
    return None


def headframes(state: State) -> Imbalance | None:
    """Invariant 3; and the fields know who stands on them."""
    expected = state.catalog.kit.headframes_on_own_card
    for seat, player in enumerate(state.players):
        found = player.on_card + player.headframes_on_board()
        if player.on_card < 0 or player.pool < 0:
            return Imbalance("headframe_pool", seat=seat)
        if found != expected:
            return Imbalance("headframes", seat=seat, found=found, expected=expected)
        stands = {field for field, owner in state.headframe_fields.items() if owner == seat}
        if stands != {player.top, player.left} - {None}:
            return Imbalance("headframe_fields", seat=seat)
    return None


def water(state: State) -> Imbalance | None:
    """Invariant 6: the top is left at once."""
    gauge = state.catalog.gauge
    for seat, player in enumerate(state.players):
        if not gauge.bottom <= player.water < gauge.top:
            return Imbalance("water", seat=seat, level=player.water)
    return None


def purses(state: State) -> Imbalance | None:
    """Invariant 7: nobody owes anything, and single-use cards are paid for once."""
    for seat, player in enumerate(state.players):
        if min(player.coins, player.white, player.tools) < 0 or player.player_stone not in (0, 1):
            return Imbalance("purse", seat=seat)
    return None


def cards(state: State) -> Imbalance | None:
    """Invariant 7."""
    problem = purses(state)
    if problem:
        return problem
    for name, payments in state.card_payments.items():
        uses = state.catalog.cards[name].uses_per_round
        if name not in state.cards or (uses is not None and len(payments) > uses):
            return Imbalance("card", card=name, found=len(payments))
    return None


def discs(state: State) -> Imbalance | None:
    """Invariant 8."""
    for name, track in state.catalog.tracks.items():
        for seat, player in enumerate(state.players):
            if not 0 <= player.discs[name] <= track.goal:
                return Imbalance("disc", seat=seat, track=name, at=player.discs[name])
    return None


def miners(state: State) -> Imbalance | None:
    """Invariant 8: no two miners on a field between the gates, none on a covered field."""
    start, end = state.catalog.shift.start_index, state.catalog.shift.exit_index
    for seat, player in enumerate(state.players):
        if not start <= player.miner <= end:
            return Imbalance("miner", seat=seat, at=player.miner)
    between = [player.miner for player in state.players if start < player.miner < end]
    if len(set(between)) != len(between) or state.covered_indices() & set(between):
        return Imbalance("miners")
    return None


def tiles(state: State) -> Imbalance | None:
    """Invariant 9."""
    held = [player.tile for player in state.players if player.tile is not None]
    found = sorted([*state.tiles_on_display, *held])
    if found != sorted(state.catalog.tiles_for(len(state.players))):
        return Imbalance("tiles", found=len(found))
    return None


EVERYTHING: tuple[Check, ...] = (
    board,
    coal,
    spoil,
    pit,
    lorries,
    wagons,
    heaps,
    coke,
    plant,
    houses,
    headframes,
    water,
    cards,
    discs,
    miners,
    tiles,
)

TOUCHED: dict[type[e.Event], tuple[Check, ...]] = {
    GameCreated: (),
    e.StartPlayerDetermined: (),
    e.RoundStarted: (),
    e.RoundCardRevealed: (),
    e.PitCubeAdded: (pit,),
    e.StepStarted: (),
    e.BagRefilled: (coal, spoil),
    e.BundleDrawn: (coal, spoil, pit),
    e.BundleAssigned: (),
    e.CubesLoaded: (coal, spoil, lorries),
    e.PitCubeReturned: (pit,),
    e.TileTaken: (tiles,),
    e.WaterChanged: (water,),
    e.WaterOverflowed: (water,),
    e.ToolsTaken: (purses,),
    e.ToolsReturned: (purses,),
    e.PointsScored: (),
    e.WhiteStonesReceived: (purses,),
    e.CoinsReceived: (purses,),
    e.CubesGained: (coal, spoil, lorries, wagons, heaps),
    e.CokeSold: (coke,),
    e.SaleDeclined: (),
    e.RowFieldResolved: (),
    e.TurnStarted: (),
    e.TurnEnded: (),
    e.CardPaid: (cards,),
    e.OwnCardPaid: (purses,),
    e.CardCopied: (),
    e.CopyDeclined: (),
    e.LorryRaised: (coal, spoil, wagons, heaps),
    e.WagonProcessed: (coal, wagons, coke, plant),
    e.CokePlaced: (coke, plant),
    e.CokeReceived: (coke,),
    e.CokeLoaded: (coke, plant),
    e.DiscAdvanced: (discs,),
    e.BarrierCrossed: (),
    e.GoalReached: (),
    e.HouseBuilt: (houses,),
    e.HeadframeErected: (headframes,),
    e.HeadframeMoved: (headframes,),
    e.MinerMoved: (miners,),
    e.ExitReached: (),
    e.MinerOverran: (),
    e.SpoilExchanged: (spoil, heaps),
    e.StartMarkerTaken: (),
    e.PlayerPassed: (),
    e.DecisionRequested: (),
    e.DecisionAnswered: (),
    e.RoundScored: (),
    e.RoundEnded: (cards, headframes),
    e.FinalStepScored: (),
    e.GameFinished: (),
}
