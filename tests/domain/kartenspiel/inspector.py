"""The invariants 1 to 8, 10 and 11 of section 16, counted from the state and the events.

Written without a look at the domain's own `imbalance`, which is asked beside it.
"""

from collections import Counter

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.events import (
    Event,
    InnovationPlayed,
    LorryLoaded,
    LorryStored,
    MiningFinished,
    PlayerScored,
    SharesAssigned,
    ShiftEnded,
    ShiftMarkerAwarded,
    StacksPrepared,
    TrainDispatched,
    TurnStarted,
    WorkersPlaced,
    WorkersReturned,
)
from domain.kartenspiel.state import State

WORKERS = {2: 8, 3: 9, 4: 10}
SHIFTS = {2: 7, 3: 6, 4: 5}
TRACKS = {1: ("wheel", "clover"), 2: ("wheel", "tower"), 3: ("clover", "fox")}
TWINS = {"lorry-left": "lorry-right", "wagon-left": "wagon-right"}


class Inspector:
    """Looks at the state after every event and remembers what must not change."""

    def __init__(self, cards: int = 239) -> None:
        self.cards = cards
        self.ready = False
        self.totals: dict[str, int] = {}
        self.costs = 0
        self.shifts_ended = 0
        self.awarded: list[int] = []

    def __call__(self, state: State, event: Event) -> None:
        assert KARTENSPIEL.imbalance(state, event) is None
        self.ready = self.ready or isinstance(event, StacksPrepared)
        if not self.ready:
            return
        self.i1_every_card_once(state)
        self.i2_prices(event)
        self.i3_workers(state)
        self.i4_tracks(state)
        self.i5_steps(event)
        self.i6_trains(state, event)
        self.i7_markers(state, event)
        self.i10_shares(state, event)
        self.i11_twins(state, event)

    def i1_every_card_once(self, state: State) -> None:
        zones = [*state.box, *state.removed]
        zones += [card for card in state.catalog.action_cards if card in state.areas]
        for cards in state.stacks.values():
            zones += cards
        if state.pending:
            zones += state.pending.cards
        for area in state.areas.values():
            zones += [paid.card for placed in area.placements for paid in placed.payment]
        for player in state.players:
            zones += player.workers + player.orders + player.innovations
            zones += player.shares + player.objectives + player.mining_row + player.storage
            for track in player.tracks.values():
                zones += [track.engine] if track.engine else []
                zones += [wagon.card for wagon in track.wagons]
                zones += [wagon.lorry for wagon in track.wagons if wagon.lorry]
            for train in player.delivered:
                zones += [train.engine, train.order]
                zones += [wagon.wagon for wagon in train.wagons]
                zones += [wagon.lorry for wagon in train.wagons if wagon.lorry]
        assert len(zones) == self.cards
        twice = [card for card, times in Counter(zones).items() if times > 1]
        assert twice == []

    def i2_prices(self, event: Event) -> None:
        if isinstance(event, WorkersPlaced):
            before = self.totals.get(event.area, 1 if event.area == "wild" else 0)
            assert event.total == before + 1
            self.totals[event.area] = event.total
        elif isinstance(event, WorkersReturned):
            self.totals = {}

    def i3_workers(self, state: State) -> None:
        for seat, player in enumerate(state.players):
            cards = list(player.workers)
            for area in state.areas.values():
                for placed in area.placements:
                    cards += [p.card for p in placed.payment if p.card.startswith("worker.")]
            own = [card for card in cards if card.startswith(f"worker.{player.color}.")]
            assert len(own) == WORKERS[len(state.players)], seat

    def i4_tracks(self, state: State) -> None:
        for player in state.players:
            for number, track in player.tracks.items():
                for wagon in track.wagons:
                    crest = wagon.card.split(".")[1]
                    assert crest in (*TRACKS[number], "joker")
                    if wagon.lorry:
                        load = wagon.lorry.split(".")[1]
                        assert load in TRACKS[number]
                        assert crest in (load, "joker")

    def i5_steps(self, event: Event) -> None:
        if isinstance(event, LorryStored | LorryLoaded):
            self.costs += event.cost
        elif isinstance(event, MiningFinished):
            assert event.least <= event.steps <= event.most
            assert event.steps == self.costs
            self.costs = 0

    def i6_trains(self, state: State, event: Event) -> None:
        if isinstance(event, TrainDispatched):
            assert event.lorries >= state.catalog.orders[event.order].min_lorries
            loads = [w.lorry for w in event.wagons if w.lorry]
            assert event.lorries == sum(2 if int(c[-2:]) > 5 else 1 for c in loads)

    def i7_markers(self, state: State, event: Event) -> None:
        if isinstance(event, ShiftEnded):
            self.shifts_ended += 1
            assert event.shift == self.shifts_ended
        elif isinstance(event, ShiftMarkerAwarded):
            self.awarded.append(event.marker)
            assert self.awarded == list(range(1, self.shifts_ended + 1))
        held = [marker for player in state.players for marker in player.markers]
        assert sorted(held) == self.awarded
        if state.phase == "finished":
            assert len(held) == SHIFTS[len(state.players)]

    def i10_shares(self, state: State, event: Event) -> None:
        if isinstance(event, SharesAssigned):
            player = state.players[event.seat]
            assigned = Counter(pair.order.split(".")[1] for pair in event.pairs)
            fulfilled = Counter(train.order.split(".")[1] for train in player.delivered)
            owned = Counter(share.split(".")[1] for share in player.shares)
            for place in ("barracks", "furnaces", "factories", "steamboats"):
                assert assigned[place] == min(owned[place], fulfilled[place])
        if isinstance(event, PlayerScored):
            assert event.total == KARTENSPIEL.points(state)[event.seat]

    def i11_twins(self, state: State, event: Event) -> None:
        """Where an action begins; between a taking and its split a stack is empty."""
        if isinstance(event, TurnStarted | WorkersPlaced | InnovationPlayed | ShiftEnded):
            for one, other in TWINS.items():
                sizes = sorted((len(state.stacks[one]), len(state.stacks[other])))
                assert sizes[0] > 0 or sizes[1] < 2
