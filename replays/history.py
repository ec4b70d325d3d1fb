"""A replay file opened for reading: the state at any version and event, and every event in turn."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel.creation import names_in
from domain.kernel.decider import AnyGame
from domain.kernel.errors import InvalidSetup
from domain.kernel.events import GameCreated
from domain.kernel.seals import Fact
from replays.entry import UNREADABLE, AnyLine, Creation, Entry, read_entry
from replays.file import read_replay, rules_of
from replays.limits import MOST_EVENTS, MOST_SEATS
from replays.reasons import Reason
from replays.rules import UnknownCatalog, UnknownRules


class UnreadableReplay(Exception):
    """The bytes are no replay that could be shown; `verify` says more."""


class Moment(NamedTuple):
    """After this many events of this version; events count from 1, and 0 is before the first."""

    version: int
    event: int

    def __str__(self) -> str:
        return f"{self.version}.{self.event}"

    @classmethod
    def parse(cls, text: str) -> "Moment | int":
        """`17.3`, or `17` for the whole of version 17; ValueError if it is neither."""
        version, dot, event = text.partition(".")
        if not (version.isascii() and version.isdecimal()):
            raise ValueError(text)
        if not dot:
            return int(version)
        if not (event.isascii() and event.isdecimal()):
            raise ValueError(text)
        return cls(int(version), int(event))


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

    def state_at(self, at: Moment) -> Any:
        state = self.game.initial(self.catalog)
        try:
            for moment, event in self.events():
                if moment > at:
                    break
                self.game.evolve(state, event)
        except Exception as error:
            # The fold believes everything, so a forged file can break it anywhere.
            raise UnreadableReplay(f"an event does not fit the game so far ({error!r})") from error
        return state


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
