"""Das große Kartenspiel: what every event writes into the state."""

from msgspec import UNSET

from domain.kartenspiel import events as e
from domain.kartenspiel.player_board import Player, Track, Train, Wagon, give_up
from domain.kartenspiel.state import Area, Contradiction, PendingDraw, Placement, State
from domain.kernel.events import GameCreated
from domain.kernel.fold import Fold
from domain.kernel.seals import UNKNOWN
from domain.kernel.versions import version_of

evolve = Fold[State]()


@evolve.on(GameCreated)
def game_created(state: State, event: GameCreated) -> None:
    state.edition, state.options = event.edition, event.options
    state.rules = version_of(event.rules)
    colors = event.options["colors"].split(",")
    state.players = [
        Player(
            color,
            [card.id for card in state.catalog.workers.values() if card.color == color],
            tracks={track: Track() for track in state.catalog.tracks},
        )
        for color in colors
    ]
    state.areas = {area: _empty_area(state, area) for area in state.catalog.areas}
    state.markers = sorted(state.catalog.markers)


@evolve.on(e.ComponentsRemoved)
def components_removed(state: State, event: e.ComponentsRemoved) -> None:
    gone = set(event.workers)
    for player in state.players:
        player.workers = [card for card in player.workers if card not in gone]
    for action in event.actions:
        [area] = [c.area for c in state.catalog.action_cards.values() if c.id == action]
        del state.areas[area]
    for marker in event.markers:
        state.markers.remove(marker)
    state.removed = [*event.workers, *event.actions]


@evolve.on(e.StacksPrepared)
def stacks_prepared(state: State, event: e.StacksPrepared) -> None:
    if event.stacks is not UNSET:
        state.stacks = {stack: list(cards) for stack, cards in event.stacks.items()}
        return
    if sum(event.sizes.values()) > sum(map(len, state.catalog.decks.values())):
        raise Contradiction("the stacks hold more cards than there are")
    state.stacks = {stack: [UNKNOWN] * size for stack, size in event.sizes.items()}
    for stack, top in event.tops.items():
        state.stacks[stack][0] = top


@evolve.on(e.StartPlayerChosen)
def start_player_chosen(state: State, event: e.StartPlayerChosen) -> None:
    state.start_seat = event.seat


@evolve.on(e.ShiftStarted)
def shift_started(state: State, event: e.ShiftStarted) -> None:
    state.shift, state.start_seat, state.passed = event.shift, event.start_seat, []


@evolve.on(e.TurnStarted)
def turn_started(state: State, event: e.TurnStarted) -> None:
    state.phase, state.active, state.innovation_played = "before_action", event.seat, False


@evolve.on(e.WorkersPlaced)
def workers_placed(state: State, event: e.WorkersPlaced) -> None:
    player, area = state.players[event.seat], state.areas[event.area]
    total = 0
    for laid in event.payment:
        total += laid.value
        if laid.card in player.workers:
            player.workers.remove(laid.card)
        else:
            give_up(player.innovations, laid.card)
    if event.total != total:
        raise Contradiction(f"the payment is not {event.total}")
    area.last_total, area.last_seat = event.total, event.seat
    area.placements.append(Placement(event.seat, event.payment, event.total))


def take(state: State, event: e.AnyTaken) -> str:
    """The card leaves the stack or the pending draw.

    Whoever may not know which of the drawn cards was kept, cannot name those that are left.
    """
    if event.card is UNSET:
        pending = _pending(state)
        pending.cards = [UNKNOWN] * (len(pending.cards) - 1)
        return UNKNOWN
    card = event.card
    if event.via == "wild":
        give_up(_pending(state).cards, card)
        return card
    stack = state.stacks[event.stack]
    if stack.pop(0) not in (card, UNKNOWN) or len(stack) != event.left:
        raise Contradiction(f"{card} is not on top of {event.stack}")
    _uncover(stack, event.stack, event.top_after)
    if event.via == "worker":
        state.phase = "after_action"
    return card


@evolve.on(e.LorryTaken)
def lorry_taken(state: State, event: e.LorryTaken) -> None:
    state.players[event.seat].mining_row.append(take(state, event))


@evolve.on(e.WagonTaken)
def wagon_taken(state: State, event: e.WagonTaken) -> None:
    state.players[event.seat].tracks[event.track].wagons.append(Wagon(take(state, event)))


@evolve.on(e.EngineTaken)
def engine_taken(state: State, event: e.EngineTaken) -> None:
    track = state.players[event.seat].tracks[event.track]
    if track.engine is not None:
        raise Contradiction(f"track {event.track} has an engine")
    track.engine = take(state, event)


@evolve.on(e.OrderTaken)
def order_taken(state: State, event: e.OrderTaken) -> None:
    state.players[event.seat].orders.append(take(state, event))


@evolve.on(e.ShareTaken)
def share_taken(state: State, event: e.ShareTaken) -> None:
    state.players[event.seat].shares.append(take(state, event))


@evolve.on(e.InnovationTaken)
def innovation_taken(state: State, event: e.InnovationTaken) -> None:
    state.players[event.seat].innovations.append(take(state, event))


@evolve.on(e.ObjectiveTaken)
def objective_taken(state: State, event: e.ObjectiveTaken) -> None:
    state.players[event.seat].objectives.append(take(state, event))


@evolve.on(e.LorryStored)
def lorry_stored(state: State, event: e.LorryStored) -> None:
    player = state.players[event.seat]
    _leave_row(player, event.card)
    player.storage.append(event.card)


@evolve.on(e.LorryLoaded)
def lorry_loaded(state: State, event: e.LorryLoaded) -> None:
    player = state.players[event.seat]
    if event.origin == "row":
        _leave_row(player, event.card)
    else:
        player.storage.remove(event.card)
    wagons = player.tracks[event.track].wagons
    [wagon] = [wagon for wagon in wagons if wagon.card == event.wagon]
    if wagon.lorry is not None:
        raise Contradiction(f"{event.wagon} holds {wagon.lorry}")
    wagon.lorry = event.card


@evolve.on(e.MiningFinished)
def mining_finished(state: State, event: e.MiningFinished) -> None:
    if event.via == "worker":
        state.phase = "after_action"


@evolve.on(e.TrainDispatched)
def train_dispatched(state: State, event: e.TrainDispatched) -> None:
    player = state.players[event.seat]
    track = player.tracks[event.track]
    standing = tuple(e.LoadedWagon(wagon.card, wagon.lorry) for wagon in track.wagons)
    if (track.engine, standing) != (event.engine, event.wagons):
        raise Contradiction(f"another train stands on track {event.track}")
    give_up(player.orders, event.order)
    player.tracks[event.track] = Track()
    player.delivered.append(Train(event.track, event.engine, event.wagons, event.order))
    if event.via == "worker":
        state.phase = "after_action"


@evolve.on(e.WildCardsDrawn)
def wild_cards_drawn(state: State, event: e.WildCardsDrawn) -> None:
    """A reader who may not see the cards still knows what it knew of the stack."""
    stack = state.stacks[event.stack]
    drawn = stack[: event.count]
    del stack[: event.count]
    if drawn[:1] not in ([event.first], [UNKNOWN]) or len(drawn) != event.count:
        raise Contradiction(f"{event.first} is not on top of {event.stack}")
    cards = drawn if event.cards is UNSET else list(event.cards)
    state.pending = PendingDraw(event.seat, event.stack, cards)
    state.phase = "wild_choice"


@evolve.on(e.WildCardsReturned)
def wild_cards_returned(state: State, event: e.WildCardsReturned) -> None:
    """A reader who did not see them all drawn cannot tell in which order they lie now."""
    stack, pending = state.stacks[event.stack], _pending(state)
    if len(pending.cards) != event.count:
        raise Contradiction(f"{event.count} cards go back out of {len(pending.cards)}")
    stack += [UNKNOWN] * event.count if event.cards is UNSET else event.cards
    _uncover(stack, event.stack, event.top_after)
    state.pending, state.phase = None, "after_action"


@evolve.on(e.InnovationPlayed)
def innovation_played(state: State, event: e.InnovationPlayed) -> None:
    give_up(state.players[event.seat].innovations, event.card)
    state.box.append(event.card)
    state.innovation_played = True


@evolve.on(e.StackSplit)
def stack_split(state: State, event: e.StackSplit) -> None:
    twin = state.stacks[event.from_stack]
    size = dict(event.sizes)[event.to_stack]
    moved = twin[:size] if event.moved is UNSET else list(event.moved)
    kept = twin[size:] if event.kept is UNSET else list(event.kept)
    if state.stacks[event.to_stack] or len(moved) + len(kept) != len(twin):
        raise Contradiction(f"{event.from_stack} cannot be split like this")
    state.stacks[event.to_stack], state.stacks[event.from_stack] = moved, kept
    for stack, top in event.tops:
        _uncover(state.stacks[stack], stack, top)


@evolve.on(e.PlayerPassed)
def player_passed(state: State, event: e.PlayerPassed) -> None:
    state.passed.append(event.seat)


@evolve.on(e.ShiftEnded)
def shift_ended(state: State, _: e.ShiftEnded) -> None:
    state.phase, state.active = "scoring", None


@evolve.on(e.ShiftMarkerAwarded)
def shift_marker_awarded(state: State, event: e.ShiftMarkerAwarded) -> None:
    state.markers.remove(event.marker)
    state.players[event.seat].markers.append(event.marker)


@evolve.on(e.WorkersReturned)
def workers_returned(state: State, event: e.WorkersReturned) -> None:
    for seat, cards in event.returned.items():
        state.players[seat].workers += cards
    state.box += event.boxed
    state.areas = {area: _empty_area(state, area) for area in state.areas}


@evolve.on(e.PlayerScored)
def player_scored(state: State, event: e.PlayerScored) -> None:
    state.scores[event.seat] = event


@evolve.on(e.WinnerDeclared)
def winner_declared(state: State, event: e.WinnerDeclared) -> None:
    state.phase, state.active = "finished", None
    state.ranking, state.winners = event.ranking, event.winners


def _for_the_record(state: State, event: object) -> None:
    """Nothing changes; this tells readers of the log what other events have done or will do."""


RECORDED_ONLY: tuple[type[e.Event], ...] = (
    e.TurnEnded,
    e.ShiftScoringComputed,
    e.GameEnded,
    e.SharesAssigned,
)
for recorded in RECORDED_ONLY:
    evolve.on(recorded)(_for_the_record)


def _empty_area(state: State, area: str) -> Area:
    card = state.catalog.action_cards.get(area)
    return Area(card.printed_workers if card else 0)


def _pending(state: State) -> PendingDraw:
    if state.pending is None:
        raise Contradiction("no wild action is under way")
    return state.pending


def _leave_row(player: Player, card: str) -> None:
    if player.mining_row.pop(0) != card:
        raise Contradiction(f"{card} is not the front card of the mining row")


def _uncover(stack: list[str], name: str, top: object) -> None:
    """The card that is now on top lies open for everybody."""
    if not stack and top is None:
        return
    if not stack or not isinstance(top, str) or stack[0] not in (top, UNKNOWN):
        raise Contradiction(f"{top} cannot be on top of {name}")
    stack[0] = top
