"""What is offered, in words: a sentence, the verb it is listed under, the places that it touches.

A place on the board has one name, whoever speaks of it: `<kind>.<id>` for what lies in common,
`seat.<number>.<kind>.<id>` for what belongs to a seat. Ids are those of views and catalogs, and may
hold dots themselves, so a name is compared whole and never taken apart.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar, cast

from msgspec import Struct

from domain.kernel.catalog import Catalog
from domain.kernel.hints import Hint
from domain.kernel.names import in_sentence
from domain.kernel.seals import Seat
from domain.kernel.telling import Speaker
from domain.kernel.texts import Language


class OnCatalog(Protocol):
    """A state, which knows the components it is played with."""

    @property
    def catalog(self) -> Catalog: ...


S = TypeVar("S", bound=OnCatalog)
Say = TypeVar("Say", bound=Speaker[Any])


class Described(Struct, frozen=True):
    text: str
    """A sentence; of a draft that has grown, what was added to it."""
    verb: str
    """What kind of thing it is to do: offers of one verb are listed together."""
    touches: tuple[str, ...] = ()
    """The places on the board, from what is taken to where it goes."""


Wording: TypeAlias = Callable[[Any], Described]
"""Given an action that is offered."""


class Describe(Protocol):
    def __call__(
        self,
        state: Any,
        seat: Seat,
        draft: Any,
        language: Language,
        names: Sequence[str] = (),
    ) -> Wording:
        """For all that `choices` offers the seat with this draft."""


class Headings(Protocol):
    def __call__(self, language: Language, verb: str) -> str:
        """What stands above the offers of a verb."""


def described(text: str, verb: str, *touches: str) -> Described:
    """The sentence begins as sentences do, whatever fills its first gap."""
    return Described(text[:1].upper() + text[1:], verb, touches)


class Describer(Generic[S, Say]):
    """Tells one offer after the other; a game's own has a method per verb."""

    speaker: ClassVar[type[Speaker[Any]]]

    def __init__(
        self, state: S, seat: Seat, draft: Any, language: Language, names: Sequence[str] = ()
    ) -> None:
        self.state, self.seat, self.draft = state, seat, draft
        said = [*map(in_sentence, names)]
        self.say = cast("Say", self.speaker(language, said, state.catalog))

    def told(self, verb: str, variant: str = "", *touches: str, **gaps: object) -> Described:
        key = f"choice.{verb}.{variant}" if variant else f"choice.{verb}"
        return described(self.say(key, **gaps), verb, *touches)

    def offered(self, action: Any) -> Described:
        raise NotImplementedError

    @classmethod
    def describe(
        cls, state: Any, seat: Seat, draft: Any, language: Language, names: Sequence[str] = ()
    ) -> Wording:
        return cls(state, seat, draft, language, names).offered

    @classmethod
    def heading(cls, language: Language, verb: str) -> str:
        return cls.speaker.all_phrases[language][f"verb.{verb}"]

    @classmethod
    def explain_hint(cls, hint: Hint, language: Language) -> str:
        """Why a bot would do so."""
        say = cls.speaker(language)
        if hint.worth is None:
            return say("hint.habit")
        if hint.among == 1:
            return say("hint.only")
        worth = f"{hint.worth:.1f}".replace("-", "−").replace(".", say("hint.point"))
        return say("hint.why", worth=worth, count=hint.among)


def of_seat(seat: Seat, *parts: object) -> str:
    """The name of a place that belongs to a seat."""
    return ".".join(("seat", str(seat), *map(str, parts)))


def at(*parts: object) -> str:
    """The name of a place that lies in common."""
    return ".".join(map(str, parts))
