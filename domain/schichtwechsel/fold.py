"""The fold: one writer per event. It believes every event, checks nothing and chooses nothing."""

from msgspec.structs import replace

from domain.kernel.events import GameCreated
from domain.kernel.fold import Fold
from domain.kernel.versions import version_of
from domain.schichtwechsel import events as e
from domain.schichtwechsel.state import EMPTY, Bundle, Load, Payment, Player, State
from domain.schichtwechsel.switches import switches_of

evolve = Fold[State]()


@evolve.on(GameCreated)
def game_created(state: State, event: GameCreated) -> None:
    state.edition, state.options = event.edition, event.options
    state.rules = version_of(event.rules)
    state.switches = switches_of(event.options)
    state.players = [Player() for _ in range(event.count)]


@evolve.on(e.GameStarted)
def game_started(state: State, event: e.GameStarted) -> None:
    state.bag = {"coal": event.bag.coal, "spoil": event.bag.spoil, "pit": 0}
    state.supply = {"coal": event.supply.coal, "spoil": event.supply.spoil}
    state.cards, state.tiles_on_display = event.cards, event.tiles
    state.covered_fields, state.covered_ovens = event.covered_fields, event.covered_ovens
    state.ovens = dict.fromkeys(event.ovens)
    state.headframe_fields = dict.fromkeys(event.headframe_fields)
    state.sites = dict.fromkeys(event.sites, ())
    state.goal_order = dict.fromkeys(event.tracks, ())
    for player in state.players:
        player.coins, player.tools, player.white = event.coins, event.tools, event.white
        player.points, player.water, player.reserve = event.points, event.start_level, event.coke
        player.on_card, player.miner = event.headframes, event.miner
        player.lorries = dict.fromkeys(event.lorries, EMPTY)
        player.coal_wagons = dict.fromkeys(event.coal_wagons, 0)
        player.discs = dict.fromkeys(event.tracks, 0)
        player.row = dict.fromkeys(event.row, True)


@evolve.on(e.StartPlayerDetermined)
def start_player_determined(state: State, event: e.StartPlayerDetermined) -> None:
    state.start_seat = state.marker_seat = event.seat


@evolve.on(e.RoundStarted)
def round_started(state: State, event: e.RoundStarted) -> None:
    state.round = event.round
    for player in state.players:
        player.discs_before = player.discs.copy()


@evolve.on(e.RoundCardRevealed)
def round_card_revealed(state: State, event: e.RoundCardRevealed) -> None:
    state.round_card = event.card
    state.revealed_cards = (*state.revealed_cards, event.card)
    state.lorry_block = event.effect == "block_lorry"


@evolve.on(e.PitCubeAdded)
def pit_cube_added(state: State, _: e.PitCubeAdded) -> None:
    state.bag["pit"] = 1


@evolve.on(e.StepStarted)
def step_started(state: State, event: e.StepStarted) -> None:
    state.phase, state.active = event.step, None


@evolve.on(e.BagRefilled)
def bag_refilled(state: State, event: e.BagRefilled) -> None:
    for cube, count in (("coal", event.coal), ("spoil", event.spoil)):
        state.supply[cube] -= count
        state.bag[cube] += count


@evolve.on(e.BundleDrawn)
def bundle_drawn(state: State, event: e.BundleDrawn) -> None:
    for cube in event.cubes:
        state.bag[cube] -= 1
    state.bundles = (*state.bundles, Bundle(event.bundle_no, event.cubes))


@evolve.on(e.BundleAssigned)
def bundle_assigned(state: State, event: e.BundleAssigned) -> None:
    state.bundles = tuple(
        replace(bundle, seat=event.seat) if bundle.no == event.bundle_no else bundle
        for bundle in state.bundles
    )


@evolve.on(e.CubesLoaded)
def cubes_loaded(state: State, event: e.CubesLoaded) -> None:
    lorries = state.players[event.seat].lorries
    for placement in event.placements:
        if placement.lorry is not None:
            load = lorries[placement.lorry]
            lorries[placement.lorry] = Load(placement.cube, load.count + 1)
    state.supply["coal"] += event.unplaced.coal
    state.supply["spoil"] += event.unplaced.spoil
    state.bundles = tuple(
        replace(bundle, loaded=True) if bundle.seat == event.seat else bundle
        for bundle in state.bundles
    )


@evolve.on(e.PitCubeReturned)
def pit_cube_returned(state: State, _: e.PitCubeReturned) -> None:
    state.bag["pit"] = 1


@evolve.on(e.TileTaken)
def tile_taken(state: State, event: e.TileTaken) -> None:
    left = [tile for tile in state.tiles_on_display if tile != event.tile]
    state.tiles_on_display = (*left, *([event.returned] if event.returned else []))
    state.players[event.seat].tile = event.tile


@evolve.on(e.WaterChanged)
def water_changed(state: State, event: e.WaterChanged) -> None:
    state.players[event.seat].water = event.to


@evolve.on(e.WaterOverflowed)
def water_overflowed(state: State, event: e.WaterOverflowed) -> None:
    state.players[event.seat].water = event.to


@evolve.on(e.ToolsTaken)
def tools_taken(state: State, event: e.ToolsTaken) -> None:
    state.players[event.seat].tools += event.count


@evolve.on(e.ToolsReturned)
def tools_returned(state: State, event: e.ToolsReturned) -> None:
    state.players[event.seat].tools -= event.count


@evolve.on(e.PointsScored)
def points_scored(state: State, event: e.PointsScored) -> None:
    state.players[event.seat].points += event.points


@evolve.on(e.WhiteStonesReceived)
def white_stones_received(state: State, event: e.WhiteStonesReceived) -> None:
    state.players[event.seat].white += event.count


@evolve.on(e.CoinsReceived)
def coins_received(state: State, event: e.CoinsReceived) -> None:
    state.players[event.seat].coins += event.count


@evolve.on(e.CubesGained)
def cubes_gained(state: State, event: e.CubesGained) -> None:
    player = state.players[event.seat]
    state.supply[event.cube] -= event.count
    if event.to in player.lorries:
        load = player.lorries[event.to]
        player.lorries[event.to] = Load(event.cube, load.count + event.count)
    elif event.to in player.coal_wagons:
        player.coal_wagons[event.to] += event.count
    else:
        player.heap += event.count


@evolve.on(e.CokeSold)
def coke_sold(state: State, event: e.CokeSold) -> None:
    player = state.players[event.seat]
    player.coke_wagons -= event.coke
    player.sold += event.coke
    player.sales += 1


@evolve.on(e.SaleDeclined)
def sale_declined(_state: State, _event: e.SaleDeclined) -> None:
    """For the record only."""


@evolve.on(e.RowFieldResolved)
def row_field_resolved(state: State, event: e.RowFieldResolved) -> None:
    player = state.players[event.seat]
    player.row_open = tuple(name for name in player.row_open if name != event.field)


@evolve.on(e.TurnStarted)
def turn_started(state: State, event: e.TurnStarted) -> None:
    state.active, state.action_done, state.exchanges = event.seat, False, 0
    if state.phase == "VI":
        player = state.players[event.seat]
        player.row_open = tuple(name for name, house in player.row.items() if not house)


@evolve.on(e.TurnEnded)
def turn_ended(state: State, _: e.TurnEnded) -> None:
    state.active = None


@evolve.on(e.CardPaid)
def card_paid(state: State, event: e.CardPaid) -> None:
    laid = state.card_payments.get(event.card, ())
    state.card_payments[event.card] = (*laid, Payment(event.seat, event.payment))
    _pay(state, event)


@evolve.on(e.OwnCardPaid)
def own_card_paid(state: State, event: e.OwnCardPaid) -> None:
    player = state.players[event.seat]
    player.own_card_payments = (*player.own_card_payments, Payment(event.seat, event.payment))
    _pay(state, event)


def _pay(state: State, event: e.CardPaid | e.OwnCardPaid) -> None:
    player = state.players[event.seat]
    for item in event.payment:
        if item == "white":
            player.white -= 1
        elif item == "player":
            player.player_stone -= 1
        else:
            player.coins -= 1
    state.action_done = True


@evolve.on(e.CardCopied)
def card_copied(_state: State, _event: e.CardCopied) -> None:
    """For the record only, as are the next two."""


@evolve.on(e.CopyDeclined)
def copy_declined(_state: State, _event: e.CopyDeclined) -> None:
    pass


@evolve.on(e.BarrierCrossed)
def barrier_crossed(_state: State, _event: e.BarrierCrossed) -> None:
    pass


@evolve.on(e.LorryRaised)
def lorry_raised(state: State, event: e.LorryRaised) -> None:
    player = state.players[event.seat]
    player.lorries[event.lorry] = EMPTY
    for wagon in event.wagons:
        player.coal_wagons[wagon] += 1
    if event.cube == "spoil":
        player.heap += event.count


@evolve.on(e.WagonProcessed)
def wagon_processed(state: State, event: e.WagonProcessed) -> None:
    player = state.players[event.seat]
    player.coal_wagons[event.wagon] -= event.coal
    state.supply["coal"] += event.coal
    player.reserve -= 1
    state.ovens[event.oven] = event.seat


@evolve.on(e.CokePlaced)
def coke_placed(state: State, event: e.CokePlaced) -> None:
    state.players[event.seat].reserve -= 1
    state.ovens[event.oven] = event.seat


@evolve.on(e.CokeReceived)
def coke_received(state: State, event: e.CokeReceived) -> None:
    player = state.players[event.seat]
    player.reserve -= 1
    player.coke_wagons += 1


@evolve.on(e.CokeLoaded)
def coke_loaded(state: State, event: e.CokeLoaded) -> None:
    for oven in event.ovens:
        state.ovens[oven] = None
    state.players[event.seat].coke_wagons += len(event.ovens)


@evolve.on(e.DiscAdvanced)
def disc_advanced(state: State, event: e.DiscAdvanced) -> None:
    state.players[event.seat].discs[event.track] = event.to


@evolve.on(e.GoalReached)
def goal_reached(state: State, event: e.GoalReached) -> None:
    state.goal_order[event.track] = (*state.goal_order[event.track], event.seat)


@evolve.on(e.HouseBuilt)
def house_built(state: State, event: e.HouseBuilt) -> None:
    state.players[event.seat].row[event.row_field] = False
    state.sites[event.site] = (*state.sites[event.site], event.seat)


@evolve.on(e.HeadframeErected)
def headframe_erected(state: State, event: e.HeadframeErected) -> None:
    player = state.players[event.seat]
    player.on_card -= 1
    player.pool += 1


@evolve.on(e.HeadframeMoved)
def headframe_moved(state: State, event: e.HeadframeMoved) -> None:
    """All headframes leave their places before any is set down: two may change areas at once."""
    player = state.players[event.seat]
    for move in event.moves:
        if move.from_ == "pool":
            player.pool -= 1
        elif move.from_ == "top":
            left, player.top = player.top, None
            state.headframe_fields[str(left)] = None
        else:
            left, player.left = player.left, None
            state.headframe_fields[str(left)] = None
    for move in event.moves:
        state.headframe_fields[move.to] = event.seat
        if state.catalog.area_of[move.to] == "top":
            player.top = move.to
        else:
            player.left = move.to


@evolve.on(e.MinerMoved)
def miner_moved(state: State, event: e.MinerMoved) -> None:
    state.players[event.seat].miner = event.to


@evolve.on(e.ExitReached)
def exit_reached(state: State, event: e.ExitReached) -> None:
    state.exit_order = (*state.exit_order, event.seat)


@evolve.on(e.MinerOverran)
def miner_overran(_state: State, _event: e.MinerOverran) -> None:
    """The reward follows as events of its own."""


@evolve.on(e.SpoilExchanged)
def spoil_exchanged(state: State, event: e.SpoilExchanged) -> None:
    state.players[event.seat].heap -= event.spoil
    state.supply["spoil"] += event.spoil
    state.exchanges += 1


@evolve.on(e.StartMarkerTaken)
def start_marker_taken(state: State, event: e.StartMarkerTaken) -> None:
    state.marker_seat = event.seat


@evolve.on(e.PlayerPassed)
def player_passed(state: State, event: e.PlayerPassed) -> None:
    state.players[event.seat].passed = True


@evolve.on(e.DecisionRequested)
def decision_requested(state: State, event: e.DecisionRequested) -> None:
    state.decisions = (*state.decisions, event)
    state.decision_count = event.decision_id


@evolve.on(e.DecisionAnswered)
def decision_answered(state: State, _: e.DecisionAnswered) -> None:
    state.decisions = state.decisions[:-1]


@evolve.on(e.RoundScored)
def round_scored(_state: State, _event: e.RoundScored) -> None:
    """The points follow as `points_scored`."""


@evolve.on(e.RoundEnded)
def round_ended(state: State, event: e.RoundEnded) -> None:
    """Section 14.3: payments, stones, headframes, flags, block, start player."""
    state.card_payments = {}
    for player in state.players:
        player.own_card_payments = ()
        player.player_stone, player.white = 1, 0
        player.pool += (player.top is not None) + (player.left is not None)
        player.top = player.left = None
        player.passed, player.sales = False, 0
    state.headframe_fields = dict.fromkeys(state.headframe_fields)
    state.bundles, state.lorry_block = (), False
    state.action_done, state.exchanges = False, 0
    state.start_seat, state.ended_round = event.start_seat, event.round


@evolve.on(e.FinalStepScored)
def final_step_scored(_state: State, _event: e.FinalStepScored) -> None:
    """The points follow as `points_scored`."""


@evolve.on(e.GameFinished)
def game_finished(state: State, event: e.GameFinished) -> None:
    state.phase, state.active = "finished", None
    state.ranking = event.ranking
    state.winners = tuple(place.seat for place in event.ranking if place.place == 1)
