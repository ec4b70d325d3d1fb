"""If it were scored now: what the settlement would give at this moment, as far as one can tell.

A game answers with the events that its settlement would write (`ScoredNow`), told by the same
`scorings` as the real ones; here they become tables in which nothing stands that is hidden.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from domain.kernel.scorings import ElementScoring, ScoringTable, Settlement
from domain.kernel.seals import Fact, Seat

Known = tuple[int | None, ...]
"""By seat; null where the reader cannot tell."""


class ScoredNow(Struct, frozen=True):
    """What a game says of a moment, for one reader."""

    events: Sequence[Fact] = ()
    """Those of a settlement that score; none before the first shift or round, and after the end."""
    hidden: Mapping[str, frozenset[Seat]] = {}
    """By element: the seats of which the reader cannot tell what they have of it."""
    later: frozenset[str] = frozenset()
    """The elements that are not scored after the shift that is played."""
    totals: tuple[int, ...] | None = None
    """By seat, where everybody knows them, though perhaps not what they are made of."""


class ElementNow(Struct, frozen=True):
    element: str
    """Its id: in the catalog, or the name of a category."""
    name: str
    """In the caller's language."""
    counts: Known
    """By seat: what each player has of it; null where that is hidden from the caller."""
    places: Known | None
    """By seat: 1 is the leader of the majority, and equals share a place; null for who has none.
    All are null if the caller cannot tell. Null altogether if everybody scores for themselves."""
    points: Known
    """By seat; null where the caller cannot tell."""
    first: int | None
    """What the first place of a majority gives; null if nobody has it, or one cannot tell who."""
    scored: bool
    """Whether the shift or round that is played scores it; if not, it gives no points yet."""
    why: str
    """A clause in the caller's language: who tied, or the rule; empty if there is none."""


class TableNow(Struct, frozen=True):
    title: str
    """In the caller's language."""
    section: str
    """Of the rules: how this is counted."""
    elements: tuple[ElementNow, ...]
    """In the order in which they are scored."""
    points: Known
    """By seat: of all its elements together; null where the caller cannot tell."""


class IfScored(Struct, frozen=True):
    points: tuple[int, ...]
    """By seat: what the players have."""
    tables: tuple[TableNow, ...]
    """Of the shift or round that is played, and of the end, as if both came now. None before the
    first shift or round, and after the end."""
    totals: Known
    """By seat: what the players would have then; null where the caller cannot tell."""


def if_scored(now: ScoredNow, told: Settlement, points: tuple[int, ...]) -> IfScored:
    """`told` is what `scorings` makes of the events."""
    tables = tuple(_table(now, table) for table in told.tables)
    totals: Known = now.totals if now.totals is not None else points
    if now.totals is None:
        for table in tables:
            totals = tuple(map(_sum, zip(totals, table.points, strict=True)))
    return IfScored(points, tables, totals)


def _table(now: ScoredNow, table: ScoringTable) -> TableNow:
    elements = tuple(_element(now, element) for element in table.elements)
    columns = zip(*(element.points for element in elements), strict=True)
    points = tuple(map(_sum, columns)) or table.points
    return TableNow(table.title, table.section, elements, points)


def _element(now: ScoredNow, element: ElementScoring) -> ElementNow:
    hidden = now.hidden.get(element.element, frozenset())
    counts = tuple(None if seat in hidden else n for seat, n in enumerate(_counts(element)))
    places = element.places
    if places is not None and hidden:
        places = (None,) * len(places)
    scored = element.element not in now.later
    return ElementNow(
        element=element.element,
        name=element.name,
        counts=counts,
        places=places,
        points=_points(element, counts, hidden) if scored else (0,) * len(element.points),
        first=None if hidden else _first(element),
        scored=scored,
        why="" if hidden else element.why,
    )


def _counts(element: ElementScoring) -> tuple[int, ...]:
    """Where points are added up from cards, the cards."""
    if element.counts is not None:
        return element.counts
    owners = [reason.seat for reason in element.reasons]
    return tuple(owners.count(seat) for seat in range(len(element.points)))


def _points(element: ElementScoring, counts: Known, hidden: frozenset[Seat]) -> Known:
    if not hidden:
        return element.points
    if element.places is None:
        return tuple(None if seat in hidden else own for seat, own in enumerate(element.points))
    # Who has nothing of it has no place, whatever the others have.
    return tuple(0 if count == 0 else None for count in counts)


def _first(element: ElementScoring) -> int | None:
    if element.places is None or 1 not in element.places:
        return None
    return element.points[element.places.index(1)]


def _sum(numbers: Sequence[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None
