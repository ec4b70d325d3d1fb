"""An event folded up to a version, ready to decide the next action and to follow the next entry.

It is a cache of the log: everything in it comes from there and can be thrown away at any moment.
"""

from collections.abc import Sequence
from copy import copy, deepcopy

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.chance import CommittedChance, Lots, SealedChance
from domain.table.clock import not_before
from domain.tournament.actions import Author, CreateTournament, TournamentAction
from domain.tournament.decide import decide
from domain.tournament.events import RegistrationClosed, TournamentEvent
from domain.tournament.fold import follow
from domain.tournament.standings import Standings, standings
from domain.tournament.state import State
from replays.aggregate import DamagedLog
from replays.entry import FIRST_PREV, UNREADABLE, Entry, sha256
from replays.tournaments.entry import TournamentLine, read_line, secret_in, write_entry


class Decision(Struct, frozen=True):
    """An entry that may be appended, and the facts it would bring."""

    version: int
    at: str
    by: Author
    key: str | None
    action: TournamentAction
    entry: Entry
    events: Sequence[TournamentEvent]


class Tournament:
    def __init__(self, tournament_id: str, secret: bytes | None = None) -> None:
        self.tournament_id = tournament_id
        self.state = State()
        self.secret = secret
        """None for a reader who cannot open it."""
        self.created_at = self.updated_at = ""
        self.finished_at: str | None = None
        self.commitment = ""
        """The digest of the seal that holds the secret."""
        self.keys: dict[tuple[Author, str], tuple[int, int]] = {}
        """The first and last version that each author wrote with each idempotency key."""
        self.last_hash = FIRST_PREV
        self.chance = self._chance()

    @classmethod
    def create(
        cls,
        tournament_id: str,
        regulation: str,
        secret: bytes,
        at: str,
        by: Author = "organizer",
        key: str | None = None,
    ) -> tuple["Tournament", Decision]:
        """A new event, still without its entry 1, and the decision that brings it.

        `regulation` is the exact text of regulation.json; RuleViolation says what is wrong with it.
        """
        new = cls(tournament_id, secret)
        return new, new.decide(by, CreateTournament(tournament_id, regulation), at, key)

    @classmethod
    def begin(cls, tournament_id: str, first: Entry) -> "Tournament":
        """From entry 1 of a log."""
        try:
            begun = cls(tournament_id, secret_in(first))
        except (*UNREADABLE, ValueError) as error:
            raise DamagedLog(tournament_id, 1, str(error)) from error
        begun.follow(first)
        return begun

    @property
    def version(self) -> int:
        return self.state.version

    @property
    def over(self) -> bool:
        """Then everything is open to everybody."""
        return self.state.is_finished

    def decide(
        self,
        by: Author,
        action: TournamentAction,
        at: str,
        key: str | None = None,
        *,
        name: str | UnsetType = UNSET,
    ) -> Decision:
        """What would be appended; nothing changes. RuleViolation if the action is illegal."""
        at = not_before(at, self.updated_at)
        events = decide(self.state, by, action, self.chance)
        entry = write_entry(
            version=self.version + 1,
            at=at,
            by=by,
            key=key,
            action=action,
            events=events,
            prev=self.last_hash,
            name=name,
            secret=None if self.version else self.secret,
        )
        return Decision(self.version + 1, at, by, key, action, entry, events)

    def apply(self, decision: Decision) -> None:
        """The decision is in the log now."""
        follow(self.state, decision.action, decision.events)
        self._complete(decision.entry, decision.by, decision.key, decision.at, decision.events)

    def follow(self, entry: Entry) -> TournamentLine:
        """The next entry of the log; DamagedLog unless it continues the chain."""
        version = self.version + 1
        try:
            line = read_line(entry.line)
        except UNREADABLE as error:
            raise DamagedLog(self.tournament_id, version, str(error)) from error
        if (line.v, line.prev) != (version, self.last_hash):
            why = "it does not continue the hash chain"
            raise DamagedLog(self.tournament_id, version, why)
        if version == 1 and not isinstance(line.action, CreateTournament):
            raise DamagedLog(self.tournament_id, 1, "it does not create a tournament")
        try:
            follow(self.state, line.action, line.events)
        except Exception as error:
            # The fold believes everything, so only a fact that is not ours can hurt it.
            why = f"it cannot be folded ({error!r})"
            raise DamagedLog(self.tournament_id, version, why) from error
        self._complete(entry, line.by, line.key, line.at, line.events)
        return line

    def follow_all(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.follow(entry)

    def copy(self) -> "Tournament":
        """To try something on: what is done to it stays there."""
        twin = copy(self)
        twin.state, twin.keys = deepcopy(self.state), dict(self.keys)
        return twin

    def standings(self, after: int) -> Standings:
        """As they were settled after a round; KeyError if they were not."""
        return standings(self.state.settled[after].ledger, self.state.rules, self.chance)

    def _complete(
        self,
        entry: Entry,
        by: Author,
        key: str | None,
        at: str,
        events: Sequence[TournamentEvent],
    ) -> None:
        if self.version == 1:
            self.created_at = at
            self.commitment = sha256(entry.seals[0]) if entry.seals else ""
        if any(isinstance(event, RegistrationClosed) for event in events):
            self.chance = self._chance()
        self.updated_at = at
        if self.over and self.finished_at is None:
            self.finished_at = at
        self.last_hash = sha256(entry.line)
        if key is not None:
            first, _ = self.keys.get((by, key), (self.version, 0))
            self.keys[by, key] = (first, self.version)

    def _chance(self) -> Lots:
        """Keyed by the salts of those who were there when registration was closed [A9]."""
        if self.secret is None:
            return SealedChance()
        return CommittedChance(self.secret, self.state.salts or ())
