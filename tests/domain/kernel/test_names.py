"""Names at the door and on show: nothing invisible comes in, nothing old does harm."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert

from domain.kernel.actions import PlayerName
from domain.kernel.names import (
    LONGEST,
    MARKS,
    TYPED,
    Unfit,
    in_sentence,
    is_control,
    player_name,
    player_salt,
    shown,
)

ACUTE = "\u0301"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Béla\u00a0", "Béla"),
        (f"Be{ACUTE}la", "Béla"),
        (f"e{ACUTE}" * LONGEST, "é" * LONGEST),
        ("O’Brien-Łukasz 2.", "O’Brien-Łukasz 2."),
        ("山田\u3000太郎", "山田\u3000太郎"),
        ("葛\U000e0100", "葛\U000e0100"),
        ("שרה", "שרה"),
        ("རྒྱུད", "རྒྱུད"),
        ("Việt", "Việt"),
        ("👩‍🚀", "👩‍🚀"),
        ("👩🏽‍⚕️", "👩🏽‍⚕️"),
        ("🏳️‍🌈", "🏳️‍🌈"),
        ("نام\u200cها", "نام\u200cها"),
        ("ශ්\u200dරී", "ශ්\u200dරී"),
        (f"a{ACUTE * MARKS}", f"á{ACUTE * (MARKS - 1)}"),
    ],
)
def test_people_are_called_as_they_are(typed: str, kept: str) -> None:
    assert player_name(typed) == kept
    assert player_name(kept) == kept


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "blank"),
        (" \u00a0\u3000", "blank"),
        ("\u3164", "blank"),
        ("\u2800\u115f\u1160\uffa0", "blank"),
        ("\u200b", "blank"),
        (ACUTE, "blank"),
        ("\u202eanna", "character"),
        ("An\u2069na", "character"),
        ("An\x00na", "character"),
        ("An\nna", "character"),
        ("Anna\x9b31m", "character"),
        ("Anna\u2028", "character"),
        ("Anna\u3164", "character"),
        ("An\u00adna", "character"),
        ("An\u200dna", "character"),
        ("Anna\u200d", "character"),
        ("\u200cAnna", "character"),
        ("An\u200cna", "character"),
        ("Anna\ue000", "character"),
        ("Anna\ufeff", "character"),
        ("Anna\uffff", "character"),
        ("Anna\U000e0041", "character"),
        ("Anna\ud800", "character"),
        ("x" * (LONGEST + 1), "too_long"),
        ("x" * (TYPED * LONGEST + 1), "too_long"),
        (f"{ACUTE}anna", "marks"),
        (f"q{ACUTE * (MARKS + 1)}", "marks"),
    ],
)
def test_what_cannot_be_seen_is_refused(typed: str, reason: str) -> None:
    with pytest.raises(Unfit) as refused:
        player_name(typed)
    assert refused.value.reason == reason


def test_the_refusal_names_the_character() -> None:
    with pytest.raises(Unfit) as refused:
        player_name("Anna\u202e")
    assert refused.value.facts == {"character": "U+202E"}


def test_every_control_and_format_of_unicode_is_refused() -> None:
    for one in map(chr, range(sys.maxunicode + 1)):
        if unicodedata.category(one) in ("Cc", "Cf", "Zl", "Zp"):
            with pytest.raises(Unfit):
                player_name(f"An{one}na")


@given(st.text(max_size=60))
def test_what_is_taken_can_be_stored_and_shown_as_it_is(typed: str) -> None:
    try:
        name = player_name(typed)
    except Unfit:
        return
    assert convert(name, type=PlayerName) == name
    assert unicodedata.is_normalized("NFC", name)
    assert player_name(name) == shown(name) == name


@given(st.text(max_size=60))
def test_whatever_is_shown_does_no_harm(name: str) -> None:
    told = shown(name)
    assert not any(is_control(one) and one not in "\u200c\u200d" for one in told)
    assert f"\u2068{told}\u2069" == in_sentence(name) or told == in_sentence(name)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Anna", "Anna"),
        ("\u202eanna", "\\u202eanna"),
        ("a\x9b31m", "a\\u009b31m"),
        ("a\u2069\u202e", "a\\u2069\\u202e"),
        ("\U000e0041", "\\U000e0041"),
        ("  ", "␣␣"),
        ("\u3164", "\\u3164"),
        (f"{ACUTE}a", f"◌{ACUTE}a"),
        (f"a{ACUTE * 40}b", f"a{ACUTE * MARKS}b"),
    ],
)
def test_an_old_name_is_shown_with_what_is_hidden_in_it(name: str, told: str) -> None:
    assert shown(name) == told


def test_only_a_name_from_right_to_left_is_isolated_in_a_sentence() -> None:
    assert in_sentence("שרה") == "\u2068שרה\u2069"
    assert in_sentence("Anna") == "Anna"
    assert in_sentence("\u202eevil\u2069") == "\\u202eevil\\u2069"


@pytest.mark.parametrize("salt", ["", "x", "Glück auf!", "🎲", "x" * 128])
def test_a_salt_is_kept_as_it_was_typed(salt: str) -> None:
    assert player_salt(salt) == salt
    assert player_salt(f"e{ACUTE}") == f"e{ACUTE}"


@pytest.mark.parametrize(
    ("salt", "reason"), [("x" * 129, "too_long"), ("\n", "character"), ("a\u202e", "character")]
)
def test_a_salt_can_be_read_out(salt: str, reason: str) -> None:
    with pytest.raises(Unfit) as refused:
        player_salt(salt)
    assert refused.value.reason == reason
