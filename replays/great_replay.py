"""The great replay: every action of a log decided again, under its own rules and under today's.

Under its own rules a log must come out as it was recorded, for ever: a difference there is a
defect of ours. Under today's rules a difference says what the newer version changed for that game;
a change that shows none over all logs was without effect.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import msgspec
from msgspec import Struct, field

from domain.kernel.actions import CreateGame
from domain.kernel.catalog import Catalog
from domain.kernel.chance import Chance, CommittedChance, SealedChance
from domain.kernel.decider import AnyGame
from domain.kernel.errors import ChanceUnknown, InvalidSetup, RuleViolation
from domain.kernel.events import GameCreated
from domain.kernel.seals import EVERYBODY, Fact
from domain.kernel.versions import rules_name, version_of
from domain.table.actions import TableAction
from replays.aggregate import decide
from replays.entry import UNREADABLE, AnyLine, Creation, Seal, read_line, read_seal
from replays.file import Replay, read_replay, rules_of
from replays.judgement import decide_table_again
from replays.position import Position, Recall, take_back_targets
from replays.refold import agree_as_far_as_seen
from replays.rules import UnknownCatalog, UnknownRules


class Difference(Struct, frozen=True):
    version: int
    event: int | None
    """Counted from 1; None if the whole action is refused."""
    recorded: str | None
    """The type of the event that the log holds."""
    decided: str | None
    """The type of the event, or the code of the refusal, that the rules give."""


class Replayed(Struct):
    """What came of one log."""

    game: str
    rules: str = ""
    entries: int = 0
    sealed: int = 0
    """Entries that could not be decided again, because something in them is still sealed."""
    unreadable: str = ""
    """Why it could not be followed, if it could not."""
    own: list[Difference] = field(default_factory=list)
    """Differences under the rules it was played by."""
    today: list[Difference] = field(default_factory=list)
    """Differences under the newest rules."""

    @property
    def ok(self) -> bool:
        return not self.own and not self.unreadable


def replay_again(name: str, data: bytes) -> Replayed:
    replay = read_replay(data)
    if replay.header is None or not replay.entries:
        return Replayed(name, unreadable="this is not a replay file")
    if replay.cut_off:
        return Replayed(name, unreadable="the file is cut off")
    replayed = Replayed(replay.header.game, entries=len(replay.entries))
    try:
        _replay(replay, replayed)
    except (UnknownRules, UnknownCatalog, InvalidSetup, *UNREADABLE) as error:
        replayed.unreadable = str(error)
    return replayed


def _replay(replay: Replay, replayed: Replayed) -> None:
    assert replay.header is not None
    creation = msgspec.json.decode(replay.entries[0].line, type=Creation)
    game, catalog = rules_of(replay.header, creation)
    opened = [_opened(game, entry.line, entry.seals) for entry in replay.entries]
    own = version_of(creation.action.rules)
    replayed.rules = rules_name(game.name, own)
    for version in sorted({own, game.newest_rules}):
        course = _Course(_position(game, catalog, replay), version)
        found = list(course.differences(opened))
        replayed.sealed = course.sealed
        if version == own:
            replayed.own = found
        if version == game.newest_rules:
            replayed.today = found


def _position(game: AnyGame, catalog: Catalog, replay: Replay) -> Position:
    begun = Position(game, catalog)
    begun.recall = Recall(take_back_targets(replay.entries).values())
    return begun


class Opened(Struct, frozen=True):
    line: AnyLine
    seals: tuple[Seal, ...]

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is hidden but, perhaps, the players' names."""
        there = {seal.audience for seal in self.seals}
        return {note.audience for note in self.line.seals} - there <= {EVERYBODY}

    @property
    def action_is_whole(self) -> bool:
        there = {seal.audience for seal in self.seals}
        return set(self.line.action.hides(self.line.actor).values()) - there <= {EVERYBODY}


def _opened(game: AnyGame, line: bytes, raw: Sequence[bytes]) -> Opened:
    seals = tuple(map(read_seal, raw))
    return Opened(read_line(game, line, seals), seals)


class _Course:
    """One way through a log, under one version of the rules."""

    def __init__(self, at: Position, version: int) -> None:
        self._at, self._version = at, version
        self._chance: Chance = SealedChance()
        self._is_whole = True
        self.sealed = 0

    def differences(self, opened: Sequence[Opened]) -> Iterator[Difference]:
        for entry in opened:
            line = self._under_these_rules(entry) if entry.line.v == 1 else entry.line
            self._is_whole &= entry.is_whole
            if entry.action_is_whole:
                yield from self._decided_again(line)
            else:
                self.sealed += 1
            try:
                self._at.follow_line(line)
            except Exception as error:
                # The fold believes everything: only an event that is not ours can hurt it.
                raise InvalidSetup(f"version {line.v} cannot be folded: {error!r}") from error

    def _under_these_rules(self, entry: Opened) -> AnyLine:
        """Entry 1, as if it named this version; logs of the first need not name any."""
        line, (created, *others) = entry.line, entry.line.events
        if not isinstance(line.action, CreateGame) or not isinstance(created, GameCreated):
            raise InvalidSetup("the first entry does not create a game")
        secret = next((seal.data.secret for seal in entry.seals if seal.data.secret), None)
        if secret:
            salts = [seat.salt for seat in line.action.seats]
            self._chance = CommittedChance(bytes.fromhex(secret), salts)
        if self._version == version_of(created.rules):
            return line
        rules = rules_name(self._at.game.name, self._version)
        action = msgspec.structs.replace(line.action, rules=rules)
        events = (msgspec.structs.replace(created, rules=rules), *others)
        return msgspec.structs.replace(line, action=action, events=events)

    def _decided(self, line: AnyLine) -> Sequence[Fact]:
        if isinstance(line.action, TableAction):
            return decide_table_again(self._at, line)
        return decide(self._at.game, self._at.state, line.by, line.action, self._chance)

    def _decided_again(self, line: AnyLine) -> Iterator[Difference]:
        try:
            decided = self._decided(line)
        except ChanceUnknown:
            self.sealed += 1
        except (RuleViolation, InvalidSetup) as refusal:
            code = refusal.code if isinstance(refusal, RuleViolation) else "invalid_setup"
            yield Difference(line.v, None, _tag(line.action), code)
        except Exception as error:
            if self._is_whole:
                yield Difference(line.v, None, _tag(line.action), repr(error))
            else:
                self.sealed += 1
        else:
            yield from _compared(decided, line)


def _compared(decided: Sequence[Fact], line: AnyLine) -> Iterator[Difference]:
    for at, (ours, theirs) in enumerate(zip_longest(decided, line.events), 1):
        if ours != theirs and not (
            ours and theirs and agree_as_far_as_seen(ours, theirs, line.actor)
        ):
            yield Difference(line.v, at, _tag(theirs), _tag(ours))


def _tag(fact: Fact | None) -> str | None:
    return str(fact.__struct_config__.tag) if fact else None
