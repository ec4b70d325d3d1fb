"""Mining: lorry cards go from the row to wagons or into storage, step by step (section 7.8)."""

from collections.abc import Iterator, Sequence
from typing import Literal

from domain.kartenspiel.actions.mining_reach import MiningReach
from domain.kartenspiel.components import JOKER
from domain.kartenspiel.deeds import AnyMove, LoadFront, LoadStored, StoreFront
from domain.kartenspiel.events import Event, LorryLoaded, LorryStored, MiningFinished, Via
from domain.kartenspiel.state import State
from domain.kernel.errors import RuleViolation


def mine(
    state: State, seat: int, via: Via, limits: tuple[int, int], moves: Sequence[AnyMove]
) -> list[Event]:
    run = MiningRun(state, seat, limits)
    moved = [run.move(move) for move in moves]
    if run.steps < run.least:
        if not MiningRun(state, seat, limits).can_finish():
            raise RuleViolation("action_not_executable", n=run.least)
        raise RuleViolation("below_minimum_steps", n=run.least, steps=run.steps)
    return [*moved, MiningFinished(seat, via, run.steps, run.least, run.most)]


def refuse_strange_lorries(state: State, moves: Sequence[AnyMove]) -> None:
    for move in moves:
        if move.lorry is not None and move.lorry not in state.catalog.lorries:
            raise RuleViolation("unknown_card", card=move.lorry)


class MiningRun:
    """A player's moves, tried one after the other on a copy of what they move."""

    def __init__(self, state: State, seat: int, limits: tuple[int, int]) -> None:
        player = state.players[seat]
        self.catalog = state.catalog
        self.seat = seat
        self.least, self.most = limits
        self.steps = 0
        self.row = list(player.mining_row)
        self.storage = list(player.storage)
        self.loads = {w.card: w.lorry for t in player.tracks.values() for w in t.wagons}
        self.track_of = {w.card: n for n, t in player.tracks.items() for w in t.wagons}

    def move(self, move: AnyMove) -> Event:
        card = self._card(move)
        cost = self.catalog.lorries[card].lorries
        if self.steps + cost > self.most:
            raise RuleViolation("step_budget", n=self.most, card=card)
        if isinstance(move, StoreFront):
            del self.row[0]
            self.storage.append(card)
            self.steps += cost
            return LorryStored(self.seat, card, cost)
        self._refuse_wagon(card, move.wagon)
        if isinstance(move, LoadFront):
            del self.row[0]
        else:
            self.storage.remove(card)
        self.loads[move.wagon] = card
        self.steps += cost
        origin: Literal["row", "storage"] = "row" if isinstance(move, LoadFront) else "storage"
        return LorryLoaded(self.seat, card, origin, self.track_of[move.wagon], move.wagon, cost)

    def can_finish(self) -> bool:
        """Whether some moves more, or none, reach the least number of steps."""
        left = self.least - self.steps
        return left <= 0 or self.reach().makes((left, self.most - self.steps))

    def can_go_on(self) -> bool:
        """Whether another move is possible; what can be finished but is not can go on."""
        if self.steps < self.least:
            return self.can_finish()
        empty = self._empty_wagons().items()
        takes = {self.catalog.takes(wagon, track) for wagon, track in empty}
        loose = [
            card
            for card in self.storage
            if any(self.catalog.crest_bit[self.catalog.lorries[card].crest] & t for t in takes)
        ]
        left = self.most - self.steps
        return any(self.catalog.lorries[c].lorries <= left for c in (*self.row[:1], *loose))

    def reach(self) -> MiningReach:
        return MiningReach(self.catalog, self.row, self.storage, self._empty_wagons())

    def possible(self) -> Iterator[tuple[AnyMove, "MiningRun"]]:
        """The moves that can be finished to the least number, each with the run after it.

        Cards and wagons of a kind are alike, so only one move of a kind is tried, and stands for
        all of them.
        """
        tried: dict[object, MiningRun | None] = {}
        for kind, move in self._conceivable():
            if kind not in tried:
                tried[kind] = self._after(move)
            ahead = tried[kind]
            if ahead:
                yield move, ahead

    def _conceivable(self) -> Iterator[tuple[object, AnyMove]]:
        """Every move of a card to where there is room, and its kind."""
        wagons = [
            ((self.catalog.wagons[wagon].crest, track), wagon)
            for wagon, track in self._empty_wagons().items()
        ]
        if self.row:
            front = self.row[0]
            yield from (((kind,), LoadFront(wagon, front)) for kind, wagon in wagons)
            yield (), StoreFront(front)
        for card in self.storage:
            lorry = self.catalog.lorries[card]
            for kind, wagon in wagons:
                yield (kind, lorry.crest, lorry.lorries), LoadStored(card, wagon)

    def _after(self, move: AnyMove) -> "MiningRun | None":
        """The run after the move; None if it is not legal or cannot be finished then."""
        ahead = self.copy()
        try:
            ahead.move(move)
        except RuleViolation:
            return None
        return ahead if ahead.can_finish() else None

    def _empty_wagons(self) -> dict[str, int]:
        """Each with its track."""
        return {w: self.track_of[w] for w, lorry in self.loads.items() if lorry is None}

    def copy(self) -> "MiningRun":
        twin = object.__new__(MiningRun)
        twin.catalog, twin.seat, twin.track_of = self.catalog, self.seat, self.track_of
        twin.least, twin.most, twin.steps = self.least, self.most, self.steps
        twin.row, twin.storage = list(self.row), list(self.storage)
        twin.loads = dict(self.loads)
        return twin

    def _card(self, move: AnyMove) -> str:
        """The lorry card that the move is about, if it is where the move takes it from."""
        if isinstance(move, LoadStored):
            if move.lorry not in self.storage:
                raise RuleViolation("not_in_storage", card=move.lorry)
            return move.lorry
        front = self.row[0] if self.row else None
        if front is None or move.lorry not in (None, front):
            raise RuleViolation("not_front_card", card=move.lorry, front=front)
        return front

    def _refuse_wagon(self, card: str, wagon: str) -> None:
        if wagon not in self.loads:
            raise RuleViolation("wagon_unknown", wagon=wagon)
        if self.loads[wagon] is not None:
            raise RuleViolation("wagon_full", wagon=wagon)
        crest, shown = self.catalog.lorries[card].crest, self.catalog.wagons[wagon].crest
        if shown not in (crest, JOKER):
            raise RuleViolation("wagon_crest_mismatch", wagon=wagon, crest=crest)
        track = self.track_of[wagon]
        if crest not in self.catalog.tracks[track].crests:
            raise RuleViolation("track_crest_mismatch", track=track, crest=crest)
