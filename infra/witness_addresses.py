"""Which witnesses the log asks: the address of each, and the key by which its word is known."""

from urllib.parse import urlsplit

from msgspec import Struct

from replays.checkpoint import COSIGNATURE, VerifierKey
from replays.tlog.malformed import Malformed
from replays.tlog.note import parse_key


class WitnessAddress(Struct, frozen=True):
    url: str
    """Before `/add-checkpoint`."""
    key: VerifierKey


def parse_witness(text: str) -> WitnessAddress:
    """`URL=KEY`, as in `https://witness.example=witness.example/w+0a1b2c3d+BAd…`."""
    url, equals, key = text.strip().partition("=")
    if not equals or not _is_address(url):
        raise Malformed("a witness is written URL=KEY, like http://127.0.0.1:7380=name+id+base64")
    return WitnessAddress(url.rstrip("/"), parse_key(key, COSIGNATURE))


def parse_witnesses(text: str) -> tuple[WitnessAddress, ...]:
    """With commas between them; Malformed if one is written twice, under whatever name."""
    found = tuple(parse_witness(part) for part in text.split(",") if part.strip())
    if len({witness.key.public for witness in found}) < len(found):
        raise Malformed("one witness stands there twice")
    return found


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    plain = not (parts.query or parts.fragment or parts.username) and url.isprintable()
    return parts.scheme in ("http", "https") and bool(parts.hostname) and port != 0 and plain
