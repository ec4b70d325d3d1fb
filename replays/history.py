"""A replay file opened for reading: the state at any version and event, and every event in turn."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel.creation import names_in
from domain.kernel.decider import AnyGame
from domain.kernel.errors import InvalidSetup
from domain.kernel.events import GameCreated
from domain.kernel.names import named
from domain.kernel.seals import Fact
from domain.kernel.texts import Language
from domain.table.events import HandedOver
from domain.table.texts import tell
from replays.entry import UNREADABLE, AnyLine, Creation, Entry, read_entry
from replays.file import read_replay, rules_of
from replays.limits import MOST_EVENTS, MOST_SEATS
from replays.position import Position, Recall, take_back_targets
from replays.reasons import Reason
from replays.rules import UnknownCatalog, UnknownRules


class UnreadableReplay(Exception):
    """The bytes are no replay that could be shown; `verify` says more."""


MOMENT = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,6}))?")


class Moment(NamedTuple):
    """After this many events of this version; events count from 1, and 0 is before the first."""

    version: int
    event: int

    def __str__(self) -> str:
        return f"{self.version}.{self.event}"

    @classmethod
    def parse(cls, text: str) -> "Moment | int":
        """`17.3`, or `17` for the whole of version 17; ValueError if it is neither."""
        found = MOMENT.fullmatch(text)
        if not found:
            raise ValueError(text)
        version, event = found.groups()
        return int(version) if event is None else cls(int(version), int(event))


class History:
    def __init__(self, data: bytes) -> None:
        replay = read_replay(data)
        if replay.unread:
            raise UnreadableReplay(Reason(replay.unread.code, replay.unread.facts).told("en"))
        if replay.header is None or not replay.entries:
            raise UnreadableReplay("this is not a replay file: it holds no entry")
        self.game_id = replay.header.game
        try:
            creation = msgspec.json.decode(replay.entries[0].line, type=Creation)
            self.game, self.catalog = rules_of(replay.header, creation)
            self.lines = _read_lines(self.game, replay.entries)
        except (UnknownRules, UnknownCatalog, InvalidSetup) as error:
            raise UnreadableReplay(str(error)) from error
        except UNREADABLE as error:
            raise UnreadableReplay(f"an entry cannot be read: {error}") from error
        self._targets = take_back_targets(replay.entries).values()
        created = next(iter(self.lines[0].events), None)
        if not isinstance(created, GameCreated):
            raise UnreadableReplay("the first entry does not create a game")
        if created.count > MOST_SEATS:
            raise UnreadableReplay(f"the game has more than {MOST_SEATS} players")
        self.names = names_in(created)
        """By seat; empty if they were erased."""
        self.seats = created.count

    @property
    def end(self) -> Moment:
        return Moment(len(self.lines), len(self.lines[-1].events))

    def moment(self, at: Moment | int) -> Moment:
        """The moment, if the game has it."""
        version = at if isinstance(at, int) else at.version
        if not 1 <= version <= len(self.lines):
            raise ValueError(f"version {version} is not there: the file has 1 to {len(self.lines)}")
        events = len(self.lines[version - 1].events)
        event = events if isinstance(at, int) else at.event
        if event > events:
            held = "1 event" if events == 1 else f"{events} events"
            raise ValueError(f"version {version} has only {held}")
        return Moment(version, event)

    def events(self) -> Iterator[tuple[Moment, Fact]]:
        for line in self.lines:
            for at, event in enumerate(line.events, 1):
                yield Moment(line.v, at), event

    def position_at(self, at: Moment) -> Position:
        position = Position(self.game, self.catalog)
        position.recall = Recall(self._targets)
        try:
            for line in self.lines[: at.version - 1]:
                position.follow_line(line)
            position.play(self.lines[at.version - 1].events[: at.event])
        except Exception as error:
            # The fold believes everything, so a forged file can break it anywhere.
            raise UnreadableReplay(f"an event does not fit the game so far ({error!r})") from error
        return position

    def state_at(self, at: Moment) -> Any:
        return self.position_at(at).state

    def names_at(self, version: int) -> tuple[str, ...]:
        """By seat, as of this version: a seat may have been handed over."""
        names = self.names
        for line in self.lines[:version]:
            names = self._renamed(names, line)
        return names

    def told(self, language: Language) -> Iterator[tuple[Moment, Fact, str]]:
        """Every event with its sentence, which uses the names as of its entry."""
        names = self.names
        for line in self.lines:
            for at, event in enumerate(line.events, 1):
                said = tell(self.game, event, language, names, self.catalog)
                yield Moment(line.v, at), event, said
            names = self._renamed(names, line)

    def _renamed(self, names: tuple[str, ...], line: AnyLine) -> tuple[str, ...]:
        for event in line.events:
            if isinstance(event, HandedOver) and 0 <= event.seat < self.seats:
                known = [named(names, seat) for seat in range(self.seats)]
                known[event.seat] = event.name
                names = tuple(known)
        return names


def _read_lines(game: AnyGame, entries: Sequence[Entry]) -> list[AnyLine]:
    lines: list[AnyLine] = []
    events = 0
    for entry in entries:
        lines.append(read_entry(game, entry))
        events += len(lines[-1].events)
        if any(isinstance(event, GameCreated) for event in lines[-1].events[len(lines) == 1 :]):
            raise UnreadableReplay("a game is created that is already there")
        if events > MOST_EVENTS:
            raise UnreadableReplay(f"it holds more than {MOST_EVENTS} events: no game has so many")
    return lines
