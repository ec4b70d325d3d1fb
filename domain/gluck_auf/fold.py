"""Glück Auf: what every event writes into the state."""

from collections.abc import Sized

from msgspec import UNSET

from domain.gluck_auf import events as e
from domain.gluck_auf.state import (
    Contradiction,
    Group,
    Player,
    State,
)
from domain.kernel.events import GameCreated
from domain.kernel.fold import Fold
from domain.kernel.seals import UNKNOWN, Sealed
from domain.kernel.versions import version_of

evolve = Fold[State]()


@evolve.on(GameCreated)
def game_created(state: State, event: GameCreated) -> None:
    state.edition, state.options = event.edition, event.options
    state.rules = version_of(event.rules)
    state.players = [Player() for _ in range(event.count)]
    state.canteen, state.bank = [0] * event.count, [0] * event.count
    state.supply = {color.id: color.cubes_in_box for color in state.catalog.colors.values()}
    state.tile_stack = [UNKNOWN] * len(state.catalog.tiles)
    state.order_stack = [UNKNOWN] * len(state.catalog.orders)


@evolve.on(e.SpacesLocked)
def spaces_locked(state: State, event: e.SpacesLocked) -> None:
    state.locked = event.space_ids
    for space in state.catalog.spaces.values():
        if space.kind == "factory" and space.id not in event.space_ids:
            state.open_tiles[space.id] = None
        if space.kind == "new_order" and space.id not in event.space_ids:
            state.open_orders[space.id] = None


@evolve.on(e.StartingPlayerDrawn)
def starting_player_drawn(state: State, event: e.StartingPlayerDrawn) -> None:
    state.starting_player = event.player


@evolve.on(e.TunnelTilesShuffled)
def tunnel_tiles_shuffled(state: State, event: e.TunnelTilesShuffled) -> None:
    state.tile_stack = _cards_or_unknown(event.order, event.count, state.catalog.tiles)


@evolve.on(e.OrdersShuffled)
def orders_shuffled(state: State, event: e.OrdersShuffled) -> None:
    state.order_stack = _cards_or_unknown(event.order, event.count, state.catalog.orders)


@evolve.on(e.FactorySpaceFilled)
def factory_space_filled(state: State, event: e.FactorySpaceFilled) -> None:
    del state.tile_stack[0]
    state.open_tiles[event.space_id] = event.tile_id


@evolve.on(e.FactorySpaceLeftEmpty)
def factory_space_left_empty(state: State, event: e.FactorySpaceLeftEmpty) -> None:
    state.open_tiles[event.space_id] = None


@evolve.on(e.PlayersEquipped)
def players_equipped(state: State, event: e.PlayersEquipped) -> None:
    state.shift, state.supply = 1, dict(event.coal_supply)
    for player, equipment in zip(state.players, event.players, strict=True):
        player.workers, player.marks = equipment.workers, equipment.marks
        player.pit.level = state.catalog.constants.surface_level
        player.pit.lorries = dict(equipment.lorries)
        player.pit.cage = dict.fromkeys(state.catalog.colors, 0)
        player.pit.storage = dict.fromkeys(state.catalog.colors, 0)


@evolve.on(e.DraftDisplayRevealed)
def draft_display_revealed(state: State, event: e.DraftDisplayRevealed) -> None:
    state.display = list(event.order_ids)
    del state.order_stack[: len(event.order_ids)]
    state.phase, state.active = "draft", event.first_player


@evolve.on(e.OrderDrafted)
def order_drafted(state: State, event: e.OrderDrafted) -> None:
    state.display.remove(event.order_id)
    _receive_order(state, event.player, event.order_id)
    state.active = event.next_player


@evolve.on(e.DraftRemainderPlaced)
def draft_remainder_placed(state: State, event: e.DraftRemainderPlaced) -> None:
    state.display.remove(event.order_id)
    state.open_orders[event.space_id] = event.order_id


@evolve.on(e.OrderSpaceFilled)
def order_space_filled(state: State, event: e.OrderSpaceFilled) -> None:
    del state.order_stack[0]
    state.open_orders[event.space_id] = event.order_id


@evolve.on(e.OrderSpaceLeftEmpty)
def order_space_left_empty(state: State, event: e.OrderSpaceLeftEmpty) -> None:
    state.open_orders[event.space_id] = None


@evolve.on(e.ShiftStarted)
def shift_started(state: State, event: e.ShiftStarted) -> None:
    state.phase, state.shift, state.active = "turn", event.shift, event.starting_player


@evolve.on(e.WorkersPlaced)
def workers_placed(state: State, event: e.WorkersPlaced) -> None:
    if event.displaced_player is not None:
        state.canteen[event.displaced_player] += event.displaced_count
    state.players[event.player].workers -= event.count
    state.workers[event.space_id] = Group(event.player, event.count)


@evolve.on(e.BankUsed)
def bank_used(state: State, event: e.BankUsed) -> None:
    state.players[event.player].workers -= event.workers
    state.bank[event.player] += event.workers


@evolve.on(e.MarksReceived)
def marks_received(state: State, event: e.MarksReceived) -> None:
    state.players[event.player].marks += event.amount


@evolve.on(e.MarksPaid)
def marks_paid(state: State, event: e.MarksPaid) -> None:
    state.players[event.player].marks -= event.amount


@evolve.on(e.TunnelTileAcquired)
def tunnel_tile_acquired(state: State, event: e.TunnelTileAcquired) -> None:
    player = state.players[event.player]
    player.tiles.append(event.tile_id)
    for number, cube in enumerate(event.cubes, 1):
        player.pit.lorries[f"{event.tile_id}:{number}"] = cube
        if cube:
            state.supply[cube] -= 1
    if event.source in state.open_tiles:
        state.open_tiles[event.source] = None
    else:
        _leave(state.look_area, event.tile_id)


@evolve.on(e.TunnelTilesLookedAt)
def tunnel_tiles_looked_at(state: State, event: e.TunnelTilesLookedAt) -> None:
    state.look_area = _seen(event.tile_ids, state.tile_stack, event.count)
    state.phase = "awaiting_tile_choice"


@evolve.on(e.TunnelTilesReturned)
def tunnel_tiles_returned(state: State, event: e.TunnelTilesReturned) -> None:
    cards = _cards_or_unknown(event.tile_ids, event.count, state.catalog.tiles)
    _put_back(state.tile_stack, event.to, cards)
    state.look_area, state.phase = [], "turn"


@evolve.on(e.OrderTaken)
def order_taken(state: State, event: e.OrderTaken) -> None:
    _receive_order(state, event.player, event.order_id)
    if event.source in state.open_orders:
        state.open_orders[event.source] = None
    else:
        _leave(state.look_area, event.order_id)


@evolve.on(e.OrdersLookedAt)
def orders_looked_at(state: State, event: e.OrdersLookedAt) -> None:
    state.look_area = _seen(event.order_ids, state.order_stack, event.count)
    state.phase = "awaiting_order_choice"


@evolve.on(e.OrdersReturned)
def orders_returned(state: State, event: e.OrdersReturned) -> None:
    cards = _cards_or_unknown(event.order_ids, event.count, state.catalog.orders)
    _put_back(state.order_stack, event.to, cards)
    state.look_area, state.phase = [], "turn"


@evolve.on(e.CageMoved)
def cage_moved(state: State, event: e.CageMoved) -> None:
    state.players[event.player].pit.level = event.to_level


@evolve.on(e.CoalLoaded)
def coal_loaded(state: State, event: e.CoalLoaded) -> None:
    state.players[event.player].pit.load(event.lorry_id, event.color)


@evolve.on(e.CoalPlaced)
def coal_placed(state: State, event: e.CoalPlaced) -> None:
    pit = state.players[event.player].pit
    store = pit.cage if event.source == "cage" else pit.storage
    pit.place(store, event.color, event.order_id, event.spot)


@evolve.on(e.CoalStored)
def coal_stored(state: State, event: e.CoalStored) -> None:
    state.players[event.player].pit.store(event.color)


@evolve.on(e.OrderDelivered)
def order_delivered(state: State, event: e.OrderDelivered) -> None:
    player = state.players[event.player]
    del player.pit.outstanding[event.order_id]
    player.delivered.append(event.order_id)
    player.vp += event.vp
    for color, count in event.cubes_returned.items():
        state.supply[color] += count


@evolve.on(e.TurnEnded)
def turn_ended(state: State, event: e.TurnEnded) -> None:
    state.active = event.next_player


@evolve.on(e.ShiftEnded)
def shift_ended(state: State, _: e.ShiftEnded) -> None:
    state.phase = "scoring"


@evolve.on(e.DeliveredOrdersRevealed)
def delivered_orders_revealed(state: State, _: e.DeliveredOrdersRevealed) -> None:
    state.delivered_revealed = True


@evolve.on(e.ElementScored)
def element_scored(state: State, event: e.ElementScored) -> None:
    for player in event.first:
        state.players[player].vp += event.first_vp
    for player in event.second:
        state.players[player].vp += event.second_vp


@evolve.on(e.DeliveredOrdersConcealed)
def delivered_orders_concealed(state: State, _: e.DeliveredOrdersConcealed) -> None:
    state.delivered_revealed = False


@evolve.on(e.StartingPlayerChosen)
def starting_player_chosen(state: State, event: e.StartingPlayerChosen) -> None:
    state.starting_player = event.new


@evolve.on(e.WorkersReturned)
def workers_returned(state: State, event: e.WorkersReturned) -> None:
    state.workers = {}
    state.canteen, state.bank = [0] * len(state.players), [0] * len(state.players)
    for player, count in zip(state.players, event.counts, strict=True):
        player.workers += count


@evolve.on(e.FinalScoreComputed)
def final_score_computed(state: State, event: e.FinalScoreComputed) -> None:
    for player, score in zip(state.players, event.players, strict=True):
        player.vp = score.total


@evolve.on(e.GameFinished)
def game_finished(state: State, event: e.GameFinished) -> None:
    state.phase, state.active = "finished", None
    state.ranking, state.winners = event.ranking, event.winners


def _for_the_record(state: State, event: object) -> None:
    """The steps were folded one by one; this only tells readers of the log where they ended."""


RECORDED_ONLY: tuple[type[e.MiningFinished] | type[e.ShiftScored], ...] = (
    e.MiningFinished,
    e.ShiftScored,
)
for recorded in RECORDED_ONLY:
    evolve.on(recorded)(_for_the_record)


def _receive_order(state: State, player: int, order: str) -> None:
    spots: list[tuple[str, ...]] = [()] * len(state.catalog.orders[order].spots)
    state.players[player].pit.outstanding[order] = spots


def _cards_or_unknown(cards: Sealed[tuple[str, ...]], count: int, box: Sized) -> list[str]:
    if cards is not UNSET:
        return list(cards)
    if count > len(box):
        raise Contradiction(f"{count} cards out of {len(box)}")
    return [UNKNOWN] * count


def _seen(cards: Sealed[tuple[str, ...]], stack: list[str], count: int) -> list[str]:
    """Off the top: a reader who may not see them still knows what it knew of the stack."""
    taken = stack[:count]
    del stack[:count]
    return taken if cards is UNSET else list(cards)


def _put_back(stack: list[str], to: str | None, cards: list[str]) -> None:
    if to == "top":
        stack[:0] = cards
    else:
        stack += cards


def _leave(area: list[str], card: str) -> None:
    area.remove(card if card in area else UNKNOWN)
