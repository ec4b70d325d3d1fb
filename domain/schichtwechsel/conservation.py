"""Nothing appears and nothing vanishes (section 21.6), checked after every event.

An event can only unbalance what its writer touches, so only that is counted again: counting
everything after every event would be nine tenths of a verifier's work.
"""

from collections.abc import Callable

from domain.kernel.events import GameCreated
from domain.schichtwechsel import events as e
from domain.schichtwechsel.effects import Cube
from domain.schichtwechsel.state import State

Check = Callable[[State], str | None]


def unbalanced(state: State, event: e.Event) -> str | None:
    """The first thing that does not add up, or None."""
    for check in TOUCHED.get(type(event), EVERYTHING):
        problem = check(state)
        if problem:
            return problem
    return None


def board(state: State) -> str | None:
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
        return "something else is laid out than the catalog says"
    return None


def coal(state: State) -> str | None:
    """Invariant 1."""
    in_mines = sum(sum(player.coal_wagons.values()) for player in state.players)
    return _cubes(state, "coal", in_mines, state.catalog.components.coal)


def spoil(state: State) -> str | None:
    """Invariant 1."""
    heaps = sum(player.heap for player in state.players)
    return _cubes(state, "spoil", heaps, state.catalog.components.spoil)


def _cubes(state: State, cube: Cube, above_ground: int, expected: int) -> str | None:
    found = state.supply[cube] + state.bag[cube] + above_ground
    found += sum(bundle.cubes.count(cube) for bundle in state.bundles if not bundle.loaded)
    for player in state.players:
        for load in player.lorries.values():
            if load.cube == cube:
                found += load.count
    if found != expected:
        return f"{found} {cube} cubes instead of {expected}"
    if state.bag[cube] < 0 or (state.supply[cube] < 0 and state.switches.cube_supply_limited):
        return f"less than no {cube} in the bag or the supply"
    return None


def pit(state: State) -> str | None:
    """The one pit cube is in the bag, or in a bundle until all have loaded (R-34)."""
    if state.bag["pit"] not in (0, 1):
        return f"{state.bag['pit']} pit cubes in the bag"
    return None


def lorries(state: State) -> str | None:
    """Invariant 5: no lorry holds too much, or spoil where only coal may be."""
    printed = state.catalog.lorries
    for seat, player in enumerate(state.players):
        for name, load in player.lorries.items():
            lorry = printed[name]
            if not 0 <= load.count <= lorry.capacity or (load.cube is None) != (not load.count):
                return f"{load.count} cubes on {name} of seat {seat}"
            if lorry.coal_only and load.cube == "spoil":
                return f"spoil on {name} of seat {seat}"
    return None


def wagons(state: State) -> str | None:
    """Invariant 5."""
    printed = state.catalog.coal_wagons
    for seat, player in enumerate(state.players):
        for name, count in player.coal_wagons.items():
            if not 0 <= count <= printed[name].capacity:
                return f"{count} coal on {name} of seat {seat}"
    return None


def heaps(state: State) -> str | None:
    """Invariant 5."""
    for seat, player in enumerate(state.players):
        if not 0 <= player.heap <= state.catalog.heap_capacity:
            return f"{player.heap} spoil on the heap of seat {seat}"
    return None


def coke(state: State) -> str | None:
    """Invariant 2."""
    catalog = state.catalog
    expected, pair = catalog.kit.coke_in_reserve, catalog.sale.coke
    for seat, player in enumerate(state.players):
        found = player.reserve + state.coke_in_plant(seat) + player.coke_wagons + player.sold
        if found != expected or player.reserve < 0:
            return f"{found} coke of seat {seat} instead of {expected}"
        if not 0 <= player.coke_wagons <= catalog.coke_room:
            return f"{player.coke_wagons} coke on the coke wagons of seat {seat}"
        if player.sold % pair or player.sold > catalog.sellable:
            return f"{player.sold} coke sold by seat {seat}"
    return None


def plant(state: State) -> str | None:
    """Invariant 4."""
    catalog = state.catalog
    for seat in range(len(state.players)):
        count = state.coke_in_plant(seat)
        own = state.ovens[catalog.own_oven(seat)]
        if count > catalog.plant_limit or own not in (None, seat):
            return f"{count} coke of seat {seat} in the plant"
        kept = state.switches.plant_own_oven_invariant
        if kept and count >= catalog.own_oven_from and own is None:
            return f"{count} coke of seat {seat} in the plant without the own oven"
    return None


def houses(state: State) -> str | None:
    """Invariant 3."""
    expected = state.catalog.kit.houses_on_row
    for seat, player in enumerate(state.players):
        built = sum(site.count(seat) for site in state.sites.values())
        found = built + sum(player.row.values())
        if found != expected:
            return f"{found} houses of seat {seat} instead of {expected}"
    return None


def headframes(state: State) -> str | None:
    """Invariant 3; and the fields know who stands on them."""
    expected = state.catalog.kit.headframes_on_own_card
    for seat, player in enumerate(state.players):
        found = player.on_card + player.headframes_on_board()
        if found != expected or player.on_card < 0 or player.pool < 0:
            return f"{found} headframes of seat {seat} instead of {expected}"
        stands = {field for field, owner in state.headframe_fields.items() if owner == seat}
        if stands != {player.top, player.left} - {None}:
            return f"the headframes of seat {seat} are not where they stand"
    return None


def water(state: State) -> str | None:
    """Invariant 6: the top is left at once."""
    gauge = state.catalog.gauge
    for seat, player in enumerate(state.players):
        if not gauge.bottom <= player.water < gauge.top:
            return f"water of seat {seat} at level {player.water}"
    return None


def purses(state: State) -> str | None:
    """Invariant 7: nobody owes anything, and single-use cards are paid for once."""
    for seat, player in enumerate(state.players):
        if min(player.coins, player.white, player.tools) < 0 or player.player_stone not in (0, 1):
            return f"seat {seat} owes something"
    return None


def cards(state: State) -> str | None:
    """Invariant 7."""
    problem = purses(state)
    if problem:
        return problem
    for name, payments in state.card_payments.items():
        uses = state.catalog.cards[name].uses_per_round
        if name not in state.cards or (uses is not None and len(payments) > uses):
            return f"{len(payments)} payments on {name}"
    return None


def discs(state: State) -> str | None:
    """Invariant 8."""
    for name, track in state.catalog.tracks.items():
        for seat, player in enumerate(state.players):
            if not 0 <= player.discs[name] <= track.goal:
                return f"the {name} disc of seat {seat} on field {player.discs[name]}"
    return None


def miners(state: State) -> str | None:
    """Invariant 8: no two miners on a field between the gates, none on a covered field."""
    start, end = state.catalog.shift.start_index, state.catalog.shift.exit_index
    for seat, player in enumerate(state.players):
        if not start <= player.miner <= end:
            return f"the miner of seat {seat} on field {player.miner}"
    between = [player.miner for player in state.players if start < player.miner < end]
    if len(set(between)) != len(between) or state.covered_indices() & set(between):
        return "a miner stands where none may"
    return None


def tiles(state: State) -> str | None:
    """Invariant 9."""
    held = [player.tile for player in state.players if player.tile is not None]
    found = sorted([*state.tiles_on_display, *held])
    if found != sorted(state.catalog.tiles_for(len(state.players))):
        return f"{len(found)} selection tiles, or one of them twice"
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
