"""What stays in Redis of an archived game: its version, its file's digest, and what a list shows.

A few hundred bytes, because there may be millions of them: the id, which is in every link, is left
out, and what all summaries have in common stands in a dictionary.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
import zstandard
from msgspec import Raw, Struct

LEVEL = 19
MOST = 2**20
DICTIONARIES = ("archive_mark_1.txt", "archive_mark_2.dict")
"""By number, from 1 on. They are never changed: every mark is read with the one it was made with.
A new one is added at the end. The first is some text of what marks say, the second was trained
(`zstandard.train_dictionary`) on the marks of 630 games that bots had played."""
ID = b"\x01"
"""Stands for the id; a JSON text has no such byte."""


class Listing(Struct, frozen=True):
    """What a list shows of the game."""

    summary: Raw
    """As it was kept."""
    points: dict[int, Raw]
    """After each shift or round, by its number."""
    verdict: str
    """Of its audit, over all guarantees."""


class Mark(Struct, frozen=True, array_like=True):
    version: int
    digest: bytes
    """Of the file."""
    dictionary: int
    listing: bytes


def listing_of(summary: bytes, points: Mapping[int, bytes], verdict: str) -> Listing:
    raw = {period: Raw(written) for period, written in sorted(points.items())}
    return Listing(Raw(summary), raw, verdict)


def written_mark(game_id: str, version: int, digest: bytes, listing: Listing) -> bytes:
    text = msgspec.json.encode(listing).replace(game_id.encode(), ID)
    number = len(DICTIONARIES)
    settings = zstandard.ZstdCompressionParameters.from_level(
        LEVEL, format=_format(number), write_content_size=False, write_dict_id=False
    )
    dictionary = _dictionary(number)
    packed = zstandard.ZstdCompressor(dict_data=dictionary, compression_params=settings).compress(
        text
    )
    return msgspec.msgpack.encode(Mark(version, digest, number, packed))


def is_old(mark: Mark) -> bool:
    """Whether a newer dictionary would make it smaller."""
    return mark.dictionary < len(DICTIONARIES)


def renewed_mark(game_id: str, mark: Mark) -> bytes:
    """The same, with the newest dictionary."""
    listing = read_listing(game_id, mark)
    if listing is None:
        raise ValueError("a later release has made it")
    return written_mark(game_id, mark.version, mark.digest, listing)


def read_mark(stored: bytes) -> Mark:
    return msgspec.msgpack.decode(stored, type=Mark)


def read_listing(game_id: str, mark: Mark) -> Listing | None:
    """None if it was made with a dictionary of a later release."""
    if mark.dictionary > len(DICTIONARIES):
        return None
    unpacker = zstandard.ZstdDecompressor(
        dict_data=_dictionary(mark.dictionary), format=_format(mark.dictionary)
    )
    text = unpacker.decompress(mark.listing, max_output_size=MOST)
    return msgspec.json.decode(text.replace(ID, game_id.encode()), type=Listing)


def _format(number: int) -> int:
    """Only marks with the first dictionary begin with the four bytes that say what they are."""
    return zstandard.FORMAT_ZSTD1 if number == 1 else zstandard.FORMAT_ZSTD1_MAGICLESS


@cache
def _dictionary(number: int) -> zstandard.ZstdCompressionDict:
    content = files("infra").joinpath(DICTIONARIES[number - 1]).read_bytes()
    dictionary = zstandard.ZstdCompressionDict(content)
    dictionary.precompute_compress(LEVEL)  # else each mark takes a millisecond
    return dictionary
