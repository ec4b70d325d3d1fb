"""Tiles: the tree in files of 256 hashes, and the entries in bundles of 256, as C2SP tlog-tiles.

Tile n of level l holds the complete subtrees of 256^l leaves with the indexes from 256 n on. The
last one of a level may be partial: 1 to 255 hashes, under a name of its own.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from replays.tlog.malformed import Malformed
from replays.tlog.merkle import HASH_BYTES, MAX_SIZE, node_hash, root

HEIGHT = 8
"""Levels of the tree in one level of tiles."""
FULL = 1 << HEIGHT
"""Hashes of a full tile."""
MAX_LEVEL = 63 // HEIGHT
"""That a tree of MAX_SIZE leaves has tiles in."""
MAX_ENTRY = 2**16 - 1
ENTRIES: Literal["entries"] = "entries"

PATH = re.compile(
    r"tile/(?P<level>entries|0|[1-9][0-9]?)/(?P<n>(?:x[0-9]{3}/){0,6}[0-9]{3})"
    r"(?:\.p/(?P<width>[1-9][0-9]{0,2}))?"
)

Level = int | Literal["entries"]


class Tile(NamedTuple):
    level: Level
    """Of tiles, not of the tree; or `entries`, for the bundles beside level 0."""
    n: int
    width: int = FULL

    def path(self) -> str:
        return tile_path(self.level, self.n, self.width)

    def full(self) -> "Tile":
        return self._replace(width=FULL)


def tile_path(level: Level, n: int, width: int = FULL) -> str:
    """Below the log's prefix: `tile/0/x001/234`, `tile/0/x001/234.p/7`, `tile/entries/000`."""
    if not 1 <= width <= FULL or n < 0:
        raise ValueError(f"there is no tile {n} with {width} hashes")
    groups = [f"{n % 1000:03}"]
    while n := n // 1000:
        groups.insert(0, f"x{n % 1000:03}")
    partial = f".p/{width}" if width < FULL else ""
    return f"tile/{level}/{'/'.join(groups)}{partial}"


def parse_tile_path(text: str) -> Tile:
    """The tile of a path; Malformed unless it is written exactly as `tile_path` writes it."""
    found = PATH.fullmatch(text)
    if not found:
        raise Malformed("this is not the path of a tile")
    level: Level = ENTRIES if found["level"] == ENTRIES else int(found["level"])
    n = int(found["n"].replace("x", "").replace("/", ""))
    width = int(found["width"] or FULL)
    # A partial tile of 256 would stand under the full one's name, and a zero group has no name.
    if width > FULL or n > MAX_SIZE or tile_path(level, n, width) != text:
        raise Malformed("this is not the path of a tile")
    return Tile(level, n, width)


def belongs(tile: Tile, size: int) -> bool:
    """Whether the tree of this size is made of it: partial ones belong to some sizes only."""
    hashes = _hashes_at(tile.level, size)
    if tile.width == FULL:
        return tile.n < hashes // FULL
    return tile.n == hashes // FULL and tile.width == hashes % FULL


def partial_tiles(size: int) -> list[Tile]:
    """The last tile of each level, where it is not full; with that of the entries."""
    levels: list[Level] = [ENTRIES, *range(MAX_LEVEL + 1)]
    counts = ((level, _hashes_at(level, size)) for level in levels)
    return [Tile(level, count // FULL, count % FULL) for level, count in counts if count % FULL]


def tiles_of(size: int, already: int = 0) -> Iterator[Tile]:
    """Every tile of a tree of this size that the tree of `already` leaves is not made of."""
    for level in (ENTRIES, *range(MAX_LEVEL + 1)):
        for n in range(_hashes_at(level, already) // FULL, _hashes_at(level, size) // FULL):
            yield Tile(level, n)
    yield from (tile for tile in partial_tiles(size) if not belongs(tile, already))


def tile_with(level: int, index: int, size: int) -> tuple[Tile, slice]:
    """The tile of a tree of this size with the hashes below a subtree, and where they stand.

    `level` and `index` are of the tree, as in `merkle`.
    """
    tile_level, above = divmod(level, HEIGHT)
    n, first = divmod(index << above, FULL)
    width = min(FULL, _hashes_at(tile_level, size) - n * FULL)
    if first + (1 << above) > width:
        raise IndexError(f"a tree of {size} has no complete subtree {level}/{index}")
    return Tile(tile_level, n, width), slice(first, first + (1 << above))


def split_tile(tile: Tile, data: bytes) -> list[bytes]:
    """Its hashes; Malformed if there are more or fewer than its name says."""
    if len(data) != tile.width * HASH_BYTES:
        raise Malformed(f"{tile.path()} has {len(data)} bytes")
    return [data[at : at + HASH_BYTES] for at in range(0, len(data), HASH_BYTES)]


def write_bundle(entries: Sequence[bytes]) -> bytes:
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def read_bundle(tile: Tile, data: bytes) -> list[bytes]:
    """Its entries; Malformed if there are more or fewer than its name says."""
    entries: list[bytes] = []
    at = 0
    while at < len(data) and len(entries) < tile.width:
        end = at + 2 + int.from_bytes(data[at : at + 2], "big")
        entries.append(data[at + 2 : end])
        at = end
    if at != len(data) or len(entries) != tile.width:
        raise Malformed(f"{tile.path()} does not hold {tile.width} entries")
    return entries


class TileReader:
    """Reads the hashes of a tree out of tiles, and believes none that does not lead to the root.

    What `read` returns was hashed together up to the root with everything beside it; a tile that
    was forged, cut or exchanged is Malformed, whichever of its hashes is asked for.
    """

    def __init__(self, size: int, root_hash: bytes, fetch: Callable[[Tile], bytes]) -> None:
        self._size, self._fetch = size, fetch
        self._tiles: dict[Tile, list[bytes]] = {}
        for tile in partial_tiles(size):
            if tile.level != ENTRIES:
                self._tiles[tile] = split_tile(tile, fetch(tile))
        # The complete subtrees that a root is made of are exactly the partial tiles' hashes.
        if root(size, self.read) != root_hash:
            raise Malformed("the partial tiles do not lead to the root")

    def read(self, level: int, index: int) -> bytes:
        tile, part = tile_with(level, index, self._size)
        return _join(self._hashes(tile)[part])

    def _hashes(self, tile: Tile) -> list[bytes]:
        if tile not in self._tiles:
            hashes = split_tile(tile, self._fetch(tile))
            assert isinstance(tile.level, int)
            # Full, for the partial ones are there from the beginning: one above has its hash.
            if _join(hashes) != self.read((tile.level + 1) * HEIGHT, tile.n):
                raise Malformed(f"{tile.path()} does not lead to the root")
            self._tiles[tile] = hashes
        return self._tiles[tile]


def _hashes_at(level: Level, size: int) -> int:
    return size if level == ENTRIES else size >> HEIGHT * level


def _join(hashes: list[bytes]) -> bytes:
    """The hash of the complete subtree over these: their number is a power of two."""
    while len(hashes) > 1:
        pairs = zip(hashes[::2], hashes[1::2], strict=True)
        hashes = [node_hash(left, right) for left, right in pairs]
    return hashes[0]
