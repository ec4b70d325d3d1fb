"""What a log asks of a witness: the body of C2SP tlog-witness `add-checkpoint`.

old <size that the witness saw last>
<base64 of each hash of the consistency proof>

<the signed checkpoint>
"""

from msgspec import Struct

from replays.tlog.base64_text import decode, encode
from replays.tlog.decimal_text import read_number
from replays.tlog.malformed import Malformed
from replays.tlog.merkle import HASH_BYTES
from replays.tlog.note import MAX_NOTE, Note
from replays.tlog.tree_head import TreeHead

MOST_HASHES = 63
LONGEST = MAX_NOTE + 4096
"""Bytes of a body."""


class WitnessRequest(Struct, frozen=True):
    old: int
    proof: tuple[bytes, ...]
    checkpoint: Note

    @property
    def head(self) -> TreeHead:
        return TreeHead.parse(self.checkpoint.text)

    def body(self) -> bytes:
        lines = [f"old {self.old}", *map(encode, self.proof), ""]
        return ("\n".join(lines) + f"\n{self.checkpoint}").encode()

    @classmethod
    def parse(cls, body: bytes) -> "WitnessRequest":
        try:
            text = body[: LONGEST + 1].decode()
        except UnicodeDecodeError:
            raise Malformed("the body is not UTF-8") from None
        top, blank, checkpoint = text.partition("\n\n")
        old, *hashes = top.split("\n")
        if len(body) > LONGEST or not blank or not old.startswith("old "):
            raise Malformed("the body is an old size, a proof, an empty line and a checkpoint")
        if len(hashes) > MOST_HASHES:
            raise Malformed(f"a proof has {MOST_HASHES} hashes at most")
        request = cls(
            read_number(old.removeprefix("old "), "the old size"),
            tuple(decode(line, "a hash of the proof", HASH_BYTES) for line in hashes),
            Note.parse(checkpoint),
        )
        TreeHead.parse(request.checkpoint.text)
        return request
