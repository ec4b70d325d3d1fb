"""A game as a file of the archive: its replay file with zstd, and before it what the replay lacks.

What the replay lacks (digests of tokens, the game's own catalog as it was stored, snapshots,
verdicts, points) stands in a skippable frame, so that any zstd tool gives the replay file itself.
"""

import hashlib

import msgspec
import zstandard
from msgspec import Struct

from replays.entry import Entry
from replays.file import read_replay
from replays.limits import MOST_BYTES

SKIPPABLE = (0x184D2A50).to_bytes(4, "little")
LEVEL = 9
"""12 to 15 % smaller than level 3, and 2 to 3 ms per game; level 19 takes a hundred times that."""
DIGEST_SIZE = 16
MOST_BESIDE = 256 * 2**20

Hash = dict[bytes, bytes]


class UnreadableArchive(Exception):
    """The file is not what was written."""


class Beside(Struct, frozen=True):
    """The hashes beside the log, as the server had them."""

    founding: Hash
    snapshots: Hash
    audits: Hash
    points: Hash


class ArchivedGame(Struct, frozen=True):
    entries: list[Entry]
    """All seals, that of the names included, unless they were erased."""
    beside: Beside

    @property
    def version(self) -> int:
        return len(self.entries)


def written_archive(replay: bytes, beside: Beside) -> bytes:
    compressor = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
    rest = compressor.compress(msgspec.msgpack.encode(beside))
    return SKIPPABLE + len(rest).to_bytes(4, "little") + rest + compressor.compress(replay)


def read_archive(content: bytes) -> ArchivedGame:
    """UnreadableArchive unless it is a whole replay file, and what belongs to it."""
    size = int.from_bytes(content[4:8], "little")
    if content[:4] != SKIPPABLE or len(content) < 8 + size:
        raise UnreadableArchive("it is no file of the archive")
    unpack = zstandard.ZstdDecompressor().decompress
    try:
        rest = unpack(content[8 : 8 + size], max_output_size=MOST_BESIDE)
        beside = msgspec.msgpack.decode(rest, type=Beside)
        data = unpack(content[8 + size :], max_output_size=MOST_BYTES)
    except (zstandard.ZstdError, msgspec.DecodeError) as error:
        raise UnreadableArchive(str(error)) from error
    replay = read_replay(data)
    if replay.header is None or replay.footer is None or replay.unread or replay.stray:
        raise UnreadableArchive("the replay in it is not whole")
    return ArchivedGame(replay.entries, beside)


def digest_of_archive(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()[:DIGEST_SIZE]
