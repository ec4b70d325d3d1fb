"""C2SP signed notes with any number of signatures: by the log, and by witnesses with their time.

A witness signs `cosignature/v1`, the time, and the note's text; its signature begins with the time.
As in Go's reader, one signature that is wrong, under a key we know, spoils the whole note.
"""

from collections.abc import Iterable
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from replays.checkpoint import COSIGNATURE, BadCheckpoint, Signer, VerifierKey
from replays.tlog.base64_text import decode, encode
from replays.tlog.malformed import Malformed

MAX_NOTE = 64 * 1024
"""Characters."""
MAX_SIGNATURES = 64
MAX_TIME = 2**63 - 1


class WrongSignature(Exception):
    """By its name and number it is of a key that we know, and it does not fit."""

    def __init__(self, key: VerifierKey) -> None:
        super().__init__(f"the signature of {key.name} does not fit")
        self.key = key


class Signature(NamedTuple):
    name: str
    key_id: bytes
    signed: bytes
    """What stands after the key's number."""

    def line(self) -> str:
        return f"— {self.name} {encode(self.key_id + self.signed)}\n"

    @classmethod
    def parse(cls, line: str) -> "Signature":
        """Of a line without its newline."""
        dash, name, encoded = [*line.split(" "), "", ""][:3]
        if dash != "—" or line.count(" ") != 2 or not is_key_name(name):
            raise Malformed("a signature's line is a dash, a name and base64")
        raw = decode(encoded, "a signature")
        if len(raw) < 5:
            raise Malformed("a signature is too short")
        return cls(name, raw[:4], raw[4:])

    @property
    def time(self) -> int:
        """Of a cosignature: seconds since 1970."""
        return int.from_bytes(self.signed[:8], "big")

    def fits(self, key: VerifierKey, text: str) -> bool:
        message, signed = text, self.signed
        if key.kind == COSIGNATURE:
            if self.time > MAX_TIME:
                return False
            message, signed = cosigned_text(text, self.time), signed[8:]
        try:
            Ed25519PublicKey.from_public_bytes(key.public).verify(signed, message.encode())
        except (InvalidSignature, ValueError):  # ValueError: these bytes are no public key
            return False
        return True


class Note(NamedTuple):
    text: str
    """With its last newline."""
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(signature.line() for signature in self.signatures)}"

    @classmethod
    def parse(cls, note: str) -> "Note":
        """The note, of which nothing is checked yet."""
        if len(note) > MAX_NOTE:
            raise Malformed("the note is too long")
        if any(sign < " " and sign != "\n" for sign in note):
            raise Malformed("a note holds no control characters")
        text, blank, lines = note.rpartition("\n\n")
        if not blank or not lines.endswith("\n"):
            raise Malformed("a note is a text, an empty line, and lines of signatures")
        signatures = lines.removesuffix("\n").split("\n")
        if len(signatures) > MAX_SIGNATURES:
            raise Malformed("the note has too many signatures")
        return cls(text + "\n", tuple(map(Signature.parse, signatures)))

    def with_signatures(self, further: Iterable[Signature]) -> "Note":
        return self._replace(signatures=(*self.signatures, *further))

    def signed_by(self, known: Iterable[VerifierKey]) -> dict[VerifierKey, Signature]:
        """Which of the known keys signed it; WrongSignature if one of theirs does not fit."""
        keys = {(key.name, key.key_id): key for key in known}
        signed: dict[VerifierKey, Signature] = {}
        for signature in self.signatures:
            key = keys.get((signature.name, signature.key_id))
            if key is None or key in signed:
                continue
            if not signature.fits(key, self.text):
                raise WrongSignature(key)
            signed[key] = signature
        return signed


def cosigned_text(text: str, time: int) -> str:
    return f"cosignature/v1\ntime {time}\n{text}"


def sign(signer: Signer, text: str) -> Signature:
    return Signature(signer.name, signer.key.key_id, signer.private.sign(text.encode()))


def cosign(signer: Signer, text: str, time: int) -> Signature:
    """As a witness, which saw this text at this time."""
    signed = signer.private.sign(cosigned_text(text, time).encode())
    return Signature(signer.name, witness_key(signer).key_id, time.to_bytes(8, "big") + signed)


def witness_key(signer: Signer) -> VerifierKey:
    """The key to check what the signer cosigns: the same bytes, another kind and number."""
    return signer.key._replace(kind=COSIGNATURE)


def parse_key(text: str, kind: bytes) -> VerifierKey:
    """A verifier key of one kind, `name+number+base64`."""
    try:
        key = VerifierKey.parse(text, kind)
    except BadCheckpoint as error:
        raise Malformed(str(error)) from error
    if not is_key_name(key.name) or str(key) != text:
        raise Malformed("the key is not written as name+number+base64")
    return key


def is_key_name(name: str) -> bool:
    return bool(name) and "+" not in name and not any(map(str.isspace, name)) and name.isprintable()
