"""What free wagons can take at once, by counting instead of trying (Hall, Rado).

A lorry card fits a wagon by its crest alone, so cards of one crest are alike, and so are wagons
that take the same crests. How many cards can be loaded together is the least, over all sets of
crests, of the wagons for cards of that set and of the cards outside it.
"""

from collections.abc import Sequence
from operator import add, sub
from typing import Protocol

Counts = tuple[int, ...]
"""How many cards of each crest."""
Demand = tuple[int, int]
"""So many, and from which groups of cards, as bits."""


def plus(first: Counts, second: Counts) -> Counts:
    return tuple(map(add, first, second))


def minus(first: Counts, second: Counts) -> Counts:
    return tuple(map(sub, first, second))


MOST_COUNTED = 8
"""Of more crests there are too many sets."""


class WagonRoom(Protocol):
    def most(self, cards: Counts) -> int:
        """How many of the cards can be loaded together."""


def room_of(crests: int, wagons: Sequence[int]) -> WagonRoom:
    """`wagons` are the free ones, each by the crests that it takes, as bits."""
    return CountedRoom(crests, wagons) if crests <= MOST_COUNTED else AssignedRoom(wagons)


class CountedRoom:
    """By the sets of crests, of which there are 2 to the power of their number."""

    def __init__(self, crests: int, wagons: Sequence[int]) -> None:
        kinds: dict[int, int] = {}
        for takes in wagons:
            kinds[takes] = kinds.get(takes, 0) + 1
        self._room = [0] * (1 << crests)
        """By set of crests: the wagons that take one of them."""
        for takes, count in kinds.items():
            for crest_set in range(1 << crests):
                if takes & crest_set:
                    self._room[crest_set] += count

    def most(self, cards: Counts) -> int:
        inside = [0]
        for count in cards:
            inside += [known + count for known in inside]
        return inside[-1] + min(map(int.__sub__, self._room, inside))


class AssignedRoom:
    """By giving every card a wagon: for games of old on catalogs with very many crests."""

    def __init__(self, wagons: Sequence[int]) -> None:
        self._wagons = wagons

    def most(self, cards: Counts) -> int:
        holds: dict[int, int] = {}
        return sum(
            self._finds_room(crest, holds, set())
            for crest, count in enumerate(cards)
            for _ in range(count)
        )

    def _finds_room(self, crest: int, holds: dict[int, int], tried: set[int]) -> bool:
        """Whether there is a wagon for it, once what stands there has moved to another."""
        for wagon, takes in enumerate(self._wagons):
            if takes >> crest & 1 and wagon not in tried:
                tried.add(wagon)
                if wagon not in holds or self._finds_room(holds[wagon], holds, tried):
                    holds[wagon] = crest
                    return True
        return False


class Loadable:
    """Groups of cards, and what can be loaded of them together."""

    def __init__(self, room: WagonRoom, groups: Sequence[Counts]) -> None:
        self._room, self._groups = room, groups
        self._most: dict[int, int] = {}

    def takes(self, *demands: Demand) -> bool:
        """Whether all that is demanded can be loaded together, no card twice.

        It can if no part of the demands asks for more than can be loaded of its cards (Rado).
        """
        parts: list[Demand] = [(0, 0)]
        for count, among in demands:
            if count:
                parts += [(sum_ + count, groups | among) for sum_, groups in parts]
        return all(count <= self._most_of(among) for count, among in parts[1:])

    def _most_of(self, among: int) -> int:
        if among not in self._most:
            cards = (0,) * len(self._groups[0])
            for at, group in enumerate(self._groups):
                if among >> at & 1:
                    cards = plus(cards, group)
            self._most[among] = self._room.most(cards)
        return self._most[among]
