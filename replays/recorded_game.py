"""A replay file opened and played as it is recorded: the game at any moment of it.

Nothing here judges: that is what `verify.py` is for. So a stranger's events can bring the state
anywhere, or break the fold.
"""

import msgspec

from domain.kernel.actions import CreateGame
from domain.kernel.creation import names_in
from domain.kernel.errors import InvalidSetup
from domain.kernel.events import GameCreated
from replays.aggregate import Aggregate
from replays.entry import UNREADABLE, AnyLine, Creation, Entry, read_entry
from replays.file import Replay, read_replay, rules_of
from replays.limits import MOST_EVENTS, MOST_SEATS
from replays.moment import Moment
from replays.position import Recall, take_back_targets
from replays.reasons import Reason
from replays.rules import UnknownCatalog, UnknownRules


class UnreadableReplay(Exception):
    """The bytes are no replay that could be shown; `verify` says more."""


class Recorded(Aggregate):
    """Whether the chain is whole is the verifier's business, and the secret may still be sealed."""

    def _read(self, entry: Entry) -> AnyLine:
        line = read_entry(self.game, entry)
        if self.version == 0:
            self.created_at, self.seats = line.at, line.action.seats
            self.first_names = names_in(line.events[0])
        return line


class RecordedGame:
    def __init__(self, data: bytes) -> None:
        replay = read_replay(data)
        if replay.unread:
            raise UnreadableReplay(Reason(replay.unread.code, replay.unread.facts).told("en"))
        if replay.header is None or not replay.entries:
            raise UnreadableReplay("this is not a replay file: it holds no entry")
        try:
            creation = msgspec.json.decode(replay.entries[0].line, type=Creation)
            self.game, self.catalog = rules_of(replay.header, creation)
        except (UnknownRules, UnknownCatalog, InvalidSetup) as error:
            raise UnreadableReplay(str(error)) from error
        except UNREADABLE as error:
            raise UnreadableReplay(f"an entry cannot be read: {error}") from error
        self.game_id, self.entries = replay.header.game, replay.entries
        self.lines: list[AnyLine] = []
        self.broken_off = self._read_lines(replay)
        """Why the entries after `lines` cannot be read, if there are any."""
        self.created = self._creation()
        self.seats = self.created.count
        self.end = Moment(len(self.lines), len(self.lines[-1].events))

    def _read_lines(self, replay: Replay) -> str | None:
        events = 0
        for entry in replay.entries:
            try:
                line = read_entry(self.game, entry)
            except UNREADABLE as error:
                return f"an entry cannot be read: {error}"
            if any(isinstance(event, GameCreated) for event in line.events[not self.lines :]):
                return "a game is created that is already there"
            events += len(line.events)
            if events > MOST_EVENTS:
                return f"it holds more than {MOST_EVENTS} events: no game has so many"
            self.lines.append(line)
        return None

    def _creation(self) -> GameCreated:
        first = self.lines[0] if self.lines else None
        created = next(iter(first.events), None) if first else None
        if not first or not isinstance(first.action, CreateGame):
            raise UnreadableReplay(self.broken_off or "the first entry does not create a game")
        if not isinstance(created, GameCreated):
            raise UnreadableReplay("the first entry does not create a game")
        if max(created.count, len(names_in(created))) > MOST_SEATS:
            raise UnreadableReplay(f"the game has more than {MOST_SEATS} players")
        return created

    def empty(self) -> Recorded:
        """Before entry 1."""
        past = Recorded(self.game_id, self.game, self.catalog)
        past.recall = Recall(take_back_targets(self.entries).values())
        return past

    def at(self, moment: Moment) -> Recorded:
        """The game then, all of an entry or its first events."""
        past = self.empty()
        for entry in self.entries[: max(0, moment.version - 1)]:
            past.follow(entry)
        if moment.version:
            past.follow_partly(self.entries[moment.version - 1], moment.event)
        return past

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
