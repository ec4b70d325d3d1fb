"""The moments of a game that are worth finding again: what a table of contents lists."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from domain.kernel.catalog import Catalog
from domain.kernel.names import in_sentence
from domain.kernel.scored_now import ElementNow, IfScored
from domain.kernel.seals import Seat
from domain.kernel.telling import SAID_OF_ALL_GAMES, Speaker
from domain.kernel.texts import Language

Notable = Literal["delivery", "look", "shortage", "goal"]
"""Kinds of events: a delivery or sale, a secret look, something ran out, a first arrival."""
Kind = Notable | Literal["lead", "majority", "scoring", "ruling"]


class LeadChange(Struct, frozen=True):
    """The lead in points, or in an element that places score, has passed on."""

    element: str | None
    """The element; null for points."""
    gained: tuple[Seat, ...]
    """Who leads now and did not before."""
    lost: tuple[Seat, ...]
    """Who led and does not any more."""
    text: str
    """A sentence."""


class _Speaker(Speaker[Any]):
    """Of what all games say alike."""

    built_in: Catalog | None = None
    all_phrases = SAID_OF_ALL_GAMES

    def inside(self, title: str) -> str:
        """Some languages write common nouns small inside a sentence."""
        small = self("element.inside_a_phrase") == "lower case"
        return title[:1].lower() + title[1:] if small else title

    def changed(
        self, before: Sequence[Seat], now: Sequence[Seat], element: ElementNow | None, worth: int
    ) -> LeadChange:
        gained = tuple(seat for seat in now if seat not in before)
        lost = tuple(seat for seat in before if seat not in now)
        subject, others = gained or now, lost or before
        way = "taken" if not before else "taken_from" if lost else "shared"
        phrase = f"{'lead' if element is None else 'majority'}.{way if now else 'lost'}"
        text = self(
            phrase,
            players=self.players(subject) if subject else "",
            others=self.players(others) if others else "",
            count=len(subject or others),
            element=self.inside(element.name) if element else "",
            points=worth,
        )
        return LeadChange(element.element if element else None, gained, lost, text)


def lead_changes(
    before: IfScored, now: IfScored, language: Language, names: Sequence[str] = ()
) -> Iterator[LeadChange]:
    """Only where both moments can tell who leads."""
    say = _Speaker(language, [*map(in_sentence, names)])
    were, are = _ahead(before.points), _ahead(now.points)
    if were != are:
        yield say.changed(were, are, None, 0)
    known = {element.element: element for element in _majorities(before)}
    for element in _majorities(now):
        old = known.get(element.element)
        if old is None or _is_hidden(old) or _is_hidden(element):
            continue
        were, are = _first(old), _first(element)
        if were != are:
            yield say.changed(were, are, element, element.first or old.first or 0)


def _majorities(standing: IfScored) -> Iterator[ElementNow]:
    for table in standing.tables:
        yield from (element for element in table.elements if element.places is not None)


def _is_hidden(element: ElementNow) -> bool:
    return None in element.counts


def _first(element: ElementNow) -> tuple[Seat, ...]:
    return tuple(seat for seat, place in enumerate(element.places or ()) if place == 1)


def _ahead(points: Sequence[int]) -> tuple[Seat, ...]:
    """Nobody as long as all have the same."""
    if len(set(points)) < 2:
        return ()
    return tuple(seat for seat, own in enumerate(points) if own == max(points))
