"""The signed checkpoint: an Ed25519 signature over game id, version and the last line's hash.

The text is a C2SP signed note, so tools that we did not write can read and check it:

    schichtbuch/<game id>
    <version>
    <SHA-256 of the last line, hex>

    — <key name> <base64 of 4 bytes of key id and 64 bytes of signature>
"""

import base64
import hashlib
import re
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from replays.reasons import Reason

ED25519 = b"\x01"
COSIGNATURE = b"\x04"
"""Of a witness: Ed25519 over the text with a time before it (replays/tlog/note.py)."""
ORIGIN = "schichtbuch/"
VERSION = re.compile("[0-9]{1,9}")


class BadCheckpoint(Exception):
    """The note is no checkpoint, or its signature does not hold."""

    def __init__(self, code: str, **facts: str | int) -> None:
        super().__init__(Reason(code, facts).told("en"))
        self.code, self.facts = code, facts


class Checkpoint(NamedTuple):
    game_id: str
    version: int
    last_hash: str

    def text(self) -> str:
        return f"{ORIGIN}{self.game_id}\n{self.version}\n{self.last_hash}\n"


class VerifierKey(NamedTuple):
    """A public key with its name, written `name+key id+base64` as in C2SP signed notes."""

    name: str
    public: bytes
    kind: bytes = ED25519
    """What it signs, by the byte that C2SP gave to it."""

    @property
    def key_id(self) -> bytes:
        return hashlib.sha256(self.name.encode() + b"\n" + self.kind + self.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{_b64(self.kind + self.public)}"

    @classmethod
    def parse(cls, text: str, kind: bytes = ED25519) -> "VerifierKey":
        try:
            name, key_id, encoded = text.strip().split("+", 2)
            raw = base64.b64decode(encoded, validate=True)
        except ValueError as error:
            raise BadCheckpoint("signature.key_form") from error
        key = cls(name, raw[1:], kind)
        if raw[:1] != kind or len(key.public) != 32 or key.key_id.hex() != key_id or not name:
            raise BadCheckpoint("signature.key_kind")
        return key


class Signer(NamedTuple):
    name: str
    private: Ed25519PrivateKey

    @property
    def key(self) -> VerifierKey:
        public = self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return VerifierKey(self.name, public)

    def sign(self, checkpoint: Checkpoint) -> str:
        return self.sign_text(checkpoint.text())

    def sign_text(self, text: str) -> str:
        """A signed note over any text that ends with a newline."""
        signature = self.key.key_id + self.private.sign(text.encode())
        return f"{text}\n— {self.name} {_b64(signature)}\n"


def open_note(note: str, key: VerifierKey) -> Checkpoint:
    """The checkpoint, if the key signed it."""
    return _parse(signed_text(note, key))


def signed_text(note: str, key: VerifierKey) -> str:
    """What the key signed."""
    text, _, signatures = note.partition("\n\n")
    text += "\n"
    for line in signatures.splitlines():
        if _signed_by(key, line, text):
            return text
    raise BadCheckpoint("signature.not_by_key", key=key.name)


def _signed_by(key: VerifierKey, line: str, text: str) -> bool:
    dash, _, rest = line.partition(" ")
    name, _, encoded = rest.partition(" ")
    try:
        raw = base64.b64decode(encoded, validate=True)
    except ValueError:  # binascii's own, or that it is not ASCII
        return False
    if (dash, name, raw[:4]) != ("—", key.name, key.key_id):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(raw[4:], text.encode())
    except InvalidSignature as error:
        raise BadCheckpoint("signature.does_not_fit") from error
    return True


def _parse(text: str) -> Checkpoint:
    lines = text.split("\n")
    if len(lines) != 4 or not lines[0].startswith(ORIGIN) or not VERSION.fullmatch(lines[1]):
        raise BadCheckpoint("signature.no_checkpoint")
    return Checkpoint(lines[0].removeprefix(ORIGIN), int(lines[1]), lines[2])


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode()
