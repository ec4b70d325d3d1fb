"""A memory with a bound, whatever is put into it."""

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Remembered(OrderedDict[K, V], Generic[K, V]):
    """The last so many; whatever is forgotten can be found out again."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: K, value: V) -> V:
        self[key] = value
        while len(self) > self._most:
            self.popitem(last=False)
        return value
