"""What fields mean: from the docstrings under them, or from a game's glossary."""

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from domain.kernel.glossary import GLOSSARY as COMMON
from domain.registry import GAMES
from services.api.descriptions import described, described_schema
from services.api.rulesets import view_type


class Part(Struct):
    size: int


class Whole(Struct, tag="whole"):
    parts: list[Part]
    """All that it
    is made of."""
    from_: int = msgspec.field(name="from")
    other: Part | None = None


class Used(dict[str, str]):
    """Remembers which of its words were read."""

    def __init__(self, words: Any) -> None:
        super().__init__(words)
        self.read: set[str] = set()

    def __getitem__(self, word: str) -> str:
        self.read.add(word)
        return super().__getitem__(word)


def test_docstrings_come_first_then_the_class_then_the_word() -> None:
    words = {"parts": "?", "Whole.from": "Here.", "from": "?", "size": "How big.", "other": "More."}
    [top], schemas = described([Whole], "#/x/{name}", words)
    assert top == {"$ref": "#/x/Whole"}
    meanings = {
        name: inner["description"] for name, inner in schemas["Whole"]["properties"].items()
    }
    assert meanings == {
        "type": "Always `whole`.",
        "parts": "All that it is made of.",
        "from": "Here.",
        "other": "More.",
    }
    assert schemas["Part"]["properties"]["size"]["description"] == "How big."


def test_a_schema_of_one_type_holds_all_it_needs() -> None:
    schema = described_schema(Whole, {"size": "How big."})
    assert schema["$ref"] == "#/$defs/Whole"
    assert schema["$defs"].keys() == {"Whole", "Part"}


@pytest.mark.parametrize("name", GAMES)
def test_every_word_of_a_glossary_is_needed(name: str) -> None:
    game = GAMES[name]
    words = Used(game.glossary)
    described([game.actions, game.sent, game.events, view_type(game)], "#/{name}", words)
    assert words.keys() - COMMON.keys() - words.read == set(), "take it out of the glossary"
