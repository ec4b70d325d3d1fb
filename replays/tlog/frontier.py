"""The right edge of a growing tree: all that is needed to add leaves and to know its root."""

from msgspec import Struct, field

from replays.tlog.merkle import EMPTY_ROOT, node_hash
from replays.tlog.tiles import HEIGHT


class TileHash(Struct, frozen=True):
    level: int
    """Of tiles."""
    index: int
    hash: bytes


class Frontier(Struct):
    size: int = 0
    _complete: list[tuple[int, bytes]] = field(default_factory=list)
    """Levels and hashes of the complete subtrees that the tree is made of, the largest first."""

    def add(self, leaf: bytes) -> list[TileHash]:
        """The hash of the next leaf; the hashes that tiles above the lowest hold from now on."""
        index, level, reached = self.size, 0, leaf
        kept: list[TileHash] = []
        while self._complete and self._complete[-1][0] == level:
            reached = node_hash(self._complete.pop()[1], reached)
            level += 1
            if level % HEIGHT == 0:
                kept.append(TileHash(level // HEIGHT, index >> level, reached))
        self._complete.append((level, reached))
        self.size += 1
        return kept

    def root(self) -> bytes:
        if not self._complete:
            return EMPTY_ROOT
        *others, (_, reached) = self._complete
        for _, left in reversed(others):
            reached = node_hash(left, reached)
        return reached
