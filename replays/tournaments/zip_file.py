"""Zip files with fixed order and times, written and read with a limit on everything [A19].

Members are stored, not compressed, so nothing in a stranger's file can be larger than the file.
"""

import io
import struct
import zipfile
from collections.abc import Mapping

EPOCH = (1980, 1, 1, 0, 0, 0)
MODE = 0o100644
UNIX = 3
MOST_BYTES = 512 * 1024 * 1024
MOST_MEMBERS = 12_000
LONGEST_PATH = 200
LONGEST_EXTRA = 100
"""Bytes that other programs add to a member in the directory; ours add none."""

_END = struct.Struct("<4s4H2LH")
_LENGTHS = struct.Struct("<3H")
_ENTRY, _LENGTHS_AT = 46, 28
"""Bytes of a member in the directory without what has lengths of its own, and where those stand."""


class UnreadableZip(Exception):
    """The bytes are no zip file of ours; `code` says why."""

    def __init__(self, code: str, **facts: str | int) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


def write_zip(members: Mapping[str, bytes], first: str) -> bytes:
    """`first`, then the others sorted by the bytes of their paths."""
    target = io.BytesIO()
    others = sorted((path for path in members if path != first), key=str.encode)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for path in (first, *others):
            member = zipfile.ZipInfo(path, EPOCH)
            member.create_system = UNIX
            member.external_attr = MODE << 16
            archive.writestr(member, members[path])
    return target.getvalue()


def read_zip(data: bytes) -> dict[str, bytes]:
    """Every member by its path, in the order of the file."""
    if len(data) > MOST_BYTES:
        raise UnreadableZip("bundle.too_large", most=MOST_BYTES)
    _check_directory(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read_members(archive, len(data))
    except UnreadableZip:
        raise
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError) as error:
        raise UnreadableZip("bundle.no_zip", error=str(error)) from error
    except (OSError, OverflowError, UnicodeError) as error:
        raise UnreadableZip("bundle.no_zip", error=str(error)) from error


def _check_directory(data: bytes) -> None:
    """Before `zipfile` builds something for every member: a file can list hundreds of thousands,
    and what belongs to one of them is read in quadratic time."""
    end = len(data) - _END.size
    signature, *_, size, _, comment = _END.unpack_from(data, end) if end >= 0 else (b"", 0, 0, 0)
    # With a comment, or in the format for files above 4 GiB, the directory would stand elsewhere.
    if signature != b"PK\x05\x06" or comment or data[end - 20 : end - 16] == b"PK\x06\x07":
        raise UnreadableZip("bundle.no_zip", error="its end is not that of a plain zip file")
    at, members = end - size, 0
    while 0 <= at <= end - _ENTRY:
        path, extra, remark = _LENGTHS.unpack_from(data, at + _LENGTHS_AT)
        members += 1
        if members > MOST_MEMBERS:
            raise UnreadableZip("bundle.too_many_members", most=MOST_MEMBERS)
        if extra + remark > LONGEST_EXTRA:
            raise UnreadableZip("bundle.no_zip", error="a member has more beside it than a path")
        at += _ENTRY + path + extra + remark


def _read_members(archive: zipfile.ZipFile, size: int) -> dict[str, bytes]:
    members = archive.infolist()
    if len(members) > MOST_MEMBERS:
        raise UnreadableZip("bundle.too_many_members", most=MOST_MEMBERS)
    found: dict[str, bytes] = {}
    left = size
    for member in members:
        path = member.filename
        if len(path) > LONGEST_PATH or path in found:
            raise UnreadableZip("bundle.member", path=path[:LONGEST_PATH])
        # Two members may name the same bytes: together they are no more than the file.
        left -= member.file_size
        if member.compress_type != zipfile.ZIP_STORED or left < 0:
            raise UnreadableZip("bundle.compressed", path=path)
        found[path] = archive.read(member)
    return found
