"""What follows from a table action, or which rule says no: first the door, then [B5], then [B6]."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from domain.kernel.actions import By
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact, Seat
from domain.table import actions as a
from domain.table import clock
from domain.table import events as e
from domain.table.result import are_places, by_points, ranked
from domain.table.state import Table
from domain.table.take_backs import crosses_hidden, is_back, is_on_line

LONGEST_TEXT = 500
LONGEST_SECTION = 80
MOST_SECTIONS = 20
LONGEST_NAME = 40
MOST_CLAIMS = 3
"""Open ones per seat."""
MOST_LEFT = 10**12
"""Milliseconds."""
MOST_POINTS = 99_999
"""Either way; far above any game."""
WHO = {"arbiter": "arbiter_needed", "seat": "seat_forbidden", "service": "service_only"}


class GameNow(Struct, frozen=True):
    """What the table needs to know of the game that is played on it."""

    phase: str
    points: tuple[int, ...]
    awaited: tuple[Seat, ...]
    bots: Sequence[str]
    """Who can stand in; the first plays on for whoever resigns or runs out of time."""


Decided = list[Fact]


def decide(table: Table, game: GameNow, by: By, action: a.TableAction, at_ms: int) -> Decided:
    """The events of a table action; `at_ms` is the time of the entry, where there is a clock."""
    check_role(by, action)
    _check_standing(table, game.phase, by, action)
    _check_texts(action)
    left_ms = getattr(action, "left_ms", None)
    if left_ms is not None and table.clock:
        _check_left(left_ms, len(table.seats))
    events = _deciders[type(action)](table, game, by, action, at_ms)
    if left_ms is not None and table.clock is None:
        raise RuleViolation("no_clock")
    return events


def check_role(by: By, action: a.TableAction) -> None:
    """At the door: who does such things at all."""
    role = a.role_for(action)
    if role != ("seat" if isinstance(by, int) else by):
        raise RuleViolation(WHO[role])


def check_game_action(table: Table, phase: str, by: By, at_ms: Callable[[], int]) -> None:
    """Whether anything may be done on the board now; the game says the rest."""
    if table.is_ended(phase):
        raise RuleViolation("game_ended")
    if table.is_paused:
        raise RuleViolation("table_paused")
    if table.clock and isinstance(by, int) and clock.is_over(table, by, at_ms()):
        raise RuleViolation("clock_over", seat=by)


def check_person(table: Table, phase: str, seat: Seat, action: Fact) -> None:
    """Whether whoever holds the token of a seat may act for it: not while a bot plays it.

    Only for what comes with a token: a bot acts for its seat, too.
    """
    if isinstance(action, a.Claim) or table.is_ended(phase) or table.is_paused:
        return
    if table.seats[seat].bot is not None:
        raise RuleViolation("seat_stood_in", seat=seat)


def _check_standing(table: Table, phase: str, by: By, action: a.TableAction) -> None:
    if table.is_ended(phase):
        is_late = table.is_void and isinstance(action, a.CorrectResult | a.Void)
        if is_late or not isinstance(action, a.STILL_LEGAL):
            raise RuleViolation("game_ended")
    if table.is_paused and by != "arbiter" and not isinstance(action, a.Claim):
        raise RuleViolation("table_paused")
    if isinstance(by, int):
        check_person(table, phase, by, action)


def _check_texts(action: a.TableAction) -> None:
    for field in ("text", "reason"):
        if not _is_text(getattr(action, field, None), LONGEST_TEXT):
            raise RuleViolation("text_invalid", field=field, most=LONGEST_TEXT)
    if not _is_text(getattr(action, "name", None), LONGEST_NAME):
        raise RuleViolation("text_invalid", field="name", most=LONGEST_NAME)
    sections = getattr(action, "sections", ())
    if len(sections) > MOST_SECTIONS or not all(1 <= len(s) <= LONGEST_SECTION for s in sections):
        raise RuleViolation("text_invalid", field="sections", most=LONGEST_SECTION)


def _is_text(text: str | None, longest: int) -> bool:
    """Something is there to be read, and not too much of it; or nothing is asked for."""
    return text is None or (len(text) <= longest and not text.isspace() and text != "")


def _check_left(left_ms: Sequence[int | None], seats: int) -> None:
    within = all(left is None or 0 <= left <= MOST_LEFT for left in left_ms)
    if len(left_ms) != seats or not within:
        raise RuleViolation("left_ms_invalid", seats=seats)


def _seat(table: Table, seat: Seat) -> Seat:
    if not table.is_seat(seat):
        raise RuleViolation("seat_unknown", seat=seat, last=len(table.seats) - 1)
    return seat


def _claim(table: Table, _: GameNow, by: Seat, action: a.Claim, __: int) -> Decided:
    if not _is_moment(table, action.about):
        raise RuleViolation("moment_unknown", about=action.about[:LONGEST_SECTION])
    if sum(claim.is_open and claim.seat == by for claim in table.claims) >= MOST_CLAIMS:
        raise RuleViolation("claims_open", most=MOST_CLAIMS)
    return [e.Claimed(by, action.about, action.text)]


def _is_moment(table: Table, about: str) -> bool:
    """`17`, or `17.3`, where 0 is before the first event of version 17."""
    version, dot, event = about.partition(".")
    numbers = (version, event) if dot else (version,)
    if not all(n.isascii() and n.isdecimal() and len(n) <= 12 for n in numbers):
        return False
    if not table.has_entry(int(version)):
        return False
    return not dot or int(event) <= table.event_counts[int(version) - 1]


def _ask_take_back(table: Table, _: GameNow, by: Seat, action: a.AskTakeBack, __: int) -> Decided:
    if table.request:
        raise RuleViolation("take_back_open", seat=table.request.seat, to=table.request.to)
    if not is_back(table, action.to) or not is_on_line(table, action.to):
        raise RuleViolation("take_back_unknown", to=action.to)
    if crosses_hidden(table, action.to):
        raise RuleViolation("take_back_over_hidden", to=action.to)
    asked = tuple(seat for seat, held in enumerate(table.seats) if seat != by and held.bot is None)
    events: Decided = [e.TakeBackAsked(by, action.to, asked)]
    return events if asked else [*events, _agreed(action.to)]


def _agreed(to: int) -> e.TakenBack:
    return e.TakenBack(to, over_hidden=False, reason=None, claim=None, left_ms=None)


def _answer_take_back(
    table: Table, _: GameNow, by: Seat, action: a.AnswerTakeBack, __: int
) -> Decided:
    request = table.request
    if request is None or by not in (request.seat, *request.asked):
        raise RuleViolation("take_back_not_asked", seat=by)
    withdraws = by == request.seat and not action.agree
    if by not in request.waiting and not withdraws:
        raise RuleViolation("already_answered", seat=by)
    events: Decided = [e.TakeBackAnswered(by, action.agree)]
    return [*events, _agreed(request.to)] if action.agree and request.waiting == [by] else events


def _resign(_: Table, game: GameNow, by: Seat, __: a.Resign, ___: int) -> Decided:
    return [e.Resigned(by, game.bots[0])]


def _note(_: Table, __: GameNow, ___: By, action: a.Note, ____: int) -> Decided:
    return [e.Noted(action.text)]


def _warn(table: Table, _: GameNow, __: By, action: a.Warn, ___: int) -> Decided:
    return [e.Warned(_seat(table, action.seat), action.reason)]


def _pause(table: Table, _: GameNow, __: By, action: a.Pause, ___: int) -> Decided:
    if table.is_paused:
        raise RuleViolation("already_paused")
    return [e.Paused(action.reason)]


def _resume(table: Table, game: GameNow, _: By, action: a.Resume, __: int) -> Decided:
    if not table.is_paused:
        raise RuleViolation("not_paused")
    if table.clock:
        left = clock.with_set(table.left_ms, action.left_ms)
        for seat in game.awaited:
            if table.seats[seat].bot is None and left[seat] <= 0:
                raise RuleViolation("clock_over", seat=seat)
    return [e.Resumed(action.reason, action.left_ms)]


def _take_back(table: Table, _: GameNow, __: By, action: a.TakeBack, ___: int) -> Decided:
    if not is_back(table, action.to):
        raise RuleViolation("take_back_unknown", to=action.to)
    if action.claim is not None and table.claim(action.claim) is None:
        raise RuleViolation("claim_unknown", claim=action.claim)
    over_hidden = crosses_hidden(table, action.to)
    return [e.TakenBack(action.to, over_hidden, action.reason, action.claim, action.left_ms)]


def _stand_in(table: Table, game: GameNow, _: By, action: a.StandIn, __: int) -> Decided:
    seat = _seat(table, action.seat)
    if action.bot not in game.bots:
        raise RuleViolation("bot_unknown", bot=action.bot[:LONGEST_SECTION])
    return [e.StoodIn(seat, action.bot, action.reason)]


def _hand_over(table: Table, _: GameNow, __: By, action: a.HandOver, at_ms: int) -> Decided:
    seat = _seat(table, action.seat)
    if table.clock and _left_then(table, seat, action.left_ms, at_ms) <= 0:
        raise RuleViolation("clock_over", seat=seat)
    return [e.HandedOver(seat, action.name, action.reason, action.left_ms)]


def _left_then(table: Table, seat: Seat, wanted: e.LeftMs, at_ms: int) -> int:
    wished = wanted[seat] if wanted else None
    return clock.left_at(table, seat, at_ms) if wished is None else wished


def _correct_result(
    table: Table, game: GameNow, _: By, action: a.CorrectResult, __: int
) -> Decided:
    if not table.is_ended(game.phase):
        raise RuleViolation("game_not_over")
    seats, places = len(table.seats), action.places
    within = len(action.points) == seats and all(abs(p) <= MOST_POINTS for p in action.points)
    if not within or (places is not None and not are_places(places, seats)):
        raise RuleViolation("places_invalid", seats=seats)
    named = ranked(table, by_points(action.points)) if places is None else places
    return [e.ResultCorrected(action.points, named, action.reason, action.sections)]


def _adjudicate(table: Table, game: GameNow, _: By, action: a.Adjudicate, __: int) -> Decided:
    if not are_places(action.places, len(table.seats)):
        raise RuleViolation("places_invalid", seats=len(table.seats))
    return [e.Adjudicated(action.places, game.points, action.reason)]


def _void(_: Table, __: GameNow, ___: By, action: a.Void, ____: int) -> Decided:
    return [e.Voided(action.reason)]


def _answer_claim(table: Table, _: GameNow, __: By, action: a.AnswerClaim, ___: int) -> Decided:
    claim = table.claim(action.claim)
    if claim is None or not claim.is_open:
        raise RuleViolation("claim_unknown", claim=action.claim)
    return [e.ClaimAnswered(action.claim, action.upheld, action.reason, action.sections)]


def _flag(table: Table, game: GameNow, _: By, action: a.Flag, at_ms: int) -> Decided:
    seat = _seat(table, action.seat)
    if table.clock is None or not clock.is_over(table, seat, at_ms):
        raise RuleViolation("clock_not_over", seat=seat)
    on_flag = table.clock.on_flag
    return [e.Flagged(seat, on_flag, None if on_flag == "arbiter" else game.bots[0])]


_deciders: dict[type[a.TableAction], Callable[[Table, GameNow, Any, Any, int], Decided]] = {
    a.Claim: _claim,
    a.AskTakeBack: _ask_take_back,
    a.AnswerTakeBack: _answer_take_back,
    a.Resign: _resign,
    a.Note: _note,
    a.Warn: _warn,
    a.Pause: _pause,
    a.Resume: _resume,
    a.TakeBack: _take_back,
    a.StandIn: _stand_in,
    a.HandOver: _hand_over,
    a.CorrectResult: _correct_result,
    a.Adjudicate: _adjudicate,
    a.Void: _void,
    a.AnswerClaim: _answer_claim,
    a.Flag: _flag,
}
