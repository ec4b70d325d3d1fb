"""What players call themselves: what is taken at the door, and how any name is shown.

The log keeps a name as it was given, and old logs hold names that were never checked. So a name is
checked once, where a game is created, and made harmless wherever it is shown.

A joiner (U+200C, U+200D) is invisible and of no use in most scripts, but Persian, the scripts of
India and composed emoji are misspelt without it: it is taken where it does something, and nowhere
else. Two seats may bear the same name: a name is a label, the seat says who it is, and two Annas at
one table are no mistake.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from unicodedata import bidirectional, category, combining, normalize

LONGEST = 40
TYPED = 4
"""Times as long it may be before it is composed, which takes quadratic time where marks follow on
marks."""
MARKS = 4
"""So many in a row; no living language needs more."""
LONGEST_SALT = 128

NOTHING_TO_SEE = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that are blank: the fillers of Hangul, and Braille without a dot."""
JOINERS = "\u200c\u200d"
VIRAMA = 9
"""The combining class of the sign after which a joiner chooses the form of an Indic letter."""
DOTTED_CIRCLE = "\u25cc"
"""What a mark is shown on that has no letter."""
BLANK = "\u2423"
ISOLATED = "\u2068{}\u2069"


class Unfit(Exception):
    """Text that is not taken at the door. `reason` is stable; `facts` fill its sentence."""

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason)
        self.reason, self.facts = reason, facts


def player_name(typed: str, longest: int = LONGEST) -> str:
    """As it goes into the log: composed (NFC), without blanks around it; Unfit if it cannot.

    Clubs and events are called by the same rules, but may have longer names.
    """
    if len(typed) > TYPED * longest:
        raise Unfit("too_long", length=len(typed), limit=longest)
    name = normalize("NFC", typed)
    if not any(map(_is_visible, name)):
        raise Unfit("blank")
    _refuse_unshowable(name)
    name = name.strip()
    if len(name) > longest:
        raise Unfit("too_long", length=len(name), limit=longest)
    if _is_mark(name[0]) or len(_marks_bounded(name)) < len(name):
        raise Unfit("marks", limit=MARKS)
    return name


def player_salt(typed: str) -> str:
    """As it was typed, because the deal comes from its exact bytes; Unfit if it cannot be told."""
    if len(typed) > LONGEST_SALT:
        raise Unfit("too_long", length=len(typed), limit=LONGEST_SALT)
    _refuse_unshowable(typed)
    return typed


@lru_cache(4096)
def shown(name: str) -> str:
    """Safe to print: what cannot be seen is written out, and marks do not pile up."""
    if name.isascii() and name.isprintable() and not name.isspace():
        return name
    visible = "".join(
        written_out(one) if _is_unshowable(name, at) else one for at, one in enumerate(name)
    )
    if visible.isspace():
        return BLANK * len(visible)
    on_something = DOTTED_CIRCLE + visible if _is_mark(visible[:1]) else visible
    return _marks_bounded(on_something)


@lru_cache(4096)
def in_sentence(name: str) -> str:
    """The same, and if it is written from right to left the words around it keep their order."""
    said = shown(name)
    return ISOLATED.format(said) if any(map(_is_from_right_to_left, said)) else said


def written_out(one: str) -> str:
    """`\\u202e` instead of the character."""
    return f"\\u{ord(one):04x}" if ord(one) <= 0xFFFF else f"\\U{ord(one):08x}"


def is_control(one: str) -> bool:
    """Controls, formats, surrogates, private use, unassigned; ends of lines and paragraphs."""
    return category(one) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def named(names: Sequence[str], seat: int) -> str:
    """A seat's name; empty if it was erased: boards then say a number."""
    return names[seat] if seat < len(names) else ""


def _refuse_unshowable(text: str) -> None:
    for at, one in enumerate(text):
        if _is_unshowable(text, at):
            raise Unfit("character", character=f"U+{ord(one):04X}")


def _is_unshowable(text: str, at: int) -> bool:
    one = text[at]
    if one in JOINERS:
        return not _joins(text, at)
    return one in NOTHING_TO_SEE or is_control(one)


def _joins(text: str, at: int) -> bool:
    """After an Indic virama, between two letters of Arabic, or between the parts of an emoji."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if not before or not after:
        return False
    if combining(before) == VIRAMA or bidirectional(before) == bidirectional(after) == "AL":
        return True
    is_part_of_emoji = category(before) in ("So", "Sk") or before == "\ufe0f"
    return text[at] == "\u200d" and is_part_of_emoji and category(after) in ("So", "Sm")


def _is_visible(one: str) -> bool:
    kind = category(one)
    return not (kind[0] in "ZM" or kind in ("Cc", "Cf") or one in NOTHING_TO_SEE)


def _is_mark(one: str) -> bool:
    return bool(one) and category(one)[0] == "M"


def _is_from_right_to_left(one: str) -> bool:
    return bidirectional(one) in ("R", "AL", "AN")


def _marks_bounded(name: str) -> str:
    return "".join(_without_further_marks(name))


def _without_further_marks(name: str) -> Iterator[str]:
    in_a_row = 0
    for one in name:
        in_a_row = in_a_row + 1 if _is_mark(one) else 0
        if in_a_row <= MARKS:
            yield one
