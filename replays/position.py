"""The game and its table after a version, and how the next entry takes them on.

Nothing of a log is ever removed: a take-back is an entry, after which the line of play continues
from an earlier version. Its state has to be at hand then, so whoever folds a log says first which
versions its take-backs name, and `Recall` keeps those on the way.
"""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.actions import By, CreateGame, SeatSetup
from domain.kernel.catalog import Catalog
from domain.kernel.decider import AnyGame
from domain.kernel.seals import Fact
from domain.table.actions import TableAction
from domain.table.events import TableEvent, TakenBack
from domain.table.fold import Happened, begin, follow
from domain.table.state import Table
from replays.entry import UNREADABLE, AnyLine, Entry
from replays.stored_state import pack, unpack

TAKES_BACK = b'"table_taken_back"'


class NotRecalled(Exception):
    """A take-back names a version whose state is not at hand."""


class Recall:
    """The states of the game at versions that a take-back names."""

    def __init__(self, wanted: Iterable[int] = ()) -> None:
        self.wanted = frozenset(wanted)
        self._packed: dict[int, bytes] = {}
        self._kept: dict[int, Any] = {}

    @property
    def is_empty(self) -> bool:
        return not (self.wanted or self._packed or self._kept)

    def keep(self, version: int, state: Any) -> None:
        try:
            self._packed[version] = pack(state)
        except OverflowError:
            self._kept[version] = deepcopy(state)

    def state(self, game: AnyGame, catalog: Catalog, version: int) -> Any:
        """As it was, for the caller to go on with."""
        if version in self._packed:
            return unpack(game, catalog, self._packed[version])
        if version in self._kept:
            return deepcopy(self._kept[version])
        raise NotRecalled(version)


class _TakesBack(Struct):
    """As much of a line as tells whether it takes back."""

    class Event(Struct):
        type: str = ""
        to: int = 0

    v: int = 0
    events: tuple["_TakesBack.Event", ...] = ()


def take_back_targets(entries: Iterable[Entry]) -> dict[int, int]:
    """By the version of each entry that takes back: to which version."""
    found: dict[int, int] = {}
    for entry in entries:
        if TAKES_BACK not in entry.line:
            continue
        try:
            line = msgspec.json.decode(entry.line, type=_TakesBack)
        except UNREADABLE:
            continue  # whoever folds it says what is wrong
        for event in line.events:
            if event.type == "table_taken_back":
                found[line.v] = event.to
    return found


class Position:
    def __init__(self, game: AnyGame, catalog: Catalog) -> None:
        self.game, self.catalog = game, catalog
        self.state = game.initial(catalog)
        self.table = Table()
        self.version = 0
        self.recall = Recall()

    @property
    def over(self) -> bool:
        """By itself or by a ruling: then everything is open to everybody."""
        return self.table.is_ended(self.state.phase)

    def sit_down(self, seats: Sequence[SeatSetup]) -> None:
        """Before entry 1, which says who plays."""
        self.table = begin(seats)

    def play(self, events: Sequence[Fact]) -> None:
        """The events of the next entry, or the first of them."""
        if events and isinstance(events[-1], TableEvent):
            for event in events:
                self.play_event(event)
        else:
            self.game.evolve.all(self.state, events)

    def play_event(self, event: Fact) -> None:
        if isinstance(event, TakenBack):
            self.state = self.recall.state(self.game, self.catalog, event.to)
        elif not isinstance(event, TableEvent):
            self.game.evolve(self.state, event)

    def complete(
        self, action: Fact, events: Sequence[Fact], by: By, at: str, *, has_seals: bool
    ) -> None:
        """All events of the entry are played: the table follows, and the version is reached."""
        game, state = self.game, self.state
        if self.version == 0 and isinstance(action, CreateGame):
            self.sit_down(action.seats)
        happened = Happened(
            at,
            by,
            events,
            is_game_action=not isinstance(action, TableAction),
            uncovers=self.version > 0 and (has_seals or game.uncovers(events)),
            phase=state.phase,
            awaited=lambda: game.awaited(state),
        )
        follow(self.table, happened)
        self.version += 1
        if self.version in self.recall.wanted:
            self.recall.keep(self.version, state)

    def follow_line(self, line: AnyLine) -> None:
        self.play(line.events)
        self.complete(line.action, line.events, line.by, line.at, has_seals=bool(line.seals))
