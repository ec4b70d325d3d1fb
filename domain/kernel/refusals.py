"""What refusal codes mean: the rule's section, and a sentence that the facts fill."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from domain.kernel.errors import RuleViolation
from domain.kernel.texts import LANGUAGES, Language, fill, sentences


class Refusal(NamedTuple):
    """What a refusal code means."""

    section: str
    """Of the rules document."""
    sentence: Mapping[Language, str]
    """With its gaps."""


def refusals_of(package: str, sections: Mapping[str, str]) -> dict[str, Refusal]:
    """By code; `sections` says where the rules document has the rule."""
    said = sentences(package, "refusals")
    return {
        code: Refusal(section, {language: said[language][code] for language in LANGUAGES})
        for code, section in sections.items()
    }


def explainer(refusals: Mapping[str, Refusal]) -> Callable[[RuleViolation, Language], str]:
    def explain(refusal: RuleViolation, language: Language) -> str:
        """The sentence with the refusal's facts in its gaps."""
        return fill(refusals[refusal.code].sentence[language], refusal.facts)

    return explain
