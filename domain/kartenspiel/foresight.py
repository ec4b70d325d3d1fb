"""Whether an innovation leaves a placement for the same turn (R-05), foreseen without trying.

Mining and delivering change only the player's own board: what stays usable whatever they do is
looked up once; mining areas and the delivery are counted out from the board as it would be.
"""

from collections.abc import Iterator

from domain.kartenspiel.actions.areas import executable, limits_of, payable_areas
from domain.kartenspiel.actions.delivery import lorries_on, orders_for
from domain.kartenspiel.actions.mining import MiningRun
from domain.kartenspiel.actions.mining_reach import MiningReach
from domain.kartenspiel.actions.play_innovation import surely_placement_left
from domain.kartenspiel.deeds import Consignments
from domain.kartenspiel.state import State
from domain.kernel.seals import UNKNOWN


class Foresight:
    def __init__(self, state: State, seat: int) -> None:
        self._state, self._seat, self._player = state, seat, state.players[seat]
        self.free = state.phase == "after_action" or surely_placement_left(state, seat)
        """Nothing depends on what an innovation does."""
        payable = [] if self.free else payable_areas(state, seat)
        deeds = state.catalog.deeds
        self._others = [area for area in payable if deeds[area] not in ("mine", "deliver")]
        self._kept = any(executable(state, seat, area) for area in self._others)
        self._mines = [limits_of(state.catalog, a) for a in payable if deeds[a] == "mine"]
        self._delivers = any(deeds[area] == "deliver" for area in payable)
        self._delivered: dict[object, bool] = {}
        """By track and size of order: those of a size are alike."""

    def leaves(self, run: MiningRun) -> bool:
        """Whether a placement is left after these moves."""
        if self.free or self._kept:
            return True
        reach = run.reach()
        return any(map(reach.makes, self._mines)) or any(
            missing <= 0 for _, missing in self._missing(run)
        )

    def leads_on(self, run: MiningRun) -> bool:
        """Whether a placement is left after these moves and some more."""
        if self.free or self._kept:
            return run.can_go_on()
        left = max(1, run.least - run.steps), run.most - run.steps
        reach = run.reach()
        if any(reach.makes_both(left, area) for area in self._mines):
            return True
        return any(
            run.can_go_on() if missing <= 0 else reach.loads_on(track, missing, left[1])
            for track, missing in self._missing(run)
        )

    def leaves_after(self, sent: Consignments) -> bool:
        """Whether a placement is left after these trains have gone.

        They leave a track free, so whatever a stack holds can be taken.
        """
        if self.free or self._kept or any(map(self._takes_from, self._others)):
            return True
        orders = self._state.catalog.orders
        kind = frozenset((train.track, orders[train.order].min_lorries) for train in sent)
        if kind not in self._delivered:
            gone = {train.track for train in sent}
            self._delivered[kind] = self._mines_without(gone) or self._delivers_besides(sent)
        return self._delivered[kind]

    def _missing(self, run: MiningRun) -> Iterator[tuple[int, int]]:
        """By track with an engine: how many lorries it lacks for the smallest order in hand."""
        if not self._delivers or not self._player.orders:
            return
        known = self._state.catalog.orders
        least = min(1 if o == UNKNOWN else known[o].min_lorries for o in self._player.orders)
        loaded = dict.fromkeys(self._player.tracks, 0)
        for wagon, lorry in run.loads.items():
            if lorry is not None:
                loaded[run.track_of[wagon]] += run.catalog.lorries[lorry].lorries
        for track, found in self._player.tracks.items():
            if found.engine is not None:
                yield track, least - loaded[track]

    def _takes_from(self, area: str) -> bool:
        stacks = self._state.stacks
        return bool(stacks[area]) if area in stacks else any(stacks.values())

    def _mines_without(self, gone: set[int]) -> bool:
        if not self._mines:
            return False
        wagons = {
            wagon.card: number
            for number, track in self._player.tracks.items()
            for wagon in track.wagons
            if number not in gone and wagon.lorry is None
        }
        player = self._player
        reach = MiningReach(self._state.catalog, player.mining_row, player.storage, wagons)
        return any(map(reach.makes, self._mines))

    def _delivers_besides(self, sent: Consignments) -> bool:
        if not self._delivers:
            return False
        gone, used = {train.track for train in sent}, [train.order for train in sent]
        return any(
            set(orders_for(self._state, self._seat, track)) - set(used)
            for track in self._player.tracks
            if track not in gone and lorries_on(self._state, self._seat, track)
        )
