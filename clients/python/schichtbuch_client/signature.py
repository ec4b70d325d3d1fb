"""The signed checkpoint at the end of a replay: a C2SP signed note with an Ed25519 signature.

Checking the signature itself takes the package `cryptography`, which is an extra
(`schichtbuch-client[verify]`): an own Ed25519 would be a toy beside it, and most who play or watch
do not need it. Without it everything else is checked, and the signature `cannot tell`.
"""

import base64
import hashlib
import re
from typing import NamedTuple

ED25519 = b"\x01"
ORIGIN = "schichtbuch/"
VERSION = re.compile("[0-9]{1,9}")


class BadSignature(Exception):
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class VerifierKey(NamedTuple):
    """A public key with its name, written `name+key id+base64`."""

    name: str
    public: bytes

    @property
    def key_id(self) -> bytes:
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        encoded = base64.b64encode(ED25519 + self.public).decode()
        return f"{self.name}+{self.key_id.hex()}+{encoded}"

    @classmethod
    def parse(cls, text: str) -> "VerifierKey":
        try:
            name, key_id, encoded = text.strip().split("+", 2)
            raw = base64.b64decode(encoded, validate=True)
        except ValueError as error:
            raise BadSignature("signature.key_form") from error
        key = cls(name, raw[1:])
        if raw[:1] != ED25519 or len(key.public) != 32 or key.key_id.hex() != key_id or not name:
            raise BadSignature("signature.key_kind")
        return key


def read_note(note: str) -> tuple[str, int, str]:
    """Game id, version and hash of the last line, as the note claims them."""
    text, _, _ = note.partition("\n\n")
    lines = text.split("\n")
    if len(lines) != 3 or not lines[0].startswith(ORIGIN) or not VERSION.fullmatch(lines[1]):
        raise BadSignature("signature.no_checkpoint")
    return lines[0].removeprefix(ORIGIN), int(lines[1]), lines[2]


def check_signature(note: str, key: VerifierKey) -> bool:
    """False if that cannot be told here; BadSignature if it is none of this key."""
    text, _, signatures = note.partition("\n\n")
    for line in signatures.splitlines():
        dash, _, rest = line.partition(" ")
        name, _, encoded = rest.partition(" ")
        try:
            raw = base64.b64decode(encoded, validate=True)
        except ValueError:
            continue
        if (dash, name, raw[:4]) == ("—", key.name, key.key_id):
            return _fits(raw[4:], f"{text}\n".encode(), key.public)
    raise BadSignature("signature.not_by_key")


def _fits(signature: bytes, text: bytes, public: bytes) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text)
    except InvalidSignature as error:
        raise BadSignature("signature.does_not_fit") from error
    return True
