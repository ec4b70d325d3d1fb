"""Why the verifier doubts or denies: a code with facts, and its sentence in every language."""

from msgspec import Struct, field

from domain.kernel.conservation import Imbalance
from domain.kernel.texts import Count, Language, sentences
from domain.registry import GAMES

SENTENCES = sentences(__package__, "reasons")


class Reason(Struct, frozen=True):
    code: str
    facts: dict[str, str | int] = field(default_factory=dict)

    def told(self, language: Language) -> str:
        numbers = {name: Count(fact) for name, fact in self.facts.items() if isinstance(fact, int)}
        words = {**self.facts, **numbers}
        if self.code == "conservation.unbalanced":
            words["problem"] = self._problem(language)
        return SENTENCES[language][self.code].format(**words)

    def _problem(self, language: Language) -> str:
        """What does not add up is the game's to say; older reports hold a sentence in English."""
        name, _, code = str(self.facts["problem"]).partition("/")
        game = GAMES.get(name)
        if game is None:
            return name
        facts = {
            name: fact for name, fact in self.facts.items() if name not in ("event", "problem")
        }
        return game.tell_imbalance(Imbalance(code, **facts), language)
