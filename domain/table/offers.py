"""The answers that the table waits for, in words; they touch nothing on the board."""

from domain.kernel.offers import Described, described
from domain.kernel.texts import Language, sentences
from domain.table.actions import AnswerTakeBack

SAID = sentences(__package__, "choices")
VERB = "table_answer_take_back"


def describe(action: AnswerTakeBack, to: int, language: Language) -> Described:
    """`to` is the version that somebody asks to go back to."""
    sentence = SAID[language]["agree" if action.agree else "refuse"]
    return described(sentence.format(to=to), VERB)


def heading(language: Language, _verb: str) -> str:
    return SAID[language]["heading"]
