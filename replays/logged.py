"""The guarantee `log`: whether a transparency log that we know contains the record.

A proof is of the last entry that has a leaf; whatever stands before it is in its hash chain.
"""

from collections.abc import Collection
from typing import Literal

from msgspec import UNSET, Struct, field

from replays.checkpoint import COSIGNATURE, ED25519, VerifierKey
from replays.file import Replay
from replays.leaves import Kind, last_with_leaf, leaf_of, stream_of
from replays.tlog.malformed import Malformed
from replays.tlog.proof import Proof


class Logged(Struct, frozen=True):
    verdict: Literal["holds", "broken", "cannot tell"]
    version: int | None
    """Of the last entry that has a leaf."""
    code: str
    facts: dict[str, str | int] = field(default_factory=dict)


def logged(replay: Replay, kind: Kind, trusted: Collection[VerifierKey]) -> Logged:
    """`trusted` are keys of whichever use; logs and witnesses are told apart by their kind."""
    header, footer = replay.header, replay.footer
    version = last_with_leaf([entry.line for entry in replay.entries], kind)
    if header is None or footer is None or footer.proof is UNSET or version is None:
        return Logged("cannot tell", version, "log.no_proof")
    try:
        proof = Proof.parse(footer.proof)
        leaf = leaf_of(stream_of(kind, header.game), version, replay.entries[version - 1].line)
        found = proof.check(
            leaf.entry(),
            [key for key in trusted if key.kind == ED25519],
            [key for key in trusted if key.kind == COSIGNATURE],
        )
    except Malformed as error:
        return Logged("broken", version, "log.malformed", {"error": str(error)})
    origin = proof.head.origin
    if found.included:
        facts: dict[str, str | int] = {"log": origin, "witnesses": found.witnesses}
        return Logged("holds", version, "log.included", facts)
    if found.key is None:
        return Logged("cannot tell", version, "log.unknown", {"log": origin})
    return Logged("broken", version, "log.not_included", {"log": origin})
