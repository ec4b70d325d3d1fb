"""What is done in an event: by whoever runs it, by arbiters and entrants. Send one with
`Tournament.act`, several that are accepted all or none with `act_all`.

A `reason` is 1 to 500 characters.
"""

from msgspec import Struct


class Register(Struct, frozen=True, tag="register", omit_defaults=True):
    """The answer has the entrant's `token`, once."""

    name: str
    """Of the entrant; it stands beside the log and can be erased."""
    seed: int | None = None
    """1 is the strongest."""
    salt: str | None = None
    """The entrant's own part in the chance of the event."""
    club: str | None = None
    """Where the entrant comes from; it has no effect on pairing."""
    bot: str | None = None
    """Which bot plays for the entrant; none: a person."""
    reason: str = ""
    """Needed once registration is closed."""


class Replace(Struct, frozen=True, tag="replace", omit_defaults=True):
    """Another person plays on under the number; the answer has the new `token`, once."""

    entrant: int
    """Under which number."""
    name: str
    """Of whoever plays on."""
    reason: str
    """Why."""
    bot: str | None = None
    """Which bot plays, if it is no person."""


class ChangeRegulation(Struct, frozen=True, tag="change_regulation", omit_defaults=True):
    """Only before the first round."""

    regulation: str
    """The new one as JSON: its exact text counts."""
    reason: str
    """Why."""


class Withdraw(Struct, frozen=True, tag="withdraw", omit_defaults=True):
    """From the next pairing on."""

    entrant: int
    """Who leaves."""
    reason: str = ""
    """Why."""


class Return(Struct, frozen=True, tag="return", omit_defaults=True):
    """From the next pairing on."""

    entrant: int
    """Who comes back."""
    reason: str = ""
    """Why."""


class EraseName(Struct, frozen=True, tag="erase_name", omit_defaults=True):
    entrant: int
    """Whose name nobody shall see any more."""


class CheckIn(Struct, frozen=True, tag="check_in", omit_defaults=True):
    """As soon as one is checked in for a round, only those who are checked in are paired."""

    entrant: int
    """Who is here."""
    round: int | None = None
    """Without it the next one that is to be paired, or the one that is paired but not begun."""


class MarkAbsent(Struct, frozen=True, tag="mark_absent", omit_defaults=True):
    """For one round only."""

    entrant: int
    """Who is not here."""
    round: int | None = None
    """Without it the next one that is to be paired, or the one that is paired but not begun."""
    reason: str = ""
    """Why."""


class CloseRegistration(Struct, frozen=True, tag="close_registration"):
    """Whoever comes after that is a late entry with a reason."""


class ForbidPair(Struct, frozen=True, tag="forbid_pair"):
    """Only before the first round."""

    entrants: tuple[int, int]
    """Two who never sit at one table."""
    reason: str
    """Why."""


class Penalize(Struct, frozen=True, tag="penalize"):
    entrant: int
    """Who."""
    twelfths: int
    """Of a point; positive is taken away."""
    reason: str
    """Why."""


class PairRound(Struct, frozen=True, tag="pair_round", omit_defaults=True):
    """Asks for the pairing of the next round: a worker answers, and the phase becomes `paired`,
    or `failed` if there is no legal one."""

    pinned: list[list[int]] = []
    """Tables that are to be as they stand here, in turn order."""
    reason: str = ""
    """Needed if a table is pinned."""


class RepairRound(Struct, frozen=True, tag="repair_round"):
    """Asks for a pairing of those present now that leaves as many tables as possible alone."""

    reason: str
    """Why."""


class PairByHand(Struct, frozen=True, tag="pair_by_hand", omit_defaults=True):
    tables: list[list[int]]
    """Entrants in turn order."""
    reason: str
    """Why."""
    byes: list[int] | None = None
    """Without them everybody present who sits at no table."""


class PublishRound(Struct, frozen=True, tag="publish_round"):
    """Everybody may know who sits where."""


class StartRound(Struct, frozen=True, tag="start_round"):
    """A worker opens a game per table."""


class ConfirmResult(Struct, frozen=True, tag="confirm_result"):
    """By somebody who sat at the table."""

    round: int
    """Counted from 1 through all stages."""
    table: int
    """Counted from 1."""


class CorrectResult(Struct, frozen=True, tag="correct_result", omit_defaults=True):
    """A typed result; only of the last round."""

    table: int
    """Counted from 1."""
    places: list[int]
    """In turn order. Equals share a place, and the next ones are left out: 1, 1, 3."""
    reason: str
    """Why."""
    ruling: str = ""
    """What it rests on."""
    points: list[int] | None = None
    """In turn order; without them the game's."""
    round: int | None = None
    """Without it the last one that has begun."""


class CloseRound(Struct, frozen=True, tag="close_round"):
    """All results count: there are new standings."""


class Finish(Struct, frozen=True, tag="finish", omit_defaults=True):
    """The secret of the event opens."""

    reason: str = ""
    """Needed if rounds are left."""


TournamentAction = (
    Register
    | Replace
    | ChangeRegulation
    | Withdraw
    | Return
    | EraseName
    | CheckIn
    | MarkAbsent
    | CloseRegistration
    | ForbidPair
    | Penalize
    | PairRound
    | RepairRound
    | PairByHand
    | PublishRound
    | StartRound
    | ConfirmResult
    | CorrectResult
    | CloseRound
    | Finish
)


class ByHand(Struct, frozen=True, omit_defaults=True):
    """Tables that somebody would like instead."""

    tables: list[list[int]]
    """Entrants in turn order."""
    byes: list[int] | None = None
    """Without them everybody present who sits at no table."""
