"""Languages, sentences with gaps, and the pieces of a board drawn as text.

Sentences stand in `languages/<language>.json` of the package that says them, never in code: by
section and key, in every language the same keys with the same gaps. A gap `{count:card|cards}`
picks the first form for one and the second for any other number; `{number:az}` is the Hungarian
article before the number.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec

Language: TypeAlias = Literal["en", "de", "hu"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Sentences: TypeAlias = Mapping[Language, Mapping[str, str]]


@cache
def language_file(package: str, language: Language) -> Any:
    """All that a package says in a language."""
    file = files(package).joinpath("languages", f"{language}.json")
    return msgspec.json.decode(file.read_bytes())


def sentences(package: str, section: str) -> Sentences:
    """A section of a package's sentences, in every language."""
    return {language: language_file(package, language)[section] for language in LANGUAGES}


def name_in(names: Mapping[str, Any], language: Language, otherwise: str) -> str:
    """An organizer's own catalog need not know every language."""
    return str(names.get(language) or names.get("en") or otherwise)


class Count(int):
    """A number in a gap: `{n}` writes it, `{n:Worker|Workers}` the noun that goes with it, and
    `{n:az}` or `{n:Az}` its article in Hungarian."""

    def __format__(self, form: str) -> str:
        if form in ("az", "Az"):
            return form if _begins_with_a_vowel(self) else form[:-1]
        one, several, many = form.partition("|")
        if several:
            return one if self == 1 else many
        return super().__format__(form).replace("-", "−")


def fill(sentence: str, facts: Mapping[str, object]) -> str:
    """The sentence with the facts in its gaps."""
    counted = {gap: Count(v) if isinstance(v, int) else v for gap, v in facts.items()}
    return sentence.format(**counted)


def _begins_with_a_vowel(number: int) -> bool:
    """Said in Hungarian: egy, öt, ötven, ezer, egymillió."""
    digits = str(number)
    return digits[0] == "5" or (digits[0] == "1" and len(digits) % 3 == 1)


def signed(vp: int) -> str:
    return f"{Count(vp):+}" if vp else "0"


class Span(NamedTuple):
    """A piece of a drawn line; the terminal decides how a role looks, plain text ignores it."""

    text: str
    role: str = ""


Row: TypeAlias = list[Span]


def plain(rows: list[Row]) -> str:
    return "\n".join("".join(span.text for span in row).rstrip() for row in rows)
