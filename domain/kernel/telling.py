"""Telling events: a speaker fills the phrases of one language, a teller what needs more words.

An event's sentence stands among a game's phrases under the event's tag, and the event's own fields
fill its gaps. A teller belongs to an event that has several sentences, or needs more words.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import UNSET

from domain.kernel.catalog import Catalog
from domain.kernel.events import GameCreated, NamesErased
from domain.kernel.names import in_sentence, named
from domain.kernel.seals import Fact
from domain.kernel.texts import Language, Sentences, fill, name_in, sentences

C = TypeVar("C", bound=Catalog)
S = TypeVar("S", bound="Speaker[Any]")
E = TypeVar("E", bound=Fact)
SAID_OF_ALL_GAMES = sentences(__package__, "phrases")


class Speaker(Generic[C]):
    """Players and numbers; a game's own speaker adds its cards and places."""

    built_in: C
    all_phrases: ClassVar[Sentences]
    gap_words: ClassVar[Mapping[str, Callable[[Any, Any], str]]] = {}
    """How a field of an event is said, by the field's name; numbers need nothing."""
    gap_names: ClassVar[Mapping[str, str]] = {}
    """The gap that a field fills, where it is not called like the field."""

    def __init__(
        self, language: Language, names: Sequence[str] = (), catalog: Catalog | None = None
    ) -> None:
        """A catalog of another game, or none, is as good as the built-in one."""
        self.language, self.names = language, names
        self.catalog: C = catalog if isinstance(catalog, type(self.built_in)) else self.built_in
        self.phrases = self.all_phrases[language]

    def __call__(self, phrase: str, **gaps: object) -> str:
        return fill(self.phrases[phrase], gaps)

    def gaps(self, event: Fact) -> dict[str, object]:
        """What an event's own fields put into the gaps of its sentence."""
        return self.filled({field: getattr(event, field) for field in event.__struct_fields__})

    def filled(self, facts: Mapping[str, Any]) -> dict[str, object]:
        """Gaps and what is said in them: some facts have words, numbers are numbers."""
        found: dict[str, object] = {}
        for field, value in facts.items():
            word = self.gap_words.get(field)
            if word and value is not None and value is not UNSET:
                found[self.gap_names.get(field, field)] = word(self, value)
            elif isinstance(value, int):
                found[field] = value
        return found

    def called(self, names: Mapping[str, Any] | None, otherwise: str) -> str:
        """What the catalog calls something, if it knows it."""
        return name_in(names or {}, self.language, otherwise)

    def player(self, seat: int) -> str:
        """By name, or by number if the name is not known or was erased."""
        named = self.names[seat] if seat < len(self.names) else ""
        return named or self("player", number=seat + 1)

    def seated(self, event: GameCreated) -> list[str]:
        """Everybody who plays, as the event names them, or by number."""
        names = () if event.players is UNSET else event.players
        return [in_sentence(named(names, seat)) or self.player(seat) for seat in range(event.count)]

    def players(self, seats: Iterable[int]) -> str:
        *others, last = map(self.player, seats)
        return self("and", others=", ".join(others), last=last) if others else last


def sentence(say: Speaker[Any], event: Fact, variant: str = "", **gaps: object) -> str:
    """The event's sentence, its gaps filled from its fields and from what is given."""
    tag = str(event.__struct_config__.tag)
    return say(f"{tag}.{variant}" if variant else tag, **{**say.gaps(event), **gaps})


class Tellers(Generic[S]):
    """`tell` of a game: one sentence. What is sealed and not opened is told by its number only."""

    def __init__(self, speaker: Callable[[Language, Sequence[str], Catalog | None], S]) -> None:
        self._speaker = speaker
        self._tellers: dict[type[Fact], Callable[[S, Any], str]] = {}

    def on(self, event: type[E]) -> Callable[[Callable[[S, E], str]], Callable[[S, E], str]]:
        def register(teller: Callable[[S, E], str]) -> Callable[[S, E], str]:
            self._tellers[event] = teller
            return teller

        return register

    def __call__(
        self,
        event: Any,
        language: Language,
        names: Sequence[str] = (),
        catalog: Catalog | None = None,
    ) -> str:
        if isinstance(event, NamesErased):
            return SAID_OF_ALL_GAMES[language]["names_erased"]
        say = self._speaker(language, [*map(in_sentence, names)], catalog)
        teller = self._tellers.get(type(event))
        return teller(say, event) if teller else sentence(say, event)
