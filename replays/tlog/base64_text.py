"""Base64 of RFC 4648, section 4, where every value has exactly one text."""

import base64

from replays.tlog.malformed import Malformed


def encode(data: bytes) -> str:
    return base64.b64encode(data).decode()


def decode(text: str, what: str, length: int | None = None) -> bytes:
    """The bytes; Malformed where the text is not the one that `encode` writes of them."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:  # binascii's own, or that it is not ASCII
        raise Malformed(f"{what} is not base64") from None
    if encode(data) != text:
        raise Malformed(f"{what} is not base64 as it is written in one way only")
    if length is not None and len(data) != length:
        raise Malformed(f"{what} has {len(data)} bytes and not {length}")
    return data
