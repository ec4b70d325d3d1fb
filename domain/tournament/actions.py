"""What can be done in an event, and who may do it."""

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import UNSET, Meta, UnsetType, field

from domain.kernel.actions import GameId, Salt
from domain.kernel.seals import Fact
from domain.tournament.pairing.proposal import Proof, Status, Terms
from domain.tournament.pairing.question import Entrant, Table

Role: TypeAlias = Literal["organizer", "arbiter", "entrant", "service"]
Author: TypeAlias = Entrant | Literal["organizer", "arbiter", "service"]
"""Who writes an entry [B1]."""
Sha256: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]

ORGANIZER: tuple[Role, ...] = ("organizer",)
RULING: tuple[Role, ...] = ("organizer", "arbiter")
ANYBODY: tuple[Role, ...] = ("organizer", "arbiter", "entrant")
SERVICE: tuple[Role, ...] = ("service",)


class TournamentAction(Fact, frozen=True, omit_defaults=True):
    """Something that was wished in an event."""


class CreateTournament(TournamentAction, frozen=True, tag="create_tournament"):
    tournament: GameId
    """The id of the new event."""
    regulation: str
    """The exact text of regulation.json."""


class ChangeRegulation(TournamentAction, frozen=True, tag="change_regulation"):
    """Only before round 1."""

    regulation: str
    """The exact text of the new one."""
    reason: str
    """Why: 1 to 500 characters."""


class Register(TournamentAction, frozen=True, tag="register"):
    name_sha256: Sha256
    """Of the name with its salt, which stand beside the log; callers send `name` instead."""
    seed: int | None = None
    """1 is the strongest."""
    salt: Salt | None = None
    """The entrant's own part in the chance of the event."""
    club: str | None = None
    reason: str = ""
    """Needed once registration is closed."""


class Withdraw(TournamentAction, frozen=True, tag="withdraw"):
    """From the next pairing on."""

    entrant: Entrant
    reason: str = ""


class Return(TournamentAction, frozen=True, tag="return"):
    """From the next pairing on."""

    entrant: Entrant
    reason: str = ""


class Replace(TournamentAction, frozen=True, tag="replace"):
    """Another person plays on under the number, with its points and history."""

    entrant: Entrant
    reason: str
    """Why: 1 to 500 characters."""
    name_sha256: Sha256 | UnsetType = UNSET
    """Of the other person; callers send `name` instead."""


class EraseName(TournamentAction, frozen=True, tag="erase_name"):
    """Nobody can see the entrant's name any more; the log says so, and not which it was."""

    entrant: Entrant


class CheckIn(TournamentAction, frozen=True, tag="check_in"):
    entrant: Entrant
    round: int | None = None
    """Without it the next one that is to be paired, or the one that is paired but not begun."""


class MarkAbsent(TournamentAction, frozen=True, tag="mark_absent"):
    """For one round only."""

    entrant: Entrant
    round: int | None = None
    """Without it the next one that is to be paired, or the one that is paired but not begun."""
    reason: str = ""


class CloseRegistration(TournamentAction, frozen=True, tag="close_registration"):
    pass


class ForbidPair(TournamentAction, frozen=True, tag="forbid_pair"):
    """Two who never sit at one table; only before round 1."""

    entrants: tuple[Entrant, Entrant]
    reason: str
    """Why: 1 to 500 characters."""


class Penalize(TournamentAction, frozen=True, tag="penalize"):
    entrant: Entrant
    twelfths: int
    """Positive is taken away."""
    reason: str
    """Why: 1 to 500 characters."""


class PairRound(TournamentAction, frozen=True, tag="pair_round"):
    """Ask for the pairing of the next round."""

    pinned: tuple[Table, ...] = ()
    """Tables that are to be as they stand here, in turn order."""
    reason: str = ""
    """Needed if a table is pinned."""


class RepairRound(TournamentAction, frozen=True, tag="repair_round"):
    """Ask for a pairing of those present now that leaves as many tables as possible alone."""

    reason: str
    """Why: 1 to 500 characters."""


class PairByHand(TournamentAction, frozen=True, tag="pair_by_hand"):
    tables: tuple[Table, ...]
    """In turn order."""
    reason: str
    """Why: 1 to 500 characters."""
    byes: tuple[Entrant, ...] | None = None
    """Without them everybody present who sits at no table."""


class ProposePairing(TournamentAction, frozen=True, tag="propose_pairing", kw_only=True):
    """The worker's answer; everything in it is checked."""

    round: int
    tables: tuple[Table, ...]
    byes: tuple[Entrant, ...] = ()
    terms: Terms
    bound: dict[str, int] = field(default_factory=dict)
    proof: tuple[Proof, ...] = ()
    prices: dict[Entrant, int] = field(default_factory=dict)
    status: Status


class ReportFailure(TournamentAction, frozen=True, tag="report_failure"):
    """The worker found no legal pairing [C6]."""

    round: int
    because: tuple[str, ...]


class PlanSchedule(TournamentAction, frozen=True, tag="plan_schedule"):
    """All rounds of a stage of kind `schedule` at once [C5]."""

    rounds: tuple[tuple[Table, ...], ...]


class PublishRound(TournamentAction, frozen=True, tag="publish_round"):
    pass


class CommitDeal(TournamentAction, frozen=True, tag="commit_deal"):
    """The deal that all tables of this size will play."""

    round: int
    size: int
    commitment: Sha256


class StartRound(TournamentAction, frozen=True, tag="start_round"):
    pass


class OpenGame(TournamentAction, frozen=True, tag="open_game"):
    round: int
    table: int
    game: GameId
    commitment: Sha256


class ReadResult(TournamentAction, frozen=True, tag="result_read"):
    """What the log of a table's game says [A16]."""

    round: int
    table: int
    game: GameId
    version: int
    head: Sha256
    points: tuple[int, ...]
    places: tuple[int, ...]


class ConfirmResult(TournamentAction, frozen=True, tag="confirm_result"):
    """By somebody who sat at the table."""

    round: int
    table: int


class CorrectResult(TournamentAction, frozen=True, tag="correct_result"):
    """A typed result; only of the last round."""

    table: int
    places: tuple[int, ...]
    """In turn order. Equals share a place, and the next ones are left out: 1, 1, 3."""
    reason: str
    """Why: 1 to 500 characters."""
    ruling: str = ""
    """What it rests on."""
    points: tuple[int, ...] | None = None
    """In turn order; without them the game's."""
    round: int | None = None
    """Without it the last one that has begun."""


class CloseRound(TournamentAction, frozen=True, tag="close_round"):
    pass


class Finish(TournamentAction, frozen=True, tag="finish"):
    reason: str = ""
    """Needed if rounds are left."""


AnyTournamentAction: TypeAlias = (
    CreateTournament
    | ChangeRegulation
    | Register
    | Withdraw
    | Return
    | Replace
    | EraseName
    | CheckIn
    | MarkAbsent
    | CloseRegistration
    | ForbidPair
    | Penalize
    | PairRound
    | RepairRound
    | PairByHand
    | ProposePairing
    | ReportFailure
    | PlanSchedule
    | PublishRound
    | CommitDeal
    | StartRound
    | OpenGame
    | ReadResult
    | ConfirmResult
    | CorrectResult
    | CloseRound
    | Finish
)
TOURNAMENT_ACTIONS: tuple[type[TournamentAction], ...] = get_args(AnyTournamentAction)

WHO: dict[type[TournamentAction], tuple[Role, ...]] = {
    CreateTournament: ("organizer", "service"),
    Withdraw: ANYBODY,
    Return: RULING,
    CheckIn: ANYBODY,
    MarkAbsent: ANYBODY,
    Penalize: RULING,
    CorrectResult: RULING,
    ConfirmResult: ("entrant",),
    **dict.fromkeys(
        (ProposePairing, ReportFailure, PlanSchedule, CommitDeal, OpenGame, ReadResult), SERVICE
    ),
}
"""All others are the organizer's."""


def roles_for(action: TournamentAction) -> tuple[Role, ...]:
    """Who does such things."""
    return WHO.get(type(action), ORGANIZER)


def role_of(by: Author) -> Role:
    return "entrant" if isinstance(by, int) else by
