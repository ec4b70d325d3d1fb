"""A tree in memory, and what RFC 6962 says of it word by word: slow, and seen to be right."""

from replays.tlog.merkle import EMPTY_ROOT, hashes_to_store, leaf_hash, node_hash
from replays.tlog.tiles import ENTRIES, FULL, HEIGHT, Tile, write_bundle


class GrowingTree:
    """Keeps the complete subtrees, as a server would."""

    def __init__(self, entries: list[bytes] | None = None) -> None:
        self.entries: list[bytes] = []
        self.hashes: dict[tuple[int, int], bytes] = {}
        for entry in entries or []:
            self.append(entry)

    def append(self, entry: bytes) -> None:
        for level, index, value in hashes_to_store(len(self.entries), leaf_hash(entry), self.read):
            assert (level, index) not in self.hashes
            self.hashes[level, index] = value
        self.entries.append(entry)

    def read(self, level: int, index: int) -> bytes:
        return self.hashes[level, index]

    def tile(self, tile: Tile) -> bytes:
        first = tile.n * FULL
        if tile.level == ENTRIES:
            return write_bundle(self.entries[first : first + tile.width])
        level = HEIGHT * int(tile.level)
        return b"".join(self.read(level, first + at) for at in range(tile.width))


def split(count: int) -> int:
    power = 1
    while power * 2 < count:
        power *= 2
    return power


def tree_hash(entries: list[bytes]) -> bytes:
    """MTH of section 2.1."""
    if not entries:
        return EMPTY_ROOT
    if len(entries) == 1:
        return leaf_hash(entries[0])
    k = split(len(entries))
    return node_hash(tree_hash(entries[:k]), tree_hash(entries[k:]))


def path(m: int, entries: list[bytes]) -> list[bytes]:
    """PATH of section 2.1.1."""
    if len(entries) == 1:
        return []
    k = split(len(entries))
    if m < k:
        return [*path(m, entries[:k]), tree_hash(entries[k:])]
    return [*path(m - k, entries[k:]), tree_hash(entries[:k])]


def subproof(m: int, entries: list[bytes], whole: bool) -> list[bytes]:
    """SUBPROOF of section 2.1.2."""
    if m == len(entries):
        return [] if whole else [tree_hash(entries)]
    k = split(len(entries))
    if m <= k:
        return [*subproof(m, entries[:k], whole), tree_hash(entries[k:])]
    return [*subproof(m - k, entries[k:], False), tree_hash(entries[:k])]
