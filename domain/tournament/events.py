"""What has happened in an event. Shapes as in [B2], [B4]; others check them from outside.

A tag, once written, is never renamed or reused; a new field gets a default.
"""

from typing import Literal, TypeAlias, get_args

from msgspec import UNSET, UnsetType

from domain.kernel.seals import Fact
from domain.tournament.pairing.proposal import Proof, Status, Terms
from domain.tournament.pairing.question import Entrant, Table

Reason: TypeAlias = str | UnsetType


class TournamentEvent(Fact, frozen=True):
    """Something that happened in an event."""


class TournamentCreated(TournamentEvent, frozen=True, tag="tournament_created"):
    tournament: str
    """Its id."""
    regulation: str
    """SHA-256 of the exact bytes of regulation.json."""
    title: str


class RegulationChanged(TournamentEvent, frozen=True, tag="regulation_changed"):
    regulation: str
    reason: str


class Registered(TournamentEvent, frozen=True, tag="registered"):
    entrant: Entrant
    name_sha256: str
    """Of `{"salt":"<32 hex>","name":"…"}`, which stands beside the log."""
    seed: int | None
    salt: str | None
    club: str | None
    late: Literal[True] | UnsetType = UNSET
    """Only if registration was closed already [C7]."""
    reason: Reason = UNSET


class RegistrationClosed(TournamentEvent, frozen=True, tag="registration_closed"):
    pass


class CheckedIn(TournamentEvent, frozen=True, tag="checked_in"):
    entrant: Entrant
    round: int


class AbsentMarked(TournamentEvent, frozen=True, tag="absent_marked"):
    entrant: Entrant
    round: int
    reason: str


class Withdrawn(TournamentEvent, frozen=True, tag="withdrawn"):
    entrant: Entrant
    reason: str


class Returned(TournamentEvent, frozen=True, tag="returned"):
    entrant: Entrant
    reason: str


class Replaced(TournamentEvent, frozen=True, tag="replaced"):
    entrant: Entrant
    """The number keeps points and history."""
    reason: str
    name_sha256: str | UnsetType = UNSET
    """Of whoever plays under the number from now on."""


class NameErased(TournamentEvent, frozen=True, tag="name_erased"):
    entrant: Entrant


class PairForbidden(TournamentEvent, frozen=True, tag="pair_forbidden"):
    entrants: tuple[Entrant, Entrant]
    reason: str


class PenaltyGiven(TournamentEvent, frozen=True, tag="penalty_given"):
    entrant: Entrant
    twelfths: int
    """Positive is taken away."""
    reason: str


class PairingAsked(TournamentEvent, frozen=True, tag="pairing_asked"):
    """The worker is to pair the round, or to repair its pairing."""

    round: int
    repair: Literal[True] | UnsetType = UNSET
    pinned: tuple[Table, ...] | UnsetType = UNSET
    reason: Reason = UNSET


class SchedulePlanned(TournamentEvent, frozen=True, tag="schedule_planned"):
    rounds: tuple[tuple[Table, ...], ...]


class RoundPaired(TournamentEvent, frozen=True, tag="round_paired", kw_only=True):
    round: int
    tables: tuple[Table, ...]
    """Entrants in turn order; tables count from 1 in this order."""
    byes: tuple[Entrant, ...]
    terms: Terms
    bound: dict[str, int]
    proof: tuple[Proof, ...]
    prices: dict[Entrant, int]
    status: Status
    pinned: tuple[Table, ...] | UnsetType = UNSET
    reason: Reason = UNSET
    """Of a pairing by hand or a repair [B7], or of pinned tables [B8]."""


class PairingFailed(TournamentEvent, frozen=True, tag="pairing_failed"):
    round: int
    because: tuple[str, ...]


class RoundPublished(TournamentEvent, frozen=True, tag="round_published"):
    round: int


class DealCommitted(TournamentEvent, frozen=True, tag="deal_committed"):
    round: int
    size: int
    commitment: str


class RoundStarted(TournamentEvent, frozen=True, tag="round_started"):
    round: int


class GameOpened(TournamentEvent, frozen=True, tag="game_opened"):
    round: int
    table: int
    game: str
    commitment: str
    """The digest of the game's secret, in entry 1 of its log [B3]."""


class ResultRead(TournamentEvent, frozen=True, tag="result_read"):
    round: int
    table: int
    game: str
    version: int
    """Of the game's last entry when it was read [A16]."""
    head: str
    """SHA-256 of the bytes of that line."""
    points: tuple[int, ...]
    """In turn order; empty if the game is void."""
    places: tuple[int, ...]


class ResultConfirmed(TournamentEvent, frozen=True, tag="result_confirmed"):
    round: int
    table: int
    entrant: Entrant


class ResultCorrected(TournamentEvent, frozen=True, tag="result_corrected"):
    round: int
    table: int
    places: tuple[int, ...]
    points: tuple[int, ...]
    """The game's, if they were not changed."""
    reason: str
    ruling: Reason = UNSET
    """What it rests on, in the arbiter's words."""


class RoundClosed(TournamentEvent, frozen=True, tag="round_closed"):
    round: int


class StandingsSettled(TournamentEvent, frozen=True, tag="standings_settled"):
    after: int
    order: tuple[Entrant, ...]
    """Everybody registered so far, the best first."""
    twelfths: dict[Entrant, int]


class TournamentFinished(TournamentEvent, frozen=True, tag="tournament_finished"):
    reason: Reason = UNSET
    """Only if rounds were left."""


AnyTournamentEvent: TypeAlias = (
    TournamentCreated
    | RegulationChanged
    | Registered
    | RegistrationClosed
    | CheckedIn
    | AbsentMarked
    | Withdrawn
    | Returned
    | Replaced
    | NameErased
    | PairForbidden
    | PenaltyGiven
    | PairingAsked
    | SchedulePlanned
    | RoundPaired
    | PairingFailed
    | RoundPublished
    | DealCommitted
    | RoundStarted
    | GameOpened
    | ResultRead
    | ResultConfirmed
    | ResultCorrected
    | RoundClosed
    | StandingsSettled
    | TournamentFinished
)
TOURNAMENT_EVENTS: tuple[type[TournamentEvent], ...] = get_args(AnyTournamentEvent)
