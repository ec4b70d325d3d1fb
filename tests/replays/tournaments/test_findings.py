"""Every reason of a bundle's verifier is a code that is told in every language."""

import re
from pathlib import Path
from string import Formatter

import pytest

from domain.kernel.texts import LANGUAGES
from replays import logged, tournaments
from replays.tournaments.findings import SENTENCES

FILES = {"names.json", "regulation.json"}


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("code", SENTENCES["en"])
def test_every_language_says_it_in_its_own_words_with_the_same_facts(code: str) -> None:
    told = [SENTENCES[language][code] for language in LANGUAGES]
    assert len({*told}) == len(LANGUAGES)
    assert len({frozenset(gaps(sentence)) for sentence in told}) == 1


def test_every_code_that_is_used_is_in_the_table_and_the_other_way_round() -> None:
    modules = Path(tournaments.__file__).parent.glob("*.py")
    source = "".join(path.read_text("utf-8") for path in (*modules, Path(logged.__file__)))
    topics = "|".join({code.partition(".")[0] for code in SENTENCES["en"]})
    assert set(re.findall(rf'"((?:{topics})\.[a-z_]+)"', source)) - FILES == set(SENTENCES["en"])
