"""Who may see which field of a fact."""

from collections.abc import Mapping

import msgspec
import pytest
from msgspec import UNSET

from domain.kernel.seals import Audience, Fact, Sealed, audiences, hidden_for, redacted, revealed


class Shouted(Fact, frozen=True, tag="shouted"):
    word: str


class Shuffled(Fact, frozen=True, tag="shuffled"):
    count: int
    order: Sealed[tuple[str, ...]] = UNSET

    def hides(self, _actor: Audience, /) -> Mapping[str, Audience]:
        return {"order": None}


class Whispered(Fact, frozen=True, tag="whispered"):
    length: int
    word: Sealed[str] = UNSET

    def hides(self, actor: Audience, /) -> Mapping[str, Audience]:
        return {"word": actor}


class Dealt(Fact, frozen=True, tag="dealt"):
    """Two fields for two audiences."""

    hand: Sealed[tuple[str, ...]] = UNSET
    rest: Sealed[tuple[str, ...]] = UNSET

    def hides(self, actor: Audience, /) -> Mapping[str, Audience]:
        return {"hand": actor, "rest": None}


SHOUTED = Shouted("Glück auf")
SHUFFLED = Shuffled(2, ("b", "a"))
WHISPERED = Whispered(5, "kohle")
DEALT = Dealt(("a",), ("b", "c"))


def test_a_fact_hides_nothing_unless_it_says_so() -> None:
    assert SHOUTED.hides(0) == {}
    assert redacted(SHOUTED, 0) is SHOUTED
    assert hidden_for(SHOUTED, 0, 0) == {}


def test_a_redacted_fact_lacks_its_hidden_fields_also_as_json() -> None:
    assert redacted(SHUFFLED, None) == Shuffled(2)
    assert redacted(WHISPERED, 1) == Whispered(5)
    assert redacted(DEALT, 1) == Dealt()
    assert msgspec.json.encode(redacted(WHISPERED, 1)) == b'{"type":"whispered","length":5}'


def test_redacting_leaves_the_fact_itself_whole_and_twice_is_once() -> None:
    once = redacted(WHISPERED, 1)
    assert WHISPERED.word == "kohle"
    assert redacted(once, 1) == once


def test_only_the_actor_may_see_what_he_whispered() -> None:
    assert hidden_for(WHISPERED, 1, 1) == {"word": "kohle"}
    assert hidden_for(WHISPERED, 1, 0) == {}
    assert hidden_for(WHISPERED, 1, None) == {}


def test_what_is_for_nobody_is_for_no_seat() -> None:
    assert hidden_for(SHUFFLED, 1, 1) == {}
    assert hidden_for(SHUFFLED, 1, None) == {"order": ("b", "a")}


def test_fields_of_one_fact_may_be_for_different_audiences() -> None:
    assert hidden_for(DEALT, 2, 2) == {"hand": ("a",)}
    assert hidden_for(DEALT, 2, None) == {"rest": ("b", "c")}
    assert hidden_for(DEALT, 2, 0) == {}


@pytest.mark.parametrize("fact", [SHOUTED, SHUFFLED, WHISPERED, DEALT])
def test_everything_opened_gives_the_whole_fact_again(fact: Fact) -> None:
    opened = {**hidden_for(fact, 1, None), **hidden_for(fact, 1, 1)}
    assert revealed(redacted(fact, 1), opened) == fact
    from_json = msgspec.json.decode(msgspec.json.encode(opened))
    assert revealed(redacted(fact, 1), from_json) == fact


def test_opened_fields_must_fit() -> None:
    with pytest.raises(msgspec.ValidationError):
        revealed(Whispered(5), {"word": 5})
    with pytest.raises(msgspec.ValidationError):
        revealed(Whispered(5), {"sentence": "Glück auf"})


def test_audiences_are_nobody_first_and_then_by_seat() -> None:
    assert audiences([SHOUTED], 3) == []
    assert audiences([WHISPERED, SHOUTED, WHISPERED], 3) == [3]
    assert audiences([WHISPERED, SHUFFLED], 0) == [None, 0]
    assert audiences([DEALT], 2) == [None, 2]


def test_a_fact_bears_its_type_and_knows_all_its_fields() -> None:
    assert msgspec.to_builtins(SHOUTED) == {"type": "shouted", "word": "Glück auf"}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "shouted", "word": "x", "volume": 11}, Shouted)
