"""Mining: lorry cards go from the row to wagons or into storage, step by step (section 7.8)."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Literal

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
        """Whether some moves more, or none, reach the least number of steps.

        Storing costs what loading costs and takes no wagon away, so it is enough to try storing
        the front card and loading from storage.
        """
        if self.steps >= self.least:
            return True
        tried: list[AnyMove] = [StoreFront()] if self.row else []
        tried += self._loads_from_storage()
        for move in tried:
            ahead = self.copy()
            with suppress(RuleViolation):
                ahead.move(move)
                if ahead.can_finish():
                    return True
        return False

    def possible(self) -> Iterator[AnyMove]:
        """The moves within the budget, each of which can be finished to the least number."""
        conceivable: list[AnyMove] = []
        if self.row:
            front = self.row[0]
            conceivable = [LoadFront(wagon, front) for wagon in self.loads]
            conceivable.append(StoreFront(front))
        for move in (*conceivable, *self._loads_from_storage()):
            ahead = self.copy()
            with suppress(RuleViolation):
                ahead.move(move)
                if ahead.can_finish():
                    yield move

    def fits(self, card: str, wagon: str) -> bool:
        try:
            self._refuse_wagon(card, wagon)
        except RuleViolation:
            return False
        return True

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

    def _loads_from_storage(self) -> list[AnyMove]:
        return [
            LoadStored(card, wagon)
            for card in self.storage
            for wagon, lorry in self.loads.items()
            if lorry is None and self.fits(card, wagon)
        ]
