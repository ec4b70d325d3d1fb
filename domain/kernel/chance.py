"""The committed chance: every shuffle and draw of a game, computed from one secret.

key      = HMAC-SHA256(secret, JSON array of the seats' salts, null where a seat gave none)
block(i) = HMAC-SHA256(key, label + "#" + i), i = 0, 1, 2 ... in decimal, read as four numbers
           of 64 bits, big-endian
below(n) = the next number x with x < 2^64 - (2^64 mod n), taken mod n; others are thrown away

A label names one use and is never used twice in a game. `docs/replay-format.md` says the same for
people who check a deal without this code.
"""

import hmac
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

import msgspec

from domain.kernel.errors import ChanceUnknown

T = TypeVar("T")

SPAN = 2**64


class Chance(Protocol):
    def shuffled(self, label: str, items: Sequence[T], /) -> list[T]: ...

    def pick(self, label: str, items: Sequence[T], /) -> T: ...


class Lots(Protocol):
    def below(self, label: str, limit: int, /) -> int: ...


class CommittedChance:
    def __init__(self, secret: bytes, salts: Sequence[str | None] = ()) -> None:
        self._key = hmac.digest(secret, msgspec.json.encode(list(salts)), "sha256")

    def shuffled(self, label: str, items: Sequence[T]) -> list[T]:
        """Fisher and Yates, from the last place down to the second."""
        deck, numbers = list(items), self._numbers(label)
        for place in range(len(deck) - 1, 0, -1):
            other = _below(numbers, place + 1)
            deck[place], deck[other] = deck[other], deck[place]
        return deck

    def pick(self, label: str, items: Sequence[T]) -> T:
        return items[self.below(label, len(items))]

    def below(self, label: str, limit: int) -> int:
        """A number from 0 to limit - 1."""
        return _below(self._numbers(label), limit)

    def salt(self, label: str) -> str:
        """128 bits that nobody without the secret can guess; no label of a draw begins with NUL."""
        return hmac.digest(self._key, f"\0{label}".encode(), "sha256")[:16].hex()

    def _numbers(self, label: str) -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.digest(self._key, f"{label}#{block}".encode(), "sha256")
            for at in range(0, len(digest), 8):
                yield int.from_bytes(digest[at : at + 8], "big")
            block += 1


class SealedChance:
    """The chance of a game whose secret the reader cannot open."""

    def shuffled(self, label: str, _items: Sequence[T], /) -> list[T]:
        raise ChanceUnknown(label)

    def pick(self, label: str, _items: Sequence[T], /) -> T:
        raise ChanceUnknown(label)

    def below(self, label: str, _limit: int, /) -> int:
        raise ChanceUnknown(label)


def _below(numbers: Iterator[int], limit: int) -> int:
    fair = SPAN - SPAN % limit
    return next(number for number in numbers if number < fair) % limit
