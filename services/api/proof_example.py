"""The proof that the documentation shows: of the first leaf of a log."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from replays.checkpoint import Signer
from replays.leaves import leaf_of
from replays.tlog.merkle import leaf_hash
from replays.tlog.note import Note, sign
from replays.tlog.proof import Proof
from replays.tlog.tree_head import TreeHead


def proof() -> dict[str, str]:
    signer = Signer("mine.example/tlog", Ed25519PrivateKey.from_private_bytes(bytes(32)))
    leaf = leaf_hash(leaf_of("game/tunnel", 1, b"{}").entry())
    text = TreeHead(signer.name, 1, leaf).text()
    return {"first leaf": Proof(0, (), Note(text, (sign(signer, text),))).text()}
