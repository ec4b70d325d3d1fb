"""What options and their values are called: the section `options` of a game's sentences.

By name, and by name and value; `<name>.seat` says a seat. Yes and no are the same in all games.
What has no words, as options of an organizer's own catalog, is said as it is.
"""

from domain.kernel.texts import Language, fill, sentences

SAID_OF_ALL_GAMES = sentences(__package__, "options")


class OptionWords:
    def __init__(self, package: str) -> None:
        self._said = sentences(package, "options")

    def name(self, option: str, language: Language) -> str:
        return self._said[language].get(option, option)

    def value(self, option: str, recorded: str, language: Language) -> str:
        """What entry 1 records, in words; a list one by one."""
        return ", ".join(self._one(option, value, language) for value in recorded.split(","))

    def told(self, option: str, recorded: str, language: Language) -> str:
        return f"{self.name(option, language)}: {self.value(option, recorded, language)}"

    def _one(self, option: str, value: str, language: Language) -> str:
        said = self._said[language]
        if value.isdecimal() and f"{option}.seat" in said:
            return fill(said[f"{option}.seat"], {"number": int(value) + 1})
        return said.get(f"{option}.{value}") or SAID_OF_ALL_GAMES[language].get(value, value)
