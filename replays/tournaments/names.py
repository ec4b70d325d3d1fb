"""Names stand beside an event's log, which has their digests only, so that they can be erased."""

import msgspec
from msgspec import Struct

from replays.entry import UNREADABLE, sha256


class SealedName(Struct, frozen=True, forbid_unknown_fields=True):
    salt: str
    """32 hex digits."""
    name: str


def sealed_name(name: str, salt: str) -> bytes:
    """The bytes to keep; their digest goes into the log."""
    return msgspec.json.encode(SealedName(salt, name))


def name_in(sealed: bytes, digest: str) -> str | None:
    """The name, if these are the bytes that the log promised."""
    if sha256(sealed) != digest:
        return None
    try:
        return msgspec.json.decode(sealed, type=SealedName).name
    except UNREADABLE:
        return None
