"""The tiles of the log, made of its leaves, and what is proven with them.

Nothing is served of leaves that no signed head contains. A full tile never changes; a partial one
is part of it, so every size that was ever signed has its tiles.
"""

from infra.transparency_log import DamagedLeaves, Head, TransparencyLog
from replays.tlog.malformed import Malformed
from replays.tlog.merkle import inclusion_proof, leaf_hash
from replays.tlog.note import Note
from replays.tlog.proof import Proof
from replays.tlog.tiles import (
    ENTRIES,
    FULL,
    HEIGHT,
    Tile,
    TileReader,
    partial_tiles,
    write_bundle,
)
from services.remembered import Remembered

REMEMBERED = 128
"""Full tiles, of at most 30 KB each."""


class LogTiles:
    def __init__(self, log: TransparencyLog, remembered: int = REMEMBERED) -> None:
        self._log = log
        self._full: Remembered[Tile, bytes] = Remembered(remembered)

    async def served(self, tile: Tile) -> bytes | None:
        """None unless the signed tree has it."""
        if tile not in self._full:
            head = await self._log.head()
            if not _is_within(tile, head.size):
                return None
        return await self.data(tile)

    async def data(self, tile: Tile) -> bytes:
        """DamagedLeaves if a leaf of it is missing."""
        found = self._full.get(tile)
        if found is None:
            found = await self._made(tile)
            if tile.width == FULL:
                self._full.keep(tile, found)
        return found

    async def _made(self, tile: Tile) -> bytes:
        if isinstance(tile.level, int) and tile.level > 0:
            return await self._log.hashes(tile.level, tile.n, tile.width)
        first = tile.n * FULL
        entries = [leaf.entry() for leaf in await self._log.leaves(first, first + tile.width)]
        if tile.level == ENTRIES:
            return write_bundle(entries)
        return b"".join(map(leaf_hash, entries))

    async def reader(self, head: Head, index: int = 0) -> TileReader:
        """For whatever proves this leaf; Malformed if the tiles do not lead to the head's root."""
        wanted = [tile for tile in partial_tiles(head.size) if tile.level != ENTRIES]
        above = head.size.bit_length() // HEIGHT + 1
        for level in range(above):
            tile = Tile(level, index >> HEIGHT * (level + 1))
            if _is_within(tile, head.size):
                wanted.append(tile)
        fetched = {tile: await self.data(tile) for tile in wanted}
        return TileReader(head.size, head.root, fetched.__getitem__)

    async def proof(self, index: int, head: Head) -> Proof:
        """That the head contains this leaf; DamagedLeaves if the leaves say otherwise."""
        try:
            reader = await self.reader(head, index)
            path = inclusion_proof(index, head.size, reader.read)
        except Malformed as error:
            raise DamagedLeaves(str(error)) from error
        return Proof(index, tuple(path), Note.parse(head.note))


def _is_within(tile: Tile, size: int) -> bool:
    hashes = size if tile.level == ENTRIES else size >> HEIGHT * tile.level
    return tile.n * FULL + tile.width <= hashes
