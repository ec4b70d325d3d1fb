"""A log that signs whatever it likes: one honest tree, and forks of it."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from replays.checkpoint import Signer
from replays.tlog.merkle import consistency_proof, root
from replays.tlog.note import Note, sign
from replays.tlog.tree_head import TreeHead
from replays.tlog.witness_request import WitnessRequest
from tests.replays.tlog.growing import GrowingTree

LARGEST = 24
LOG = Signer("log.example/tlog", Ed25519PrivateKey.from_private_bytes(bytes(31) + b"\x01"))
STRANGER = Signer(LOG.name, Ed25519PrivateKey.from_private_bytes(bytes(31) + b"\x02"))


def branch(number: int) -> GrowingTree:
    """Branch 0 is the honest tree; branch n leaves it at leaf n."""
    leaves = [f"leaf {index}" for index in range(LARGEST)]
    changed = [
        f"{leaf}!" if number and index >= number else leaf for index, leaf in enumerate(leaves)
    ]
    return GrowingTree([leaf.encode() for leaf in changed])


BRANCHES = {number: branch(number) for number in (0, 1, 5, 8, 15)}


def head(size: int, on: int = 0, origin: str = LOG.name) -> TreeHead:
    return TreeHead(origin, size, root(size, BRANCHES[on].read))


def signed(text: str, signer: Signer = LOG) -> Note:
    return Note(text, (sign(signer, text),))


def ask(old: int, size: int, on: int = 0, signer: Signer = LOG) -> WitnessRequest:
    """As a log asks that believes what it says."""
    proof = consistency_proof(old, size, BRANCHES[on].read) if old <= size else []
    return WitnessRequest(old, tuple(proof), signed(head(size, on).text(), signer))
