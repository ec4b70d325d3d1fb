"""The shapes of RULES.md, part B: lines, actions, events, values, codes."""

import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.bots import stand_ins
from domain.gluck_auf import GLUCK_AUF
from domain.kernel.actions import By, SeatSetup
from domain.kernel.clock import Clock, check_clock
from domain.kernel.errors import InvalidSetup
from domain.table import actions as a
from domain.table import events as e
from domain.table.line_of_play import line_of_play
from replays.record import Record
from tests.domain.table.paper_game import PaperGame, at, per_game


def record(clock: Clock | None = None) -> Record:
    return Record.create(
        GLUCK_AUF,
        game_id="shapes",
        seats=[SeatSetup("Anna"), SeatSetup("Bruno"), SeatSetup("Clara", "random")],
        secret=bytes(32),
        names_salt="00" * 16,
        at=at(0),
        clock=clock,
    )


def last_line(made: Record) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(made.entries[-1].line)
    return line


def test_b1_name_follows_by_in_entries_of_arbiters_only() -> None:
    made = record()
    made.rule(a.Note("so it was"), at(1), "Ria", key="k")
    line = last_line(made)
    assert list(line) == ["v", "at", "by", "name", "key", "action", "events", "seals", "prev"]
    assert (line["by"], line["name"], line["key"]) == ("arbiter", "Ria", "k")
    made.rule(a.Note("so it was"), at(1))
    assert last_line(made)["name"] == "organizer"
    made.act(0, a.Claim("1", "Look!"), at(1))
    assert list(last_line(made)) == ["v", "at", "by", "key", "action", "events", "seals", "prev"]


def test_b1_table_facts_have_no_seals() -> None:
    made = record()
    made.act(0, a.Claim("1", "Look!"), at(1))
    made.rule(a.Warn(0, "noise"), at(1))
    assert [entry.seals for entry in made.entries[1:]] == [(), ()]


ACTIONS: dict[str, a.TableAction] = {
    '{"type":"table_claim","about":"17.3","text":"x"}': a.Claim("17.3", "x"),
    '{"type":"table_ask_take_back","to":16}': a.AskTakeBack(16),
    '{"type":"table_answer_take_back","agree":true}': a.AnswerTakeBack(True),
    '{"type":"table_resign"}': a.Resign(),
    '{"type":"table_note","text":"x"}': a.Note("x"),
    '{"type":"table_warn","seat":1,"reason":"r"}': a.Warn(1, "r"),
    '{"type":"table_pause","reason":"r"}': a.Pause("r"),
    '{"type":"table_resume","reason":"r"}': a.Resume("r"),
    '{"type":"table_resume","reason":"r","left_ms":[5,null]}': a.Resume("r", (5, None)),
    '{"type":"table_take_back","to":16,"reason":"r"}': a.TakeBack(16, "r"),
    '{"type":"table_take_back","to":16,"reason":"r","claim":3,"left_ms":[0,1]}': a.TakeBack(
        16, "r", 3, (0, 1)
    ),
    '{"type":"table_stand_in","seat":1,"bot":"greedy","reason":"r"}': a.StandIn(1, "greedy", "r"),
    '{"type":"table_hand_over","seat":1,"name":"Eva","reason":"r"}': a.HandOver(1, "Eva", "r"),
    '{"type":"table_correct_result","points":[1,2],"reason":"r","sections":["4.2"]}': (
        a.CorrectResult((1, 2), "r", ("4.2",))
    ),
    '{"type":"table_adjudicate","places":[1,2],"reason":"r"}': a.Adjudicate((1, 2), "r"),
    '{"type":"table_void","reason":"r"}': a.Void("r"),
    '{"type":"table_answer_claim","claim":3,"upheld":false,"reason":"r","sections":[]}': (
        a.AnswerClaim(3, False, "r", ())
    ),
    '{"type":"table_flag","seat":1}': a.Flag(1),
}


@pytest.mark.parametrize("written", ACTIONS)
def test_b2_actions_as_they_are_written(written: str) -> None:
    action = ACTIONS[written]
    assert msgspec.json.encode(action).decode() == written
    assert msgspec.json.decode(written, type=a.AnyTableAction) == action


def test_b2_every_action_is_shown_here() -> None:
    assert {type(action) for action in ACTIONS.values()} == set(a.TABLE_ACTIONS)


EVENTS: dict[str, e.TableEvent] = {
    '{"type":"table_clock_set",'
    '"clock":{"kind":"game","seconds":9,"increment":0,"on_flag":"out"}}': (
        e.ClockSet(Clock(kind="game", seconds=9, on_flag="out"))
    ),
    '{"type":"table_claimed","seat":0,"about":"17.3","text":"x"}': e.Claimed(0, "17.3", "x"),
    '{"type":"table_take_back_asked","seat":0,"to":16,"asked":[1,2]}': e.TakeBackAsked(
        0, 16, (1, 2)
    ),
    '{"type":"table_take_back_answered","seat":1,"agree":true}': e.TakeBackAnswered(1, True),
    '{"type":"table_taken_back","to":16,"over_hidden":false,"reason":null,"claim":null,'
    '"left_ms":null}': e.TakenBack(16, False, None, None, None),
    '{"type":"table_resigned","seat":0,"bot":"greedy"}': e.Resigned(0, "greedy"),
    '{"type":"table_noted","text":"x"}': e.Noted("x"),
    '{"type":"table_warned","seat":0,"reason":"r"}': e.Warned(0, "r"),
    '{"type":"table_paused","reason":"r"}': e.Paused("r"),
    '{"type":"table_resumed","reason":"r","left_ms":[1,null]}': e.Resumed("r", (1, None)),
    '{"type":"table_stood_in","seat":0,"bot":"random","reason":"r"}': e.StoodIn(0, "random", "r"),
    '{"type":"table_handed_over","seat":0,"name":"Eva","reason":"r","left_ms":null}': e.HandedOver(
        0, "Eva", "r", None
    ),
    '{"type":"table_result_corrected","points":[1],"places":[1],"reason":"r","sections":["4"]}': (
        e.ResultCorrected((1,), (1,), "r", ("4",))
    ),
    '{"type":"table_adjudicated","places":[1],"points":[7],"reason":"r"}': e.Adjudicated(
        (1,), (7,), "r"
    ),
    '{"type":"table_voided","reason":"r"}': e.Voided("r"),
    '{"type":"table_claim_answered","claim":3,"upheld":true,"reason":"r","sections":[]}': (
        e.ClaimAnswered(3, True, "r", ())
    ),
    '{"type":"table_flagged","seat":0,"on_flag":"arbiter","bot":null}': e.Flagged(
        0, "arbiter", None
    ),
}


@pytest.mark.parametrize("written", EVENTS)
def test_b3_events_as_they_are_written(written: str) -> None:
    assert msgspec.json.encode(EVENTS[written]).decode() == written
    assert msgspec.json.decode(written, type=e.AnyTableEvent) == EVENTS[written]


def test_b3_every_event_is_shown_here() -> None:
    assert {type(event) for event in EVENTS.values()} == set(e.TABLE_EVENTS)


def test_b3_the_clock_is_the_last_event_of_entry_1_iff_asked_for() -> None:
    types = [event["type"] for event in last_line(record(per_game(60)))["events"]]
    assert types[-1] == "table_clock_set"
    assert types.count("table_clock_set") == 1
    assert "table_" not in record().entries[0].line.decode()


def test_b3_the_bot_that_plays_on() -> None:
    assert PaperGame().do(0, a.Resign()) == [e.Resigned(0, "greedy")]
    for on_flag, bot in (("stand_in", "greedy"), ("out", "greedy"), ("arbiter", None)):
        game = PaperGame(clock=per_game(1, on_flag=on_flag))  # type: ignore[arg-type]
        assert game.do("service", a.Flag(0), 1_000) == [e.Flagged(0, on_flag, bot)]  # type: ignore[arg-type]
        assert game.table.is_paused == (bot is None)


def test_b3_without_greedy_random_plays_on() -> None:
    assert stand_ins(GLUCK_AUF)[0] == "greedy"
    assert stand_ins(replace(GLUCK_AUF, bots={})) == ("random",)


@pytest.mark.parametrize("text", ["", " ", " \n\t\u00a0", "x" * 501])
def test_b4_values_of_texts_that_are_none(text: str) -> None:
    game = PaperGame()
    assert game.refuses(0, a.Claim("1", text)) == "text_invalid"
    assert game.refuses("arbiter", a.Pause(text)) == "text_invalid"


@pytest.mark.parametrize("text", ["x", " x", "x" * 500, "𝔞" * 500])
def test_b4_values_of_texts_that_are_some(text: str) -> None:
    game = PaperGame()
    assert game.do(0, a.Claim("1", text))
    assert game.rule(a.Pause(text))


@pytest.mark.parametrize(
    ("sections", "is_right"),
    [
        ((), True),
        (("4.2",) * 20, True),
        (("x" * 80, " "), True),
        (("4.2",) * 21, False),
        (("",), False),
        (("x" * 81,), False),
    ],
)
def test_b4_values_of_sections(sections: tuple[str, ...], is_right: bool) -> None:
    game = PaperGame()
    game.do(0, a.Claim("1", "Look!"))
    answer = a.AnswerClaim(2, True, "so it is", sections)
    if is_right:
        assert game.rule(answer)
    else:
        assert game.refuses("arbiter", answer) == "text_invalid"


@pytest.mark.parametrize(
    ("seconds", "increment", "is_right"),
    [
        (1, 0, True),
        (31_536_000, 3_600, True),
        (0, 0, False),
        (31_536_001, 0, False),
        (60, -1, False),
        (60, 3_601, False),
    ],
)
def test_b4_values_of_a_clock(seconds: int, increment: int, is_right: bool) -> None:
    clock = Clock(kind="game", seconds=seconds, increment=increment, on_flag="out")
    if is_right:
        check_clock(clock)
    else:
        with pytest.raises(InvalidSetup):
            check_clock(clock)


def test_b4_a_clock_must_say_what_happens_when_time_is_over() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"kind":"game","seconds":60}', type=Clock)


@pytest.mark.parametrize("places", [(1, 2, 3), (1, 1, 3), (1, 1, 1), (3, 1, 1), (2, 1, 2)])
def test_b4_places_that_are_some(places: tuple[int, ...]) -> None:
    assert PaperGame().rule(a.Adjudicate(places, "late"))


@pytest.mark.parametrize("places", [(), (1, 2), (1, 2, 3, 4), (1, 1, 2), (0, 1, 2), (2, 2, 3)])
def test_b4_places_that_are_none(places: tuple[int, ...]) -> None:
    game = PaperGame()
    assert game.refuses("arbiter", a.Adjudicate(places, "late")) == "places_invalid"
    game.play(phase="finished")
    for points in ((1, 2, 3), (1, 2)):
        correction = a.CorrectResult(points, "added up wrong", (), places)
        assert game.refuses("arbiter", correction) == "places_invalid"


def test_b4_without_places_they_follow_from_the_points() -> None:
    game = PaperGame(None, None, None, None)
    game.do(0, a.Resign())
    game.play(phase="finished")
    [event] = game.rule(a.CorrectResult((40, 7, 9, 9), "added up wrong", ("4.2",)))
    assert event == e.ResultCorrected((40, 7, 9, 9), (4, 3, 1, 1), "added up wrong", ("4.2",))


BLANK = " "
PERSONS: tuple[By, ...] = (0, "arbiter", "service")


@pytest.mark.parametrize("action", ACTIONS.values())
def test_b5_order_of_refusals_begins_at_the_door(action: a.TableAction) -> None:
    """Even of a game that is over: who may not do this at all is told so first."""
    game = PaperGame()
    game.play(phase="finished")
    own: dict[a.Role, tuple[By, str]] = {
        "seat": (0, "seat_forbidden"),
        "arbiter": ("arbiter", "arbiter_needed"),
        "service": ("service", "service_only"),
    }
    by, code = own[a.role_for(action)]
    for other in PERSONS:
        if other != by:
            assert game.refuses(other, action) == code


def test_b5_order_of_refusals_at_the_table() -> None:
    """Each time the first reason is taken away, and the next one is said."""
    game = PaperGame(clock=per_game(1))
    game.rule(a.StandIn(1, "random", "asleep"))
    game.rule(a.Pause("a fire"))
    assert game.refuses(1, a.AskTakeBack(99)) == "table_paused"
    assert game.refuses(0, a.Claim("99", BLANK)) == "text_invalid"
    game.rule(a.Resume("out"))
    assert game.refuses(1, a.AskTakeBack(99)) == "seat_stood_in"
    assert game.refuses(0, a.AskTakeBack(99)) == "take_back_unknown"
    assert game.refuses("arbiter", a.TakeBack(99, BLANK)) == "text_invalid"
    assert game.refuses(0, a.AskTakeBack(99), 5_000) == "take_back_unknown", "no game action"
    assert game.refuses_play(0, 5_000) == "clock_over"
    game.rule(a.Pause("a fire"))
    assert game.refuses_play(0, 5_000) == "table_paused"
    game.rule(a.Void("no"))
    assert game.refuses_play(0, 5_000) == "game_ended"
    assert game.refuses("arbiter", a.Pause(BLANK)) == "game_ended"
    assert game.refuses("arbiter", a.Note(BLANK)) == "text_invalid"


def test_b5_a_seat_with_a_stand_in_may_still_claim() -> None:
    game = PaperGame()
    game.rule(a.StandIn(0, "random", "asleep"))
    for action in (a.AskTakeBack(1), a.AnswerTakeBack(True), a.Resign()):
        assert game.refuses(0, action) == "seat_stood_in"
    assert game.do(0, a.Claim("1", "Look!"))


def test_b6_own_codes_of_claims() -> None:
    game = PaperGame()
    for about in ("", "x", "0", "2", "1.", ".1", "1.x", "-1", "1.1", "1.99", "٣", "1.0.0"):
        assert game.refuses(0, a.Claim(about, "Look!")) == "moment_unknown", about
    for about in ("1", "1.0", "1"):
        game.do(0, a.Claim(about, "Look!"))
    assert game.refuses(0, a.Claim("99", "Look!")) == "moment_unknown", "before claims_open"
    assert game.refuses(0, a.Claim("2.1", "Look!")) == "claims_open"
    assert game.do(1, a.Claim("2.1", "Look!")), "every seat has three"
    game.rule(a.AnswerClaim(3, False, "no", ()))
    assert game.do(0, a.Claim("2.1", "Look!"))
    assert game.refuses("arbiter", a.AnswerClaim(3, True, "yes", ())) == "claim_unknown", "closed"
    assert game.refuses("arbiter", a.AnswerClaim(1, True, "yes", ())) == "claim_unknown", "none"


def test_b6_own_codes_of_take_backs() -> None:
    game = PaperGame()
    for to in (-1, 0, 1, 2):
        assert game.refuses(0, a.AskTakeBack(to)) == "take_back_unknown", to
        assert game.refuses("arbiter", a.TakeBack(to, "a slip")) == "take_back_unknown", to
    game.play()  # 2
    game.rule(a.Note("so it was"))  # 3
    assert game.refuses(0, a.AskTakeBack(2)) == "take_back_unknown", "the same game as now"
    assert game.refuses(0, a.AskTakeBack(4)) == "take_back_unknown", "this entry itself"
    assert game.refuses("arbiter", a.TakeBack(2, "a slip", claim=3)) == "take_back_unknown"
    assert game.refuses("arbiter", a.TakeBack(1, "a slip", claim=3)) == "claim_unknown"
    game.rule(a.TakeBack(1, "a slip"))  # 4
    assert game.refuses(0, a.AskTakeBack(2)) == "take_back_unknown", "not in the line"
    assert game.rule(a.TakeBack(3, "as it was")), "but an arbiter may"  # 5
    game.do(0, a.AskTakeBack(1))
    assert game.refuses(1, a.AskTakeBack(99)) == "take_back_open", "before the version is looked at"
    assert game.do(1, a.AnswerTakeBack(True))
    assert game.refuses(1, a.AnswerTakeBack(False)) == "already_answered"
    assert game.refuses(0, a.AnswerTakeBack(True)) == "already_answered", "who asks agrees"
    assert game.do(2, a.AnswerTakeBack(False))
    assert game.refuses(2, a.AnswerTakeBack(True)) == "take_back_not_asked"


def test_b6_own_codes_about_seats_and_bots() -> None:
    game = PaperGame(clock=per_game(10))
    for seat in (-1, 3):
        for by, action in (
            ("arbiter", a.Warn(seat, "noise")),
            ("arbiter", a.StandIn(seat, "nobody", "asleep")),
            ("arbiter", a.HandOver(seat, "Eva", "a guest", (0, 0, 0))),
            ("service", a.Flag(seat)),
        ):
            assert game.refuses(by, action, 10_000) == "seat_unknown"  # type: ignore[arg-type]
    assert game.refuses("arbiter", a.StandIn(0, "nobody", "asleep")) == "bot_unknown"


def test_b6_own_codes_of_pauses_and_clocks() -> None:
    game = PaperGame(clock=per_game(10), awaited=(0, 1))
    assert game.refuses("arbiter", a.Resume("out")) == "not_paused"
    game.rule(a.Pause("a fire"), 10_000)
    assert game.refuses("arbiter", a.Pause("a fire")) == "already_paused"
    assert game.refuses("arbiter", a.Resume("out")) == "clock_over"
    assert game.refuses("arbiter", a.Resume("out", (1, None, 1))) == "clock_over"
    assert game.refuses("arbiter", a.HandOver(0, "Eva", "a guest")) == "clock_over"
    assert game.refuses("arbiter", a.HandOver(0, "Eva", "a guest", (0, 9, 9))) == "clock_over"
    assert game.rule(a.HandOver(0, "Eva", "a guest", (1, None, None)))
    game.rule(a.StandIn(1, "random", "asleep"))
    assert game.rule(a.Resume("out")), "a bot needs no time"
    for left_ms in ((), (1, 2), (1, 2, 3, 4), (1, 2, -1), (1, 2, 10**15)):
        wrong = a.TakeBack(1, "a slip", left_ms=left_ms)
        assert game.refuses("arbiter", wrong) == "left_ms_invalid"


def test_b6_left_ms_needs_a_clock() -> None:
    game = PaperGame()
    game.play()
    left_ms = (1, 2, 3)
    assert game.refuses("arbiter", a.TakeBack(1, "a slip", left_ms=left_ms)) == "no_clock"
    assert game.refuses("arbiter", a.HandOver(0, "Eva", "a guest", left_ms)) == "no_clock"
    game.rule(a.Pause("a fire"))
    assert game.refuses("arbiter", a.Resume("out", left_ms)) == "no_clock"


def test_b6_own_codes_of_results() -> None:
    game = PaperGame()
    correction = a.CorrectResult((1, 2), "added up wrong", ())
    assert game.refuses("arbiter", correction) == "game_not_over"
    game.play(phase="finished")
    assert game.refuses("arbiter", correction) == "places_invalid"


def test_b7_the_table_as_it_is_shown_is_all_there() -> None:
    """Its form over HTTP is tested there."""
    game = PaperGame()
    game.play()  # 2
    game.play()  # 3
    game.rule(a.TakeBack(2, "a slip"))  # 4
    game.play()  # 5
    game.do(1, a.Claim("3.0", "Look!"))  # 6
    game.do(0, a.AskTakeBack(1))  # 7
    game.do(2, a.AnswerTakeBack(True))  # 8
    [claim] = game.table.claims
    assert (claim.version, claim.seat, claim.about, claim.text) == (6, 1, "3.0", "Look!")
    request = game.table.request
    assert request
    assert (request.seat, request.to, request.waiting) == (0, 1, [1])
    assert line_of_play(game.table.take_backs, game.version) == [(1, 2), (4, 8)]
