"""Leaves that have moved out of Redis: 256 of them per file, in the archive.

A file is the bundle of entries as it is served, in a zstd frame. It never changes: where one is,
another one of the same number is a contradiction, and neither is written over the other.
"""

import asyncio
import hashlib
from collections.abc import Sequence

import zstandard

from infra.archive_store import ArchiveStore, ArchiveUnavailable
from replays.tlog.leaf import Leaf
from replays.tlog.malformed import Malformed
from replays.tlog.tiles import ENTRIES, FULL, MAX_ENTRY, Tile, read_bundle, write_bundle

LEVEL = 9
MOST_BYTES = FULL * (MAX_ENTRY + 2)


class UnreadableBundle(Exception):
    """The file is not what was written."""


class AnotherBundle(Exception):
    """Other leaves lie there already under this number."""


class LeafBundles:
    def __init__(self, store: ArchiveStore) -> None:
        self._store = store

    async def put(self, origin: str, n: int, leaves: Sequence[Leaf]) -> None:
        """It can be read when this returns; AnotherBundle if other leaves are there."""
        name = bundle_name(origin, n)
        if await self._store.get_file(name) is None:
            content = await asyncio.to_thread(_written, leaves)
            await self._store.put_file(name, content)
        found = await self.get(origin, n)
        if found is None:
            raise ArchiveUnavailable(f"{name} is not there after it was written")
        if found != list(leaves):
            raise AnotherBundle(f"{name} in the archive holds other leaves")

    async def get(self, origin: str, n: int) -> list[Leaf] | None:
        """None if there is no such file; UnreadableBundle if it holds no leaves."""
        name = bundle_name(origin, n)
        content = await self._store.get_file(name)
        if content is None:
            return None
        try:
            return await asyncio.to_thread(_read, n, content)
        except (Malformed, zstandard.ZstdError) as error:
            raise UnreadableBundle(f"{name} in the archive: {error}") from error


def bundle_name(origin: str, n: int) -> str:
    """By the log's name, too: another log begins at 0 again, and the files of the old one stay."""
    log = hashlib.sha256(origin.encode()).hexdigest()[:16]
    return f"tlog/{log}/{n:09}.entries.zst"


def _written(leaves: Sequence[Leaf]) -> bytes:
    bundle = write_bundle([leaf.entry() for leaf in leaves])
    return zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).compress(bundle)


def _read(n: int, content: bytes) -> list[Leaf]:
    bundle = zstandard.ZstdDecompressor().decompress(content, max_output_size=MOST_BYTES)
    return [Leaf.parse(entry) for entry in read_bundle(Tile(ENTRIES, n), bundle)]
