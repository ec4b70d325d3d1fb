"""A proof that an entry is in the log, checkable offline for ever: `c2sp.org/tlog-proof@v1`.

It holds the entry's index, its path to the root, and the log's checkpoint with the signatures of
the log and of its witnesses. It does not hold the entry: who checks it has that already.
"""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from replays.checkpoint import VerifierKey
from replays.tlog.base64_text import decode, encode
from replays.tlog.decimal_text import read_number
from replays.tlog.malformed import Malformed
from replays.tlog.merkle import HASH_BYTES, check_inclusion, leaf_hash
from replays.tlog.note import MAX_NOTE, Note, WrongSignature
from replays.tlog.tree_head import TreeHead

FORMAT = "c2sp.org/tlog-proof@v1"
MAX_PATH = 63
MAX_EXTRA = 4096
"""Bytes."""
MAX_PROOF = MAX_NOTE + 64 * 1024
"""Characters."""


class Verdict(NamedTuple):
    included: bool
    """Proven under a known log key."""
    witnesses: int
    """Known ones who cosigned; 0 unless included."""
    key: VerifierKey | None
    """Of the log, or of a witness whose signature is wrong; none: no log that we know signed it,
    and nothing can be told."""


class Proof(Struct, frozen=True):
    index: int
    path: tuple[bytes, ...]
    checkpoint: Note
    extra: bytes = b""
    """For whoever made the proof; nothing vouches for it."""

    @property
    def head(self) -> TreeHead:
        return TreeHead.parse(self.checkpoint.text)

    def text(self) -> str:
        extra = [f"extra {encode(self.extra)}"] if self.extra else []
        lines = [FORMAT, *extra, f"index {self.index}", *map(encode, self.path), ""]
        return "\n".join(lines) + "\n" + str(self.checkpoint)

    @classmethod
    def parse(cls, text: str) -> "Proof":
        if len(text) > MAX_PROOF:
            raise Malformed("the proof is too long")
        top, blank, checkpoint = text.partition("\n\n")
        form, *lines = top.split("\n")
        if form != FORMAT or not blank:
            raise Malformed(f"this is not a {FORMAT}")
        extra = _extra(lines.pop(0)) if lines and lines[0].startswith("extra ") else b""
        if not lines or not lines[0].startswith("index ") or len(lines) > 1 + MAX_PATH:
            raise Malformed("after the format come the index and up to 63 hashes")
        index = read_number(lines.pop(0).removeprefix("index "), "the index")
        path = tuple(decode(line, "a hash of the proof", HASH_BYTES) for line in lines)
        proof = cls(index, path, Note.parse(checkpoint), extra)
        TreeHead.parse(proof.checkpoint.text)
        return proof

    def check(
        self, entry: bytes, logs: Iterable[VerifierKey], witnesses: Iterable[VerifierKey] = ()
    ) -> Verdict:
        """Whether the entry is in a log that we know, and how many known witnesses saw its head."""
        head = self.head
        try:
            # The origin and the key's name are one string: no log can speak for another.
            signed = self.checkpoint.signed_by(key for key in logs if key.name == head.origin)
            seen = self.checkpoint.signed_by(witnesses)
        except WrongSignature as error:
            return Verdict(False, 0, error.key)
        key = next(iter(signed), None)
        if key is None:
            return Verdict(False, 0, None)
        if not check_inclusion(leaf_hash(entry), self.index, head.size, self.path, head.root):
            return Verdict(False, 0, key)
        return Verdict(True, len({witness.public for witness in seen}), key)


def _extra(line: str) -> bytes:
    extra = decode(line.removeprefix("extra "), "the extra data")
    if not 0 < len(extra) <= MAX_EXTRA:
        raise Malformed(f"the extra data is empty, or longer than {MAX_EXTRA} bytes")
    return extra
