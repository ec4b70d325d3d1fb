"""Every event is told, and every refusal explains itself."""

from typing import get_args

import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel import events as e
from domain.kernel.errors import RuleViolation
from domain.kernel.texts import LANGUAGES, Language, language_file
from tests.domain.kartenspiel.random_games import Setup
from tests.domain.kartenspiel.test_refusals import CASES
from tests.domain.kit.game import played
from tests.languages import WORD_FOR_WORD


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_refusals_are_sentences(language: Language) -> None:
    refused = language_file("domain.kartenspiel", language)["refusals"]
    assert refused.keys() == KARTENSPIEL.refusals.keys()
    assert all(sentence.endswith(".") for sentence in refused.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "facts"), [(case[0], case[4]) for case in CASES])
def test_every_refusal_explains_itself(
    language: Language, code: str, facts: dict[str, object]
) -> None:
    text = KARTENSPIEL.explain(RuleViolation(code, **facts), language)
    assert text.endswith(".")
    assert "{" not in text
    assert KARTENSPIEL.refusals[code].section


EXPLAINED: list[tuple[RuleViolation, tuple[str, str, str]]] = [
    (
        RuleViolation("wrong_total", n=1, total=2),
        (
            "Exactly 1 worker is needed here, not 2.",
            "Hier ist genau 1 Arbeiter nötig, nicht 2.",
            "Itt pontosan 1 munkás kell, nem 2.",
        ),
    ),
    (
        RuleViolation("wrong_total", n=3, total=2),
        (
            "Exactly 3 workers are needed here, not 2.",
            "Hier sind genau 3 Arbeiter nötig, nicht 2.",
            "Itt pontosan 3 munkás kell, nem 2.",
        ),
    ),
    (
        RuleViolation("step_budget", n=1, card="lorry.fox.06"),
        (
            "At most 1 mining step is allowed.",
            "Höchstens 1 Förderschritt ist erlaubt.",
            "Legfeljebb 1 kitermelési lépés lehetséges.",
        ),
    ),
    (
        RuleViolation("below_minimum_steps", n=2, steps=1),
        (
            "At least 2 mining steps are needed.",
            "Mindestens 2 Förderschritte sind nötig.",
            "Legalább 2 kitermelési lépés kell.",
        ),
    ),
    (
        RuleViolation("too_few_lorries", n=4, track=2, order="order.barracks.7"),
        (
            "The order needs at least 4 lorries on track 2.",
            "Der Auftrag verlangt mindestens 4 Loren auf Gleis 2.",
            "A megrendeléshez legalább 4 csille kell, 2. vágány.",
        ),
    ),
    (
        RuleViolation("not_your_turn", turn=1),
        ("It is not your turn.", "Du bist nicht am Zug.", "Nem te következel."),
    ),
    (
        RuleViolation("stale_sequence"),
        (
            "The game has gone on in the meantime.",
            "Das Spiel ist inzwischen weitergegangen.",
            "A játék időközben továbbment.",
        ),
    ),
]


@pytest.mark.parametrize(("refusal", "sentences"), EXPLAINED)
def test_a_refusal_in_words(refusal: RuleViolation, sentences: tuple[str, str, str]) -> None:
    for language, sentence in zip(WORD_FOR_WORD, sentences, strict=True):
        assert KARTENSPIEL.explain(refusal, language) == sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_can_be_told(language: Language) -> None:
    game = played(Setup(4, secret=8), seed=8, actions=5000)
    for event in game.events:
        told = KARTENSPIEL.tell(event, language, ("A", "B", "C", "D"))
        assert told.endswith(".")
        assert "{" not in told
        assert "None" not in told


def test_every_event_type_has_a_writer() -> None:
    assert set(KARTENSPIEL.evolve.writers) == set(get_args(e.Event))
