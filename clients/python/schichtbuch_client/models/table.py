"""What is done around the board: by seats, and by arbiters. Send one with `Game.act`."""

from msgspec import Struct


class Claim(Struct, frozen=True, tag="table_claim", omit_defaults=True):
    """Call the arbiter to a moment."""

    about: str
    """The moment, like `17.3`, or `17` for the whole of version 17."""
    text: str
    """What is wrong, in the player's words: 1 to 500 characters."""


class AskTakeBack(Struct, frozen=True, tag="table_ask_take_back", omit_defaults=True):
    """Ask all other people at the table to go back."""

    to: int
    """The version after which the game would go on."""


class AnswerTakeBack(Struct, frozen=True, tag="table_answer_take_back", omit_defaults=True):
    agree: bool
    """The last one who agrees takes the game back; one `false` ends the request."""


class Resign(Struct, frozen=True, tag="table_resign", omit_defaults=True):
    """Leave the game: a bot plays on, and the seat ranks behind all who stayed."""


class Note(Struct, frozen=True, tag="table_note", omit_defaults=True):
    text: str
    """For the record: 1 to 500 characters."""


class Warn(Struct, frozen=True, tag="table_warn", omit_defaults=True):
    seat: int
    """Who is warned."""
    reason: str
    """Why: 1 to 500 characters."""


class Pause(Struct, frozen=True, tag="table_pause", omit_defaults=True):
    reason: str
    """Why: 1 to 500 characters."""


class Resume(Struct, frozen=True, tag="table_resume", omit_defaults=True):
    reason: str
    """Why: 1 to 500 characters."""
    left_ms: list[int | None] | None = None
    """By seat: what is left on the clock from now on, or null to leave it as it is."""


class TakeBack(Struct, frozen=True, tag="table_take_back", omit_defaults=True):
    to: int
    """The version after which the game goes on."""
    reason: str
    """Why: 1 to 500 characters."""
    claim: int | None = None
    """The claim that it answers to, if any; that stays open until it is answered itself."""
    left_ms: list[int | None] | None = None
    """By seat: what is left on the clock from now on, or null to leave it as it is."""


class StandIn(Struct, frozen=True, tag="table_stand_in", omit_defaults=True):
    seat: int
    """Whose place the bot takes."""
    bot: str
    """A name of `bots` in `GET /rules`."""
    reason: str
    """Why: 1 to 500 characters."""


class HandOver(Struct, frozen=True, tag="table_hand_over", omit_defaults=True):
    seat: int
    """Which seat another person takes."""
    name: str
    """Of that person."""
    reason: str
    """Why: 1 to 500 characters."""
    left_ms: list[int | None] | None = None
    """By seat: what is left on the clock from now on, or null to leave it as it is."""


class CorrectResult(Struct, frozen=True, tag="table_correct_result", omit_defaults=True):
    points: list[int]
    """By seat."""
    reason: str
    """Why: 1 to 500 characters."""
    sections: list[str]
    """Of the rules, at most 20."""
    places: list[int] | None = None
    """By seat; without them they follow from the points."""


class Adjudicate(Struct, frozen=True, tag="table_adjudicate", omit_defaults=True):
    places: list[int]
    """By seat. Equals share a place, and the next ones are left out: 1, 1, 3."""
    reason: str
    """Why: 1 to 500 characters."""


class Void(Struct, frozen=True, tag="table_void", omit_defaults=True):
    reason: str
    """Why: 1 to 500 characters."""


class AnswerClaim(Struct, frozen=True, tag="table_answer_claim", omit_defaults=True):
    claim: int
    """Its number: the version of its entry."""
    upheld: bool
    """Whether whoever claimed was right."""
    reason: str
    """Why: 1 to 500 characters."""
    sections: list[str]
    """Of the rules, at most 20."""


TableAction = (
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
)
