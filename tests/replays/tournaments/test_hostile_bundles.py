"""Zip files that a stranger could send: nothing is built for what is beyond the limits."""

import struct
import zipfile
from typing import Any

import pytest

from replays.tournaments.verify import verify_bundle
from replays.tournaments.zip_file import LONGEST_EXTRA, MOST_MEMBERS, read_zip, write_zip

END = struct.Struct("<4s4H2LH")
EMPTY = b"PK\x03\x04" + struct.pack("<5H3L2H", 20, 0, 0, 0, 33, 0, 0, 0, 1, 0) + b"a"


def listing(members: int, extra: bytes = b"", comment: bytes = b"") -> bytes:
    """One empty member, listed again and again."""
    fixed = (20, 20, 0, 0, 0, 33, 0, 0, 0, 1, len(extra), len(comment), 0, 0, 0, 0)
    entry = b"PK\x01\x02" + struct.pack("<6H3L5H2L", *fixed) + b"a" + extra + comment
    directory = entry * members
    count = min(members, 0xFFFF)
    end = END.pack(b"PK\x05\x06", 0, 0, count, count, len(directory), len(EMPTY), 0)
    return EMPTY + directory + end


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What `zipfile` makes of members."""
    names: list[str] = []

    class Counted(zipfile.ZipInfo):
        def __init__(self, filename: str = "", *rest: Any) -> None:
            names.append(filename)
            super().__init__(filename, *rest)

    monkeypatch.setattr(zipfile, "ZipInfo", Counted)
    return names


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (listing(MOST_MEMBERS + 1), "bundle.too_many_members"),
        (listing(1, extra=b"\x01\x02\x00\x00" * 16_000), "bundle.no_zip"),
        (listing(1, comment=b"x" * 60_000), "bundle.no_zip"),
        (listing(1)[:-2] + b"\x01\x00!", "bundle.no_zip"),
        (EMPTY, "bundle.no_zip"),
        (b"PK\x03\x04", "bundle.no_zip"),
    ],
    ids=["members", "extra", "comment of one", "comment", "no end", "nothing else"],
)
def test_what_a_file_lists_is_counted_before_anything_is_built(
    data: bytes, code: str, built: list[str]
) -> None:
    report = verify_bundle(data)
    assert report.verdicts["manifest"].code == code
    assert not built


def test_a_directory_of_the_large_format_is_not_read(built: list[str]) -> None:
    """It would stand in for the one that was looked at."""
    large = b"PK\x06\x06" + struct.pack("<Q2H2L4Q", 44, 45, 45, 0, 0, 9, 9, 9 * 47, len(EMPTY))
    where = b"PK\x06\x07" + struct.pack("<LQL", 0, 0, 1)
    data = listing(9)
    whole = data[: -END.size] + large + where + data[-END.size :]
    assert verify_bundle(whole).verdicts["manifest"].code == "bundle.no_zip"
    assert not built


def test_what_other_programs_put_beside_a_member_is_let_through(built: list[str]) -> None:
    assert read_zip(listing(1, extra=b"UT\x05\x00\x00aaaa")) == {"a": b""}
    assert read_zip(listing(1, extra=b"\x01\x02\x00\x00" * (LONGEST_EXTRA // 4))) == {"a": b""}
    assert len(built) == 2
    assert read_zip(write_zip({"b": b"2", "a": b"1"}, "b")) == {"b": b"2", "a": b"1"}
