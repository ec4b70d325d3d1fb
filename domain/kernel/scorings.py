"""Scorings as data: what was counted, for which place, for how many points, and why.

Made from the events of a settlement, next to the sentences that tell them. Whatever stands here by
seat has an entry per seat, in clockwise order.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from domain.kernel.catalog import Catalog
from domain.kernel.names import in_sentence
from domain.kernel.seals import Fact
from domain.kernel.telling import Speaker
from domain.kernel.texts import Language

E = TypeVar("E", bound=Fact)
S = TypeVar("S", bound=Speaker[Any])


class Reason(Struct, frozen=True):
    """One card of a player's, and what it gives."""

    seat: int
    """Whose card it is."""
    card: str
    """Its id in the catalog."""
    name: str
    """What it says, in the caller's language."""
    count: int | None
    """What the player has of what it counts; null if it is worth the same for everybody."""
    points: int
    """What it gives."""


class ElementScoring(Struct, frozen=True):
    element: str
    """Its id: in the catalog, or the name of a category."""
    name: str
    """In the caller's language."""
    counts: tuple[int, ...] | None
    """By seat: what each player has of it; null if it is not counted but added up from cards."""
    places: tuple[int | None, ...] | None
    """By seat: 1 and 2 score, and equals share one; null if everybody scores for themselves."""
    points: tuple[int, ...]
    """By seat."""
    events: tuple[int, ...]
    """By seat: which event of the entry says so, like the 3 of `17.3`."""
    why: str
    """A clause in the caller's language: who tied, or the rule; empty if there is none."""
    reasons: tuple[Reason, ...] = ()
    """Card by card, where that is recorded."""


class ScoringTable(Struct, frozen=True):
    title: str
    """In the caller's language."""
    section: str
    """Of the rules: how this is counted."""
    elements: tuple[ElementScoring, ...]
    """In the order in which they are scored."""
    points: tuple[int, ...]
    """By seat: of all its elements together."""
    totals: tuple[int, ...] | None
    """By seat: what the players have with it; null if `points` are that, or nothing says it."""


class Settlement(Struct, frozen=True):
    title: str
    """Of its tables together."""
    tables: tuple[ScoringTable, ...]
    """Of the shift or round, and of the end."""
    notes: tuple[int, ...]
    """The events that are worth a sentence beside the tables, by their number in the entry."""
    tie_break: str
    """A sentence: what set players with equal points apart. Empty if nothing had to, or if the
    sentence of the result says it."""


class Scorings(Protocol):
    def __call__(
        self,
        events: Sequence[Fact],
        language: Language,
        names: Sequence[str] = (),
        catalog: Catalog | None = None,
    ) -> Settlement: ...


def scorings_by(
    speaker: Callable[[Language, Sequence[str], Catalog | None], S],
    read: Callable[[S, Sequence[Fact]], Settlement],
) -> Scorings:
    """`scorings` of a game, said by its speaker."""

    def scorings(
        events: Sequence[Fact],
        language: Language,
        names: Sequence[str] = (),
        catalog: Catalog | None = None,
    ) -> Settlement:
        return read(speaker(language, [*map(in_sentence, names)], catalog), events)

    return scorings


def settlement(
    tables: Sequence[ScoringTable], notes: Iterable[int], tie_break: str = ""
) -> Settlement:
    title = " · ".join(table.title for table in tables)
    return Settlement(title, tuple(tables), tuple(notes), tie_break)


def table(
    title: str,
    section: str,
    elements: Sequence[ElementScoring],
    totals: tuple[int, ...] | None = None,
) -> ScoringTable:
    columns = zip(*(element.points for element in elements), strict=True)
    # A corrected catalog may have a shift in which nothing is scored.
    points = tuple(map(sum, columns)) or (0,) * len(totals or ())
    return ScoringTable(title, section, tuple(elements), points, totals)


def scored_at_once(
    at: int,
    element: str,
    name: str,
    *,
    counts: tuple[int, ...],
    points: tuple[int, ...],
    why: str,
    places: tuple[int | None, ...] | None = None,
) -> ElementScoring:
    """An element that event number `at` scores for all seats."""
    return ElementScoring(
        element=element,
        name=name,
        counts=counts,
        places=places,
        points=points,
        events=(at,) * len(points),
        why=why,
    )


def numbered(events: Sequence[Fact], kind: type[E]) -> Iterator[tuple[int, E]]:
    """Those of one kind, with their numbers in the entry."""
    for number, event in enumerate(events, 1):
        if isinstance(event, kind):
            yield number, event


def notes(events: Sequence[Fact], silent: frozenset[type[Fact]]) -> Iterator[int]:
    """All but those that the tables say, or that say nothing of the scoring."""
    return (number for number, event in enumerate(events, 1) if type(event) not in silent)
