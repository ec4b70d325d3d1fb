"""Nothing appears and nothing vanishes: what a game answers if something has."""

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.kernel.telling import Speaker
from domain.kernel.texts import Count, Language, Sentences


class Imbalance:
    """Something that does not add up: a code, and facts for its sentence."""

    def __init__(self, code: str, **facts: str | int) -> None:
        self.code, self.facts = code, facts

    def __repr__(self) -> str:
        return f"Imbalance({self.code!r}, {self.facts!r})"


TellImbalance: TypeAlias = Callable[[Imbalance, Language], str]


def imbalance_teller(
    speaker: Callable[[Language], Speaker[Any]], sentences: Sentences
) -> TellImbalance:
    """By code, in every language; facts are said as the fields of events are."""

    def tell(imbalance: Imbalance, language: Language) -> str:
        gaps = speaker(language).filled(imbalance.facts)
        said = {gap: Count(v) if isinstance(v, int) else v for gap, v in gaps.items()}
        return sentences[language][imbalance.code].format(**said)

    return tell
