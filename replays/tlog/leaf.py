"""The leaf: the text that the log keeps of one line of a game's or a tournament's log.

schichtbuch/leaf/1
game/<id>
<version>
<SHA-256 of that line, lower-case hex>
"""

import re
from typing import NamedTuple

from replays.tlog.decimal_text import read_number
from replays.tlog.malformed import Malformed

FORMAT = "schichtbuch/leaf/1"
STREAM = re.compile("(game|tournament)/[A-Za-z0-9_.-]{1,200}")
DIGEST = re.compile("[0-9a-f]{64}")


class Leaf(NamedTuple):
    stream: str
    """`game/<id>` or `tournament/<id>`."""
    version: int
    digest: str
    """SHA-256 of the line, in hex."""

    def entry(self) -> bytes:
        """The bytes that the tree is made of."""
        return f"{FORMAT}\n{self.stream}\n{self.version}\n{self.digest}\n".encode()

    @classmethod
    def parse(cls, entry: bytes) -> "Leaf":
        try:
            form, stream, version, digest, end = entry.decode("ascii").split("\n")
        except ValueError:
            raise Malformed("a leaf is four lines of ASCII") from None
        if form != FORMAT or end or not STREAM.fullmatch(stream) or not DIGEST.fullmatch(digest):
            raise Malformed(f"this is not a leaf of {FORMAT}")
        return cls(stream, read_number(version, "the version"), digest)
