"""Why an audit came to no verdict: a code with facts, and its sentence in every language."""

from msgspec import Struct, field

from domain.kernel.texts import Language, sentences

SENTENCES = sentences(__package__, "audit_failures")


class Failure(Struct, frozen=True):
    code: str
    facts: dict[str, int] = field(default_factory=dict)

    def told(self, language: Language) -> str:
        return SENTENCES[language][self.code].format(**self.facts)
