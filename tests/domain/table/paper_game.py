"""A table without a game: whom the game waits for, and its phase, are what the test says."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from domain.kernel.actions import By, SeatSetup
from domain.kernel.clock import Clock, OnFlag
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact, Seat
from domain.table import events as e
from domain.table.actions import TableAction
from domain.table.clock import milliseconds
from domain.table.decide import GameNow, check_game_action, decide
from domain.table.fold import Happened, begin, follow
from domain.table.result import Result, result
from domain.table.state import Table

MIDNIGHT = datetime(2026, 1, 1, tzinfo=UTC)
BOTS = ("greedy", "random")


def at(ms: int) -> str:
    """So many milliseconds after midnight."""
    moment = MIDNIGHT + timedelta(milliseconds=ms)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z"


def per_game(seconds: int = 60, increment: int = 0, on_flag: OnFlag = "stand_in") -> Clock:
    return Clock(kind="game", seconds=seconds, increment=increment, on_flag=on_flag)


def per_move(seconds: int = 60, on_flag: OnFlag = "stand_in") -> Clock:
    return Clock(kind="move", seconds=seconds, on_flag=on_flag)


class PaperGame:
    """Entry 1 is written at midnight."""

    def __init__(
        self,
        *bots: str | None,
        clock: Clock | None = None,
        awaited: Sequence[Seat] = (0,),
    ) -> None:
        self.table: Table = begin([SeatSetup("", bot) for bot in bots or (None, None, None)])
        self.phase, self.awaited = "play", tuple(awaited)
        self.points = (30, 20, 10, 5)[: len(self.table.seats)]
        self.now = 0
        events = [e.ClockSet(clock)] if clock else []
        self._follow("service", events, is_game_action=True)

    @property
    def version(self) -> int:
        return self.table.version

    def play(
        self,
        by: By = 0,
        after: int = 0,
        *,
        awaited: Sequence[Seat] | None = None,
        phase: str | None = None,
        uncovers: bool = False,
    ) -> int:
        """A game action, and what the game is like after it; its version."""
        when = self.now + after
        check_game_action(self.table, self.phase, by, lambda: milliseconds(at(when)))
        self.now = when
        self.awaited = self.awaited if awaited is None else tuple(awaited)
        self.phase = phase or self.phase
        self._follow(by, [], is_game_action=True, uncovers=uncovers)
        return self.version

    def do(
        self, by: By, action: TableAction, after: int = 0, *, awaited: Sequence[Seat] | None = None
    ) -> list[Fact]:
        """A table action; `awaited` if it takes the game back to where others are."""
        when = self.now + after
        game = GameNow(self.phase, self.points, self.awaited, BOTS)
        events = decide(self.table, game, by, action, milliseconds(at(when)))
        self.now = when
        self.awaited = self.awaited if awaited is None else tuple(awaited)
        self._follow(by, events, is_game_action=False)
        return events

    def rule(
        self, action: TableAction, after: int = 0, *, awaited: Sequence[Seat] | None = None
    ) -> list[Fact]:
        return self.do("arbiter", action, after, awaited=awaited)

    def refuses(self, by: By, action: TableAction, after: int = 0) -> str:
        """With which code; nothing has changed then."""
        before = repr(self.table)
        with pytest.raises(RuleViolation) as refusal:
            self.do(by, action, after)
        assert repr(self.table) == before
        return refusal.value.code

    def refuses_play(self, by: By = 0, after: int = 0) -> str:
        with pytest.raises(RuleViolation) as refusal:
            self.play(by, after)
        return refusal.value.code

    def result(self, places: Sequence[int] | None = None) -> Result | None:
        return result(self.table, self.points, places)

    def _follow(
        self, by: By, events: Sequence[Fact], *, is_game_action: bool, uncovers: bool = False
    ) -> None:
        awaited = self.awaited
        happened = Happened(
            at(self.now),
            by,
            events,
            is_game_action=is_game_action,
            uncovers=uncovers,
            phase=self.phase,
            awaited=lambda: awaited,
        )
        follow(self.table, happened)
