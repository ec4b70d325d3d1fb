"""The rare cases of RULES.md, part C; each test names its sentence.

C6, C8 and C10 speak of whole logs: see tests/replays.
"""

from collections.abc import Callable

import pytest

from domain.table import actions as a
from domain.table import events as e
from tests.domain.table.paper_game import PaperGame, per_game, per_move

TAKEN_BACK = e.TakenBack(1, over_hidden=False, reason=None, claim=None, left_ms=None)


def asked(*bots: str | None) -> PaperGame:
    """Seat 0 asks to go back to version 1."""
    game = PaperGame(*bots, clock=per_game(10, on_flag="out"))
    game.play()
    game.do(0, a.AskTakeBack(1))
    return game


def test_c1_agreed_take_back_is_in_the_last_agreement() -> None:
    game = PaperGame(None, "random", None, None)
    game.play()
    assert game.do(0, a.AskTakeBack(1)) == [e.TakeBackAsked(0, 1, (2, 3))]
    assert game.do(3, a.AnswerTakeBack(True)) == [e.TakeBackAnswered(3, True)]
    assert game.do(2, a.AnswerTakeBack(True)) == [e.TakeBackAnswered(2, True), TAKEN_BACK]
    assert game.table.request is None


def test_c1_nobody_to_ask() -> None:
    game = PaperGame(None, "random", "greedy")
    game.play()
    assert game.do(0, a.AskTakeBack(1)) == [e.TakeBackAsked(0, 1, ()), TAKEN_BACK]
    assert game.table.request is None


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_c1_one_no_ends_it_also_that_of_who_asked(seat: int) -> None:
    game = asked()
    assert game.do(seat, a.AnswerTakeBack(False)) == [e.TakeBackAnswered(seat, False)]
    assert game.table.request is None
    assert game.do(1, a.AskTakeBack(1))


ENDS_A_REQUEST = {
    "take-back": a.TakeBack(1, "a slip"),
    "pause": a.Pause("a fire"),
    "stand-in": a.StandIn(2, "random", "asleep"),
    "hand-over": a.HandOver(2, "Eva", "a guest"),
    "adjudicated": a.Adjudicate((1, 2, 3), "late"),
    "void": a.Void("no"),
}


@pytest.mark.parametrize("what", ENDS_A_REQUEST)
def test_c1_falls_away_with_rulings(what: str) -> None:
    game = asked()
    game.rule(ENDS_A_REQUEST[what])
    assert game.table.request is None


def test_c1_falls_away_when_the_game_goes_on() -> None:
    ways: tuple[Callable[[PaperGame], object], ...] = (
        lambda game: game.play(),
        lambda game: game.do(1, a.Resign()),
        lambda game: game.do("service", a.Flag(0), 10_000),
    )
    for go_on in ways:
        game = asked()
        go_on(game)
        assert game.table.request is None


def test_c1_stays_open_while_people_only_talk() -> None:
    game = asked()
    game.do(1, a.Claim("1", "Look!"))
    game.rule(a.Note("so it was"))
    game.rule(a.Warn(1, "noise"))
    game.rule(a.AnswerClaim(4, True, "so it is", ()))
    assert game.table.request


def test_c2_the_arbiters_take_back_crosses_everything() -> None:
    game = PaperGame()
    game.play(uncovers=True)  # 2
    game.play(phase="scoring")  # 3
    game.play("service", phase="play")  # 4
    game.do(0, a.Claim("2", "Look!"))  # 5
    game.rule(a.Pause("a fire"))  # 6
    [event] = game.rule(a.TakeBack(1, "a slip", claim=5))  # 7
    assert event == e.TakenBack(1, over_hidden=True, reason="a slip", claim=5, left_ms=None)
    assert game.table.is_paused
    assert game.table.claims[0].is_open
    [event] = game.rule(a.TakeBack(6, "no, as it was"))
    assert event == e.TakenBack(
        6, over_hidden=False, reason="no, as it was", claim=None, left_ms=None
    )


def test_c3_pause_leaves_seats_nothing_but_claims() -> None:
    game = PaperGame(clock=per_game(10))
    game.play()
    game.rule(a.Pause("a fire"))
    for action in (a.AskTakeBack(1), a.AnswerTakeBack(True), a.Resign()):
        assert game.refuses(0, action) == "table_paused"
    assert game.refuses_play(0) == "table_paused"
    assert game.refuses_play("service") == "table_paused", "settlements, too"
    assert game.refuses("service", a.Flag(0), 10_000) == "table_paused"
    assert game.do(0, a.Claim("1", "Look!"))


def test_c3_no_clock_runs_in_a_pause() -> None:
    game = PaperGame(clock=per_game(10))
    game.rule(a.Pause("a fire"), 4_000)
    game.rule(a.Resume("out"), 1_000_000)
    assert game.table.left_ms == [6_000, 10_000, 10_000]
    game.rule(a.Pause("again"), 1_000)
    game.rule(a.Resume("out", (20_000, None, None)), 1_000)
    assert game.table.left_ms == [20_000, 10_000, 10_000]


def test_c4_claims_are_numbered_by_their_entries_and_closed_by_answers_only() -> None:
    game = PaperGame()
    game.rule(a.Note("so it was"))  # 2
    game.do(1, a.Claim("1", "Look!"))  # 3
    game.rule(a.Void("no"))
    assert [(claim.version, claim.is_open) for claim in game.table.claims] == [(3, True)]
    assert game.rule(a.AnswerClaim(3, True, "so it is", ("4.2",))) == [
        e.ClaimAnswered(3, True, "so it is", ("4.2",))
    ]
    assert not game.table.claims[0].is_open


def test_c5_out_is_for_ever_and_a_hand_over_ends_a_stand_in() -> None:
    game = PaperGame(clock=per_game(10, on_flag="out"))
    game.do(0, a.Resign(), 4_000)  # 2
    game.rule(a.HandOver(0, "Eva", "a guest"), 1_000)
    assert [(seat.name, seat.bot, seat.out) for seat in game.table.seats] == [
        ("Eva", None, 2),
        (None, None, None),
        (None, None, None),
    ]
    assert game.table.left_ms[0] == 6_000, "what was left goes on"
    game.do("service", a.Flag(0), 6_000)
    assert game.table.seats[0].out == 2, "the first time counts"


def test_c7_the_arbiters_game_action_brings_no_increment() -> None:
    game = PaperGame(clock=per_game(60, increment=5))
    game.play("arbiter", 1_000, awaited=(1,))
    assert game.table.left_ms == [59_000, 60_000, 60_000]
    move = PaperGame(clock=per_move(60))
    move.play("arbiter", 1_000)
    assert move.table.left_ms[0] == 59_000, "and it is not the seat's own decision"


def test_c9_who_waits_to_answer() -> None:
    """What `choices` offers them is tested over HTTP."""
    game = asked(None, "random", None, None)
    assert game.table.request
    assert game.table.request.waiting == [2, 3], "never a bot"
    game.do(2, a.AnswerTakeBack(True))
    assert game.table.request.waiting == [3]
