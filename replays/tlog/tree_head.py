"""The tree head: origin, size and root of a log, the text of a C2SP tlog-checkpoint.

It is signed as a note (replays/tlog/note.py). Not to be confused with the signed checkpoint of one
game (replays/checkpoint.py), whose third line is hex.
"""

from typing import NamedTuple

from replays.tlog.base64_text import decode, encode
from replays.tlog.decimal_text import read_number
from replays.tlog.malformed import Malformed
from replays.tlog.merkle import HASH_BYTES


class TreeHead(NamedTuple):
    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()
    """Further lines: we write none, but a log of others may, and its signature is over them."""

    def text(self) -> str:
        lines = (self.origin, str(self.size), encode(self.root), *self.extensions)
        return "".join(f"{line}\n" for line in lines)

    @classmethod
    def parse(cls, text: str) -> "TreeHead":
        *lines, end = text.split("\n")
        if end or len(lines) < 3 or not all(lines):
            raise Malformed("a checkpoint is three lines or more, none of them empty")
        origin, size, root, *extensions = lines
        return cls(
            origin,
            read_number(size, "the tree's size"),
            decode(root, "the root", HASH_BYTES),
            tuple(extensions),
        )
