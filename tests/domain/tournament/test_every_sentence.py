"""Every numbered sentence of RULES.md is a test that names it."""

import re
from pathlib import Path

from domain.tournament.refusals import SECTIONS

TESTS = Path(__file__).parents[2]
RULES = (Path(__file__).parents[3] / "domain/tournament/RULES.md").read_text("utf-8")
SENTENCES = set(re.findall(r"^\*\*\[([ABC]\d+)\]", RULES, re.MULTILINE))
NAMED = re.compile(r"def test((?:_[abcv]\d+)+)_")


def test_the_sentences_are_found() -> None:
    counts = {letter: sum(one[0] == letter for one in SENTENCES) for letter in "ABC"}
    assert counts == {"A": 19, "B": 12, "C": 10}


def test_every_sentence_is_named_by_a_test() -> None:
    folders = ("domain/tournament", "replays/tournaments", "services/pairing")
    names = {
        number.upper()
        for folder in folders
        for path in (TESTS / folder).rglob("test_*.py")
        for numbers in NAMED.findall(path.read_text("utf-8"))
        for number in numbers.strip("_").split("_")
    }
    assert SENTENCES - names == set()


def test_every_refusal_leads_to_a_sentence_that_there_is() -> None:
    assert {*SECTIONS.values()} <= SENTENCES
