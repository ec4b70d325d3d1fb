"""How far mining can still go, without trying it move by move (section 7.8).

Storing a card costs what loading it costs and takes no wagon, so whatever number of steps can be
made can be made by storing the first cards of the row and then loading some of what is stored.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from domain.kartenspiel.actions.wagon_room import (
    Counts,
    Loadable,
    WagonRoom,
    minus,
    plus,
    room_of,
)
from domain.kartenspiel.catalog import KartenspielCatalog

Steps = tuple[int, int]
"""The least and the most."""
ONES, TWOS, MORE_ONES, MORE_TWOS = 1, 2, 4, 8
"""Groups of cards with one and with two lorries, and those that come to them from the row."""


class Stored(NamedTuple):
    """What is in storage once some first cards of the row have been stored, too."""

    steps: int
    ones: Counts
    twos: Counts


class MiningReach:
    def __init__(
        self,
        catalog: KartenspielCatalog,
        row: Sequence[str],
        storage: Sequence[str],
        wagons: Mapping[str, int],
    ) -> None:
        """`wagons` are the empty ones, each with its track."""
        self._catalog, self._wagons = catalog, wagons
        nothing = (0,) * len(catalog.crests)
        stored = Stored(0, nothing, nothing)
        for card in storage:
            stored = self._and(stored, card)
        self._row, self._stored = row, stored._replace(steps=0)
        self._room = self._room_on(wagons)

    def makes(self, steps: Steps) -> bool:
        """Whether a number of steps within these can be made from here."""
        least, most = steps
        for stored in self._storings(most):
            cards = Loadable(self._room, (stored.ones, stored.twos))
            for total in range(max(least, stored.steps), most + 1):
                for ones, twos in splits(total - stored.steps):
                    if cards.takes((ones, ONES), (twos, TWOS)):
                        return True
        return False

    def makes_both(self, first: Steps, second: Steps) -> bool:
        """Whether one or more steps within the first can be made, and then some of the second."""
        return any(
            self._pair(now, later, first, second)
            for now in self._storings(first[1])
            for later in self._storings(now.steps + second[1])
            if later.steps >= now.steps
        )

    def loads_on(self, track: int, lorries: int, most: int) -> bool:
        """Whether so many lorries can be loaded on the track with at most so many steps.

        What is stored costs its steps; a card of the row can be loaded as it comes.
        """
        if lorries > most:
            return False
        room = self._room_on({w: t for w, t in self._wagons.items() if t == track})
        before = self._stored
        for stored in self._storings(most):
            row = minus(stored.ones, before.ones), minus(stored.twos, before.twos)
            cards = Loadable(room, (before.ones, before.twos, *row))
            for paid in range(most - stored.steps + 1):
                # A last card with two lorries may be one more than needed.
                if any(_loads(cards, paid, lorries - paid + spare) for spare in (0, 1)):
                    return True
        return False

    def _storings(self, most: int) -> Iterator[Stored]:
        """Storing nothing of the row, its first card, its first two ..., within so many steps."""
        stored = self._stored
        yield stored
        for card in self._row:
            stored = self._and(stored, card)
            if stored.steps > most:
                return
            yield stored

    def _and(self, stored: Stored, card: str) -> Stored:
        lorry = self._catalog.lorries[card]
        one = self._catalog.crest_units[lorry.crest]
        steps, ones, twos = stored.steps + lorry.lorries, stored.ones, stored.twos
        if lorry.lorries == 1:
            return Stored(steps, plus(ones, one), twos)
        return Stored(steps, ones, plus(twos, one))

    def _pair(self, now: Stored, later: Stored, first: Steps, second: Steps) -> bool:
        """Loads of the first steps from what is stored by then, of the second from all of it."""
        more = minus(later.ones, now.ones), minus(later.twos, now.twos)
        cards = Loadable(self._room, (now.ones, now.twos, *more))
        between = later.steps - now.steps
        totals = range(max(first[0], now.steps, 1), first[1] + 1)
        afterwards = range(max(second[0], between), second[1] + 1)
        return any(
            cards.takes((a, ONES), (b, TWOS), (c, ONES | MORE_ONES), (d, TWOS | MORE_TWOS))
            for total, after in product(totals, afterwards)
            for a, b in splits(total - now.steps)
            for c, d in splits(after - between)
        )

    def _room_on(self, wagons: Mapping[str, int]) -> WagonRoom:
        takes = [self._catalog.takes(wagon, track) for wagon, track in wagons.items()]
        return room_of(len(self._catalog.crests), takes)


def splits(lorries: int) -> Iterator[tuple[int, int]]:
    """As cards with one lorry and cards with two."""
    for twos in range(lorries // 2 + 1):
        yield lorries - 2 * twos, twos


def _loads(cards: Loadable, paid: int, free: int) -> bool:
    """So many lorries from storage, and so many from the row; none if less than none."""
    return any(
        cards.takes((a, ONES), (b, TWOS), (c, MORE_ONES), (d, MORE_TWOS))
        for a, b in splits(paid)
        for c, d in splits(free)
    )
