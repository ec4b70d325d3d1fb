"""The tree over the leaves as they are now, and whether it contains what was signed."""

import asyncio

from infra.transparency_log import DamagedLeaves, Head, TransparencyLog
from replays.tlog.frontier import Frontier, TileHash
from replays.tlog.malformed import Malformed
from replays.tlog.merkle import EMPTY_ROOT, leaf_hash
from replays.tlog.tiles import FULL, HEIGHT
from services.transparency.tiles import LogTiles

AT_ONCE = 16 * FULL
"""Leaves that are read together."""
REMEMBERED = 1000
"""Roots of sizes that were reached."""


class CheckedTree:
    """It grows with what is read; only what it was never asked about is read again."""

    def __init__(self, log: TransparencyLog) -> None:
        self._log = log
        self.begin_again()

    def begin_again(self) -> None:
        """Nothing is believed of what was read before."""
        self._frontier = Frontier()
        self._roots = {0: EMPTY_ROOT}
        self.hashes: list[TileHash] = []
        """Those of tiles, as far as nobody has stored them."""

    @property
    def size(self) -> int:
        return self._frontier.size

    def root(self) -> bytes:
        return self._frontier.root()

    async def root_at(self, size: int) -> bytes:
        """DamagedLeaves if there are not so many."""
        if size not in self._roots:
            if size < self.size:
                self.begin_again()
            await self.grow(size)
        return self._roots[size]

    async def grow(self, size: int) -> None:
        while self.size < size:
            until = min(size, self.size + AT_ONCE)
            entries = [leaf.entry() for leaf in await self._log.leaves(self.size, until)]
            await asyncio.to_thread(self._add, entries)
        self._roots[size] = self.root()
        while len(self._roots) > REMEMBERED:
            del self._roots[next(iter(self._roots))]

    def _add(self, entries: list[bytes]) -> None:
        for entry in entries:
            self.hashes += self._frontier.add(leaf_hash(entry))


async def root_of_bundle(log: TransparencyLog, head: Head, n: int) -> bytes:
    """Of the leaves of a full bundle; Malformed if the tiles do not lead to the head's root."""
    reader = await LogTiles(log).reader(head, n * FULL)
    return reader.read(HEIGHT, n)


async def is_as_signed(log: TransparencyLog, head: Head, n: int) -> bool:
    """Whether the leaves of bundle n are still those from which the head's root was made."""
    try:
        reader = await LogTiles(log).reader(head, n * FULL)
        if (n + 1) * FULL <= head.size:
            reader.read(0, n * FULL)
    except (DamagedLeaves, Malformed):
        return False
    return True
