"""Languages, sentences with gaps, and the pieces of a board drawn as text."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias, get_args

Language: TypeAlias = Literal["en", "de", "hu"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


class Refusal(NamedTuple):
    """What a refusal code means: the section of the rules document, and a sentence a language."""

    section: str
    sentence: Mapping[Language, str]


class Count(int):
    """A number in a gap: `{n}` writes it, `{n:Worker|Workers}` the noun that goes with it."""

    def __format__(self, form: str) -> str:
        one, several, many = form.partition("|")
        if several:
            return one if self == 1 else many
        return super().__format__(form).replace("-", "−")


def signed(vp: int) -> str:
    return f"{Count(vp):+}" if vp else "0"


class Span(NamedTuple):
    """A piece of a drawn line; the terminal decides how a role looks, plain text ignores it."""

    text: str
    role: str = ""


Row: TypeAlias = list[Span]


def plain(rows: list[Row]) -> str:
    return "\n".join("".join(span.text for span in row).rstrip() for row in rows)
