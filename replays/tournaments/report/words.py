"""What the report and the sheets of an event say, in one language."""

from collections.abc import Mapping

from domain.kernel.texts import Language, fill, sentences

SENTENCES = sentences(__package__, "report")


class Say:
    def __init__(self, language: Language, names: Mapping[int, str] | None = None) -> None:
        self.language, self._names = language, names or {}

    def __call__(self, key: str, **gaps: object) -> str:
        return fill(SENTENCES[self.language][key], gaps)

    def entrant(self, number: int) -> str:
        """Whoever has no name, or none that is told, is called by number."""
        return self._names.get(number) or self("number", number=number)

    def numbered(self, number: int) -> str:
        name = self._names.get(number)
        return self("named", name=name, number=number) if name else self("number", number=number)
