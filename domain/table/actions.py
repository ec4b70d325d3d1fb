"""What can be done around the board, and who may do it."""

from typing import Literal, TypeAlias, get_args

from domain.kernel.seals import Fact

PREFIX = "table_"
"""No game has a type that begins so."""
Role: TypeAlias = Literal["seat", "arbiter", "service"]


class TableAction(Fact, frozen=True, omit_defaults=True):
    """Its type begins with `table_`."""


class SeatAction(TableAction, frozen=True):
    """Done with a seat's token."""


class Ruling(TableAction, frozen=True):
    """Done with the key of an arbiter or of the organizer."""


class Claim(SeatAction, frozen=True, tag="table_claim"):
    """Call the arbiter to a moment."""

    about: str
    """The moment, like `17.3`, or `17` for the whole of version 17."""
    text: str
    """What is wrong, in the player's words: 1 to 500 characters."""


class AskTakeBack(SeatAction, frozen=True, tag="table_ask_take_back"):
    """Ask all other people at the table to go back."""

    to: int
    """The version after which the game would go on."""


class AnswerTakeBack(SeatAction, frozen=True, tag="table_answer_take_back"):
    agree: bool
    """The last one who agrees takes the game back; one `false` ends the request."""


class Resign(SeatAction, frozen=True, tag="table_resign"):
    """Leave the game: a bot plays on, and the seat ranks behind all who stayed."""


class Note(Ruling, frozen=True, tag="table_note"):
    text: str
    """For the record: 1 to 500 characters."""


class Warn(Ruling, frozen=True, tag="table_warn"):
    seat: int
    """Who is warned."""
    reason: str
    """Why: 1 to 500 characters."""


class Pause(Ruling, frozen=True, tag="table_pause"):
    reason: str
    """Why: 1 to 500 characters."""


class Resume(Ruling, frozen=True, tag="table_resume"):
    reason: str
    """Why: 1 to 500 characters."""
    left_ms: tuple[int | None, ...] | None = None
    """By seat: what is left on the clock from now on, or null to leave it as it is."""


class TakeBack(Ruling, frozen=True, tag="table_take_back"):
    to: int
    """The version after which the game goes on."""
    reason: str
    """Why: 1 to 500 characters."""
    claim: int | None = None
    """The claim that it answers to, if any; that stays open until it is answered itself."""
    left_ms: tuple[int | None, ...] | None = None
    """By seat: what is left on the clock from now on, or null to leave it as it is."""


class StandIn(Ruling, frozen=True, tag="table_stand_in"):
    seat: int
    """Whose place the bot takes."""
    bot: str
    """A name of `bots` in `GET /rules`."""
    reason: str
    """Why: 1 to 500 characters."""


class HandOver(Ruling, frozen=True, tag="table_hand_over"):
    seat: int
    """Which seat another person takes."""
    name: str
    """Of that person."""
    reason: str
    """Why: 1 to 500 characters."""
    left_ms: tuple[int | None, ...] | None = None
    """By seat: what is left on the clock from now on, or null to leave it as it is."""


class CorrectResult(Ruling, frozen=True, tag="table_correct_result"):
    points: tuple[int, ...]
    """By seat."""
    reason: str
    """Why: 1 to 500 characters."""
    sections: tuple[str, ...]
    """Of the rules, at most 20."""
    places: tuple[int, ...] | None = None
    """By seat; without them they follow from the points."""


class Adjudicate(Ruling, frozen=True, tag="table_adjudicate"):
    places: tuple[int, ...]
    """By seat. Equals share a place, and the next ones are left out: 1, 1, 3."""
    reason: str
    """Why: 1 to 500 characters."""


class Void(Ruling, frozen=True, tag="table_void"):
    reason: str
    """Why: 1 to 500 characters."""


class AnswerClaim(Ruling, frozen=True, tag="table_answer_claim"):
    claim: int
    """Its number: the version of its entry."""
    upheld: bool
    """Whether whoever claimed was right."""
    reason: str
    """Why: 1 to 500 characters."""
    sections: tuple[str, ...]
    """Of the rules, at most 20."""


class Flag(TableAction, frozen=True, tag="table_flag"):
    """A clock ran out; only the service says so."""

    seat: int
    """Whose clock it was."""


AnyTableAction: TypeAlias = (
    Claim
    | AskTakeBack
    | AnswerTakeBack
    | Resign
    | Note
    | Warn
    | Pause
    | Resume
    | TakeBack
    | StandIn
    | HandOver
    | CorrectResult
    | Adjudicate
    | Void
    | AnswerClaim
    | Flag
)
TABLE_ACTIONS: tuple[type[TableAction], ...] = get_args(AnyTableAction)
STILL_LEGAL = (Claim, Note, Warn, AnswerClaim, CorrectResult, Void)
"""After the end of the game."""


def role_for(action: TableAction) -> Role:
    """Who does such things."""
    if isinstance(action, SeatAction):
        return "seat"
    return "arbiter" if isinstance(action, Ruling) else "service"
