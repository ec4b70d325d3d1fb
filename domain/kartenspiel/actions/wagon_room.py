"""What free wagons can take at once, by counting instead of trying (Hall, Rado).

A lorry card fits a wagon by its crest alone, so cards of one crest are alike, and so are wagons
that take the same crests. How many cards can be loaded together is the least, over all sets of
crests, of the wagons for cards of that set and of the cards outside it.
"""

from collections.abc import Iterable, Sequence
from operator import add, sub

Counts = tuple[int, ...]
"""How many cards of each crest."""
Demand = tuple[int, int]
"""So many, and from which groups of cards, as bits."""


def plus(first: Counts, second: Counts) -> Counts:
    return tuple(map(add, first, second))


def minus(first: Counts, second: Counts) -> Counts:
    return tuple(map(sub, first, second))


class WagonRoom:
    def __init__(self, crests: int, wagons: Iterable[int]) -> None:
        """`wagons` are the free ones, each by the crests that it takes, as bits."""
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
        """How many of the cards can be loaded together."""
        inside = [0]
        for count in cards:
            inside += [known + count for known in inside]
        return inside[-1] + min(map(int.__sub__, self._room, inside))


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
