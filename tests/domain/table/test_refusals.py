"""Every refusal code and every event type is reached, and said in every language."""

import re
from collections.abc import Callable

import pytest

from domain.gluck_auf import GLUCK_AUF
from domain.kernel.actions import By
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.kernel.texts import LANGUAGES, Language
from domain.table import actions as a
from domain.table import events as e
from domain.table import texts
from domain.table.refusals import REFUSALS, explain
from domain.table.texts import PHRASES, tell
from tests.domain.table.paper_game import PaperGame, per_game, per_move
from tests.domain.table.test_every_sentence_has_a_test import sentences

NAMES = ("Anna", "Béla", "Cili")


def begun() -> PaperGame:
    """With something to take back, a clock and a claim (3)."""
    game = PaperGame(clock=per_game(10))
    game.play()
    game.do(1, a.Claim("2", "Look!"))
    return game


def after(*steps: tuple[By, a.TableAction]) -> PaperGame:
    game = begun()
    for by, action in steps:
        game.do(by, action)
    return game


def uncovered() -> PaperGame:
    game = begun()
    game.play(uncovers=True)
    return game


Step = tuple[By, a.TableAction]
ASKED: Step = (0, a.AskTakeBack(1))
CLAIM: Step = (1, a.Claim("1", "Look!"))
PAUSED: Step = ("arbiter", a.Pause("a fire"))
Case = tuple[PaperGame, By, a.TableAction]
CASES: dict[str, Callable[[], Case]] = {
    "arbiter_needed": lambda: (begun(), 0, a.Void("no")),
    "seat_forbidden": lambda: (begun(), "arbiter", a.Resign()),
    "service_only": lambda: (begun(), 0, a.Flag(0)),
    "game_ended": lambda: (after(("arbiter", a.Void("no"))), 0, a.Resign()),
    "table_paused": lambda: (after(PAUSED), 0, a.Resign()),
    "seat_stood_in": lambda: (after((0, a.Resign())), 0, a.Resign()),
    "text_invalid": lambda: (begun(), "arbiter", a.Note("")),
    "clock_over": lambda: (begun(), "arbiter", a.HandOver(0, "Eva", "a guest", (0, 0, 0))),
    "moment_unknown": lambda: (begun(), 0, a.Claim("2.9", "Look!")),
    "claims_open": lambda: (after(CLAIM, CLAIM), *CLAIM),
    "take_back_open": lambda: (after(ASKED), *ASKED),
    "take_back_unknown": lambda: (begun(), 0, a.AskTakeBack(9)),
    "take_back_over_hidden": lambda: (uncovered(), *ASKED),
    "take_back_not_asked": lambda: (begun(), 1, a.AnswerTakeBack(True)),
    "already_answered": lambda: (after(ASKED), 0, a.AnswerTakeBack(True)),
    "claim_unknown": lambda: (begun(), "arbiter", a.AnswerClaim(9, True, "yes", ())),
    "seat_unknown": lambda: (begun(), "arbiter", a.Warn(9, "noise")),
    "bot_unknown": lambda: (begun(), "arbiter", a.StandIn(0, "nobody", "asleep")),
    "already_paused": lambda: (after(PAUSED), *PAUSED),
    "not_paused": lambda: (begun(), "arbiter", a.Resume("out")),
    "no_clock": lambda: (PaperGame(), "arbiter", a.HandOver(0, "Eva", "a guest", (1, 1, 1))),
    "left_ms_invalid": lambda: (begun(), "arbiter", a.HandOver(0, "Eva", "a guest", (1,))),
    "game_not_over": lambda: (begun(), "arbiter", a.CorrectResult((1, 2, 3), "wrong", ())),
    "places_invalid": lambda: (begun(), "arbiter", a.Adjudicate((1,), "late")),
    "clock_not_over": lambda: (begun(), "service", a.Flag(0)),
}


def test_every_refusal_code_is_reached() -> None:
    assert set(CASES) == set(REFUSALS)


@pytest.mark.parametrize("code", CASES)
def test_a_refusal_is_explained_in_every_language(code: str) -> None:
    game, by, action = CASES[code]()
    with pytest.raises(RuleViolation) as refusal:
        game.do(by, action)
    assert refusal.value.code == code
    said = {language: explain(refusal.value, language) for language in LANGUAGES}
    assert len(set(said.values())) == len(LANGUAGES)
    assert not any(re.search(r"[{}|]|None|  ", sentence) for sentence in said.values()), said


def test_every_refusal_cites_a_sentence_of_the_rules() -> None:
    assert {refusal.section for refusal in REFUSALS.values()} <= sentences()


def flagged(on_flag: str) -> list[Fact]:
    game = PaperGame(clock=per_game(1, on_flag=on_flag))  # type: ignore[arg-type]
    return game.do("service", a.Flag(0), 1_000)


def stories() -> list[Fact]:
    """Every event, and every way in which it is told."""
    game = begun()
    game.play(uncovers=True)  # 4
    return [
        *map(e.ClockSet, (per_game(90, 5), per_game(3_600), per_move(86_400))),
        *game.do(0, a.Claim("2", "Look!")),
        *game.rule(a.AnswerClaim(3, True, "so it is", ())),
        *game.rule(a.AnswerClaim(5, False, "no", ("4.2", "4.3"))),
        *game.rule(a.TakeBack(2, "a slip")),
        *game.do(0, a.AskTakeBack(1)),
        *game.do(1, a.AnswerTakeBack(False)),
        *game.do(0, a.AskTakeBack(1)),
        *game.do(1, a.AnswerTakeBack(True)),
        *game.do(2, a.AnswerTakeBack(True)),
        *game.rule(a.TakeBack(2, "as it was")),
        *game.rule(a.Note("so it was")),
        *game.rule(a.Warn(1, "noise")),
        *game.rule(a.Pause("a fire")),
        *game.rule(a.Resume("out")),
        *game.rule(a.StandIn(1, "random", "asleep")),
        *game.rule(a.HandOver(1, "Eva", "a guest")),
        *game.do(2, a.Resign()),
        *game.do(1, a.Resign()),
        *game.do(0, a.AskTakeBack(1)),
        *flagged("stand_in"),
        *flagged("out"),
        *flagged("arbiter"),
        *game.rule(a.Adjudicate((1, 2, 3), "late")),
        *game.rule(a.CorrectResult((1, 2, 3), "added up wrong", ("4.2",))),
        *game.rule(a.Void("no")),
    ]


def test_every_event_type_is_reached() -> None:
    assert {type(event) for event in stories()} == set(e.TABLE_EVENTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told(language: Language) -> None:
    for event in stories():
        sentence = tell(GLUCK_AUF, event, language, NAMES)
        assert not re.search(r"[{}|]|None|UNSET|  ", sentence), sentence


def test_points_below_nothing_carry_a_minus() -> None:
    corrected = e.ResultCorrected((-5, 2), (2, 1), "added up wrong", ())
    assert "to −5, 2 points" in tell(GLUCK_AUF, corrected, "en")


def test_every_phrase_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    used = set()

    class Watched(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            used.add(key)
            return super().__getitem__(key)

    monkeypatch.setattr(texts, "PHRASES", {"en": Watched(PHRASES["en"])})
    for event in stories():
        tell(GLUCK_AUF, event, "en")
    assert used == set(PHRASES["en"])
