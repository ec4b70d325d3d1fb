"""What has happened around the board. Everybody sees all of it: nothing here is sealed."""

from typing import TypeAlias, get_args

from domain.kernel.clock import Clock, OnFlag
from domain.kernel.seals import Fact

LeftMs: TypeAlias = tuple[int | None, ...] | None


class TableEvent(Fact, frozen=True):
    """Its type begins with `table_`."""


class ClockSet(TableEvent, frozen=True, tag="table_clock_set"):
    clock: Clock


class Claimed(TableEvent, frozen=True, tag="table_claimed"):
    seat: int
    about: str
    text: str


class TakeBackAsked(TableEvent, frozen=True, tag="table_take_back_asked"):
    seat: int
    to: int
    asked: tuple[int, ...]
    """All other seats that are held by people."""


class TakeBackAnswered(TableEvent, frozen=True, tag="table_take_back_answered"):
    seat: int
    agree: bool


class TakenBack(TableEvent, frozen=True, tag="table_taken_back"):
    to: int
    over_hidden: bool
    """Whether something was uncovered since then."""
    reason: str | None
    claim: int | None
    left_ms: LeftMs


class Resigned(TableEvent, frozen=True, tag="table_resigned"):
    seat: int
    bot: str


class Noted(TableEvent, frozen=True, tag="table_noted"):
    text: str


class Warned(TableEvent, frozen=True, tag="table_warned"):
    seat: int
    reason: str


class Paused(TableEvent, frozen=True, tag="table_paused"):
    reason: str


class Resumed(TableEvent, frozen=True, tag="table_resumed"):
    reason: str
    left_ms: LeftMs


class StoodIn(TableEvent, frozen=True, tag="table_stood_in"):
    seat: int
    bot: str
    reason: str


class HandedOver(TableEvent, frozen=True, tag="table_handed_over"):
    seat: int
    name: str
    reason: str
    left_ms: LeftMs


class ResultCorrected(TableEvent, frozen=True, tag="table_result_corrected"):
    points: tuple[int, ...]
    places: tuple[int, ...]
    reason: str
    sections: tuple[str, ...]


class Adjudicated(TableEvent, frozen=True, tag="table_adjudicated"):
    places: tuple[int, ...]
    points: tuple[int, ...]
    """The game's own, as they stood."""
    reason: str


class Voided(TableEvent, frozen=True, tag="table_voided"):
    reason: str


class ClaimAnswered(TableEvent, frozen=True, tag="table_claim_answered"):
    claim: int
    upheld: bool
    reason: str
    sections: tuple[str, ...]


class Flagged(TableEvent, frozen=True, tag="table_flagged"):
    seat: int
    on_flag: OnFlag
    bot: str | None
    """Who plays on; nobody if the game pauses."""


AnyTableEvent: TypeAlias = (
    ClockSet
    | Claimed
    | TakeBackAsked
    | TakeBackAnswered
    | TakenBack
    | Resigned
    | Noted
    | Warned
    | Paused
    | Resumed
    | StoodIn
    | HandedOver
    | ResultCorrected
    | Adjudicated
    | Voided
    | ClaimAnswered
    | Flagged
)
TABLE_EVENTS: tuple[type[TableEvent], ...] = get_args(AnyTableEvent)
