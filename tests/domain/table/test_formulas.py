"""The formulas of RULES.md, part A, with figures worked out by hand; each test names its sentence.

A2, A10 and A11 speak of whole logs: see tests/replays.
"""

import pytest

from domain.kernel.actions import By
from domain.table import actions as a
from domain.table import events as e
from domain.table.clock import milliseconds, not_before
from domain.table.line_of_play import Span, TakenBackAt, line_of_play
from domain.table.result import Result
from tests.domain.table.paper_game import PaperGame, per_game, per_move


def test_a1_line_of_play_goes_on_from_where_it_was_taken_back_to() -> None:
    taken = [TakenBackAt(5, 2), TakenBackAt(9, 7), TakenBackAt(11, 4)]
    assert line_of_play(taken, 1) == [Span(1, 1)]
    assert line_of_play(taken, 4) == [Span(1, 4)]
    assert line_of_play(taken, 5) == [Span(1, 2), Span(5, 5)]
    assert line_of_play(taken, 8) == [Span(1, 2), Span(5, 8)]
    assert line_of_play(taken, 10) == [Span(1, 2), Span(5, 7), Span(9, 10)]
    assert line_of_play(taken, 12) == [Span(1, 4), Span(11, 12)], "into an abandoned branch"


def test_a1_a_take_back_undoes_nothing_of_the_table() -> None:
    game = PaperGame(None, None, None, None, clock=per_game(60, on_flag="out"))
    game.play(0, 1_000, awaited=(1,))
    game.do(0, a.Claim("2", "Look!"))
    game.do("service", a.Flag(1), 60_000)
    game.rule(a.StandIn(2, "random", "asleep"))
    game.rule(a.Pause("a fire"))
    game.rule(a.TakeBack(1, "all of it"), awaited=(0,))
    table = game.table
    assert [claim.version for claim in table.claims if claim.is_open] == [3]
    assert [seat.bot for seat in table.seats] == [None, "greedy", "random", None]
    assert [seat.out for seat in table.seats] == [None, 4, None, None]
    assert table.is_paused
    assert table.left_ms == [59_000, 0, 60_000, 60_000]


def test_a3_a_take_back_crosses_what_is_only_in_the_line_of_now() -> None:
    game = PaperGame()
    game.play()  # 2
    game.play(uncovers=True)  # 3
    game.play()  # 4
    assert game.refuses(0, a.AskTakeBack(2)) == "take_back_over_hidden"
    [event] = game.rule(a.TakeBack(2, "a slip"))  # 5
    assert isinstance(event, e.TakenBack)
    assert event.over_hidden
    game.play()  # 6
    assert game.do(0, a.AskTakeBack(5)), "3 is not in the line any more"
    [event] = game.rule(a.TakeBack(4, "as it was"))
    assert isinstance(event, e.TakenBack)
    assert not event.over_hidden, "what is taken up again is not crossed"
    [event] = game.rule(a.TakeBack(6, "as it was"))
    assert isinstance(event, e.TakenBack)
    assert event.over_hidden, "the line of 4 has 3 in it"


@pytest.mark.parametrize(
    ("written", "ms"),
    [
        ("1970-01-01T00:00:01Z", 1_000),
        ("1970-01-01T00:00:01.5Z", 1_500),
        ("1970-01-01T00:00:01.05Z", 1_050),
        ("1970-01-01T00:00:01.234Z", 1_234),
        ("1970-01-01T00:00:01.2349Z", 1_234),
        ("1970-01-01T00:00:01.999999Z", 1_999),
        ("1970-01-02T00:00:00.000Z", 86_400_000),
    ],
)
def test_a4_time_in_whole_milliseconds(written: str, ms: int) -> None:
    assert milliseconds(written) == ms


@pytest.mark.parametrize("written", ["", "Z", "noon", "2026-01-01T00:00:00", "2026-13-01T00:00Z"])
def test_a4_what_is_no_time_is_said_to_be_none(written: str) -> None:
    with pytest.raises(ValueError, match=r"time|isoformat|month"):
        milliseconds(written)


@pytest.mark.parametrize(
    ("now", "last", "new"),
    [
        ("2026-01-01T00:00:02.000Z", "2026-01-01T00:00:01.000Z", "2026-01-01T00:00:02.000Z"),
        ("2026-01-01T00:00:01.000Z", "2026-01-01T00:00:01.001Z", "2026-01-01T00:00:01.001Z"),
        ("2026-01-01T00:00:01.000Z", "2026-01-01T00:00:02Z", "2026-01-01T00:00:02.000Z"),
        ("2026-01-01T00:00:01.000Z", "2026-01-01T00:00:01Z", "2026-01-01T00:00:01.000Z"),
        ("2026-01-01T00:00:01.000Z", "2026-01-01T00:00:01.7Z", "2026-01-01T00:00:01.700Z"),
        ("2026-01-01T00:00:01.000Z", "2026-01-01T00:00:01.123456Z", "2026-01-01T00:00:01.123Z"),
        ("2026-01-01T00:00:01.000Z", "", "2026-01-01T00:00:01.000Z"),
        # Logs without a clock may say it in other words.
        ("2026-01-01T00:00:01.000Z", "2020-01-01T06:00:00+00:00", "2026-01-01T00:00:01.000Z"),
        ("2026-01-01T00:00:01.000Z", "one fine day", "2026-01-01T00:00:01.000Z"),
    ],
)
def test_a4_a_new_entry_is_never_before_the_last(now: str, last: str, new: str) -> None:
    assert not_before(now, last) == new


def running(game: PaperGame) -> list[int]:
    return list(game.table.running)


def test_a5_running_are_all_awaited_people_from_entry_1_on() -> None:
    game = PaperGame(None, "random", None, clock=per_game(), awaited=(2, 1, 0))
    assert running(game) == [0, 2]
    game.rule(a.StandIn(0, "random", "asleep"))
    assert running(game) == [2]
    game.rule(a.HandOver(1, "Eva", "a guest"))
    assert running(game) == [1, 2]


def test_a5_nobody_runs_while_paused_or_scoring_or_after_the_end_or_without_a_clock() -> None:
    game = PaperGame(clock=per_game())
    game.rule(a.Pause("a fire"))
    assert running(game) == []
    game.rule(a.Resume("out"))
    assert running(game) == [0]
    game.play(phase="scoring")
    assert running(game) == []
    game.play("service", phase="play")
    assert running(game) == [0]
    game.rule(a.Adjudicate((1, 2, 3), "late"))
    assert running(game) == []
    assert running(PaperGame()) == []
    finished = PaperGame(clock=per_game())
    finished.play(phase="finished")
    assert running(finished) == []


def test_a6_time_is_used_by_all_who_ran_and_never_below_nothing() -> None:
    game = PaperGame(clock=per_game(10), awaited=(0, 1))
    assert game.table.left_ms == [10_000, 10_000, 10_000]
    game.play(0, 4_000, awaited=(1,))
    assert game.table.left_ms == [6_000, 6_000, 10_000]
    game.do(2, a.Claim("1", "Look!"), 7_500)
    assert game.table.left_ms == [6_000, 0, 10_000]


def test_a6_increment_comes_once() -> None:
    game = PaperGame(clock=per_game(60, increment=5))
    game.play(0, 1_000)
    game.play(0, 1_000)
    assert game.table.left_ms[0] == 58_000, "still awaited: nothing for small actions"
    game.play(0, 1_000, awaited=(1,))
    assert game.table.left_ms == [62_000, 60_000, 60_000], "there is no cap"
    game.play("service", 1_000, awaited=(0,))
    assert game.table.left_ms == [62_000, 59_000, 60_000], "seat 1 has not acted"
    game.play(1, 1_000, awaited=(2,))
    assert game.table.left_ms == [61_000, 59_000, 60_000], "seat 1 did not run"


def test_a6_per_move_a_decision_has_the_whole_time_again() -> None:
    game = PaperGame(clock=per_move(10), awaited=(0, 1))
    game.play(0, 4_000)
    assert game.table.left_ms == [10_000, 6_000, 10_000], "0 has decided, 1 has not"
    game.do(0, a.Claim("1", "Look!"), 1_000)
    assert game.table.left_ms == [9_000, 5_000, 10_000], "a claim is no decision"
    game.play(0, 1_000, awaited=(0,))
    assert game.table.left_ms == [10_000, 10_000, 10_000], "who is not awaited begins anew"


def test_a6_a_take_back_returns_no_time_per_game_and_all_of_it_per_move() -> None:
    for clock, left in ((per_game(10), [7_000, 8_000, 10_000]), (per_move(10), [10_000] * 3)):
        game = PaperGame(clock=clock)
        game.play(0, 3_000, awaited=(1,))
        game.rule(a.TakeBack(1, "a slip"), 2_000, awaited=(0,))
        assert game.table.left_ms == left


def test_a6_what_a_ruling_sets_comes_last() -> None:
    game = PaperGame(clock=per_move(10))
    game.play(0, 3_000, awaited=(1,))
    game.rule(a.TakeBack(1, "a slip", left_ms=(500, None, 20_000)), 2_000, awaited=(0,))
    assert game.table.left_ms == [500, 10_000, 20_000]
    game.rule(a.HandOver(0, "Eva", "a guest", (None, 1, None)), 100)
    assert game.table.left_ms == [400, 1, 10_000], "2 was set, but is not awaited: it begins anew"


def test_a7_over_at_the_very_millisecond() -> None:
    game = PaperGame(clock=per_game(10))
    assert game.refuses("service", a.Flag(0), 9_999) == "clock_not_over"
    assert game.refuses_play(0, 10_000) == "clock_over"
    game.play(0, 9_999)
    assert game.table.left_ms[0] == 1
    assert game.refuses_play(0, 1) == "clock_over"
    assert game.do("service", a.Flag(0), 1) == [e.Flagged(0, "stand_in", "greedy")]


def test_a7_only_who_runs_is_over() -> None:
    game = PaperGame(clock=per_game(10))
    assert game.refuses("service", a.Flag(1), 99_000) == "clock_not_over"
    game.play("service", 99_000)
    assert game.table.left_ms[0] == 0
    assert game.refuses("service", a.Flag(1)) == "clock_not_over"
    assert game.refuses_play(0) == "clock_over", "nothing left is over at once"


def test_a7_several_over_have_one_entry_each() -> None:
    game = PaperGame(clock=per_game(10), awaited=(0, 1))
    assert game.do("service", a.Flag(0), 20_000) == [e.Flagged(0, "stand_in", "greedy")]
    assert game.do("service", a.Flag(1)) == [e.Flagged(1, "stand_in", "greedy")]
    assert game.refuses("service", a.Flag(1)) == "clock_not_over", "a bot has no clock"


Step = tuple[By, a.TableAction]
STILL_LEGAL: tuple[Step, ...] = (
    (0, a.Claim("1", "Look!")),
    ("arbiter", a.Note("so it was")),
    ("arbiter", a.Warn(1, "late")),
    ("arbiter", a.AnswerClaim(2, True, "so it is", ())),
    ("arbiter", a.CorrectResult((1, 2, 3), "added up wrong", ())),
    ("arbiter", a.Void("not counted")),
)
NOT_ANY_MORE: tuple[Step, ...] = (
    (0, a.AskTakeBack(1)),
    (0, a.AnswerTakeBack(True)),
    (0, a.Resign()),
    ("arbiter", a.Pause("a fire")),
    ("arbiter", a.Resume("out")),
    ("arbiter", a.TakeBack(1, "a slip")),
    ("arbiter", a.StandIn(0, "random", "asleep")),
    ("arbiter", a.HandOver(0, "Eva", "a guest")),
    ("arbiter", a.Adjudicate((1, 2, 3), "late")),
    ("service", a.Flag(0)),
)


@pytest.mark.parametrize("ending", ["finished", "adjudicated", "void"])
def test_a8_ended_leaves_six_actions_legal(ending: str) -> None:
    game = PaperGame(clock=per_game(10))
    game.do(0, a.Claim("1", "Look!"))
    if ending == "finished":
        game.play(phase="finished")
    else:
        game.rule(a.Void("no") if ending == "void" else a.Adjudicate((1, 2, 3), "late"))
    assert game.table.is_ended(game.phase)
    for by, action in NOT_ANY_MORE:
        assert game.refuses(by, action, 99_000) == "game_ended", action
    assert game.refuses_play() == "game_ended"
    for by, action in STILL_LEGAL:
        if ending == "void" and isinstance(action, a.CorrectResult | a.Void):
            assert game.refuses(by, action) == "game_ended", action
        else:
            assert game.do(by, action), action
    assert game.refuses("arbiter", a.Void("again")) == "game_ended"


def test_a9_result_of_a_game_in_which_all_stayed_is_the_games_own() -> None:
    game = PaperGame()
    assert game.result() is None
    game.play(phase="finished")
    assert game.result((1, 1, 3)) == Result("played", (30, 20, 10), (1, 1, 3))


def test_a9_who_is_out_comes_last_the_later_the_better() -> None:
    game = PaperGame(None, None, None, None, clock=per_game(10, on_flag="out"), awaited=(3,))
    game.do(0, a.Resign())  # 2: the best
    game.do("service", a.Flag(3), 10_000)  # 3
    game.play("service", phase="finished")
    assert [seat.out for seat in game.table.seats] == [2, None, None, 3]
    # Stayed: 1 (second) and 2 (third); 3 was out later than 0.
    assert game.result((1, 2, 3, 4)) == Result("played", (30, 20, 10, 5), (4, 1, 2, 3))


def test_a9_those_who_stayed_share_places_among_each_other() -> None:
    game = PaperGame(None, None, None, None)
    game.do(1, a.Resign())
    game.play(phase="finished")
    # The game's places 1, 1, 3, 3: of those who stayed 0 is before 2 and 3, who share.
    assert game.result((1, 1, 3, 3)) == Result("played", (30, 20, 10, 5), (1, 4, 2, 2))


def test_a9_a_flag_with_a_stand_in_counts_as_played() -> None:
    game = PaperGame(clock=per_game(10))
    game.do("service", a.Flag(0), 10_000)
    game.play(phase="finished")
    assert game.result((1, 2, 3)) == Result("played", (30, 20, 10), (1, 2, 3))


def test_a9_the_first_that_fits() -> None:
    game = PaperGame()
    game.do(0, a.Resign())
    game.rule(a.Adjudicate((1, 3, 1), "late"))
    assert game.result() == Result("adjudicated", (30, 20, 10), (1, 3, 1)), "out moves nobody"
    game.rule(a.CorrectResult((9, 9, 4), "added up wrong", ()))
    assert game.result() == Result("corrected", (9, 9, 4), (3, 1, 2)), "but here it does"
    game.rule(a.CorrectResult((9, 9, 4), "and so", (), (1, 1, 3)))
    assert game.result() == Result("corrected", (9, 9, 4), (1, 1, 3)), "the last one, as it says"
    game.rule(a.Void("all wrong"))
    assert game.result() == Result("void", (), ())
