"""Uploaded files in a folder: whole or not at all, never too many, gone when judged."""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from infra import uploads as module
from infra.uploads import LEAST_COUNTED, Uploads, UploadsFull, UploadsUnavailable, sender_of

ANNA, BELA = sender_of("192.0.2.1"), sender_of("192.0.2.2")
MANY = 1000 * LEAST_COUNTED


def put(uploads: Uploads, data: bytes, sender: str = ANNA) -> str:
    arriving = uploads.begin(sender)
    try:
        arriving.write(data)
        return arriving.finish()
    finally:
        arriving.close()


def names(uploads: Uploads) -> list[str]:
    return sorted(path.name for path in (uploads.folder / "waiting").iterdir())


def test_a_file_is_kept_until_it_is_judged_and_its_report_for_a_day(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path / "new", MANY, MANY)
    assert uploads.waiting() == []
    audit_id = put(uploads, b"a game")
    assert put(uploads, b"a game", BELA) == audit_id
    assert [file.path.read_bytes() for file in uploads.find(audit_id)] == [b"a game"] * 2
    uploads.keep_report(audit_id, b"{}")
    assert uploads.report(audit_id) == b"{}"
    assert uploads.find(audit_id) == []
    assert names(uploads) == []
    judged = uploads.kept(audit_id)
    assert judged is not None
    assert judged.read_bytes() == b"a game"
    [report] = (uploads.folder / "reports").iterdir()
    yesterday = time.time() - module.KEPT_SECONDS - 1
    for file in (report, judged):
        os.utime(file, (yesterday, yesterday))
    assert uploads.report(audit_id) is None
    assert uploads.kept(audit_id) is None
    uploads.sweep()
    assert not report.exists()
    assert not judged.exists()


def test_of_judged_files_the_oldest_go_when_there_is_no_room(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path, 2 * LEAST_COUNTED, MANY)
    judged = []
    for age, data in enumerate((b"new", b"middle", b"old")):
        judged.append(put(uploads, data))
        uploads.keep_report(judged[-1], b"{}")
        moment = time.time() - age
        os.utime(tmp_path / "judged" / judged[-1], (moment, moment))
        assert uploads.used() == 0
    uploads.sweep()
    assert [uploads.kept(audit_id) is not None for audit_id in judged] == [True, True, False]


def test_a_file_that_is_sent_again_can_be_watched_again(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path, MANY, MANY)
    audit_id = put(uploads, b"a game")
    uploads.keep_report(audit_id, b"{}")
    (tmp_path / "judged" / audit_id).unlink()
    put(uploads, b"a game")
    uploads.keep_judged(audit_id)
    assert uploads.kept(audit_id) is not None
    assert names(uploads) == []


def test_nobody_sees_a_file_that_has_not_arrived(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path, MANY, MANY)
    arriving = uploads.begin(ANNA)
    arriving.write(b"half of ")
    assert uploads.waiting() == []
    assert len(names(uploads)) == 1
    arriving.close()
    assert names(uploads) == []


def test_one_sender_can_fill_only_a_share_and_all_together_only_the_whole(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path, 3 * LEAST_COUNTED, 2 * LEAST_COUNTED)
    for data in (b"1", b"2"):
        put(uploads, data)
    with pytest.raises(UploadsFull) as full:
        put(uploads, b"3")
    assert full.value.of_sender
    put(uploads, b"4", BELA)
    with pytest.raises(UploadsFull) as full:
        put(uploads, b"5", BELA)
    assert not full.value.of_sender
    assert uploads.used() == 3 * LEAST_COUNTED
    uploads.delete(uploads.find(uploads.waiting()[0]))
    put(uploads, b"5", BELA)


def test_files_that_arrive_at_the_same_time_count_for_each_other(tmp_path: Path) -> None:
    """Else many at once would fit that do not fit together."""
    uploads, size = Uploads(tmp_path, MANY, 3 * LEAST_COUNTED), 2 * LEAST_COUNTED
    first, second = uploads.begin(ANNA), uploads.begin(ANNA)
    first.write(bytes(size))
    with pytest.raises(UploadsFull):
        second.write(bytes(size))
    first.close()
    second.close()


def test_what_is_said_to_be_too_large_is_refused_before_it_arrives(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path, MANY, 2 * LEAST_COUNTED)
    uploads.check_room(ANNA, 2 * LEAST_COUNTED)
    with pytest.raises(UploadsFull):
        uploads.check_room(ANNA, 2 * LEAST_COUNTED + 1)


def test_what_was_sent_again_meanwhile_is_not_deleted(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path, MANY, MANY)
    judged = uploads.find(put(uploads, b"a game"))
    audit_id = put(uploads, b"a game")
    uploads.delete(judged)
    assert uploads.find(audit_id)
    uploads.delete(uploads.find(audit_id))
    assert not uploads.find(audit_id)


def test_what_was_abandoned_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uploads = Uploads(tmp_path, MANY, MANY)
    dead: Any = uploads.begin(ANNA)
    dead.write(b"half")
    dead._file.close()  # and nothing else: its process has died
    put(uploads, b"whole")
    uploads.sweep()
    assert len(names(uploads)) == 2
    monkeypatch.setattr(module, "PART_SECONDS", -1)
    uploads.sweep()
    assert len(names(uploads)) == 1
    monkeypatch.setattr(module, "KEPT_SECONDS", -1)
    uploads.sweep()
    assert names(uploads) == []


def test_only_so_many_reports_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_REPORTS", 2)
    uploads = Uploads(tmp_path, MANY, MANY)
    ids = [put(uploads, bytes([number])) for number in range(4)]
    for age, audit_id in enumerate(ids):
        uploads.keep_report(audit_id, b"{}")
        at = time.time() - age
        os.utime(uploads.folder / "reports" / f"{audit_id}.json", (at, at))
    uploads.sweep()
    kept = [uploads.report(audit_id) is not None for audit_id in ids]
    assert kept == [True, True, False, False]


def test_files_that_are_not_ours_are_left_alone(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path, MANY, MANY)
    put(uploads, b"a game")
    (tmp_path / "waiting" / ".nfs0001").write_bytes(b"")
    assert len(uploads.waiting()) == 1
    assert uploads.used() == LEAST_COUNTED


def test_two_who_see_one_folder_know_it_by_one_name(tmp_path: Path) -> None:
    one, same, other = (Uploads(tmp_path / name, MANY, MANY) for name in ("a", "a", "b"))
    assert one.identity() is None
    for uploads in (one, same, other):
        uploads.draw_identity()
    assert one.identity() == same.identity() != other.identity()


def test_a_folder_that_cannot_be_used_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "waiting").write_bytes(b"a file where the folder must be")
    with pytest.raises(UploadsUnavailable):
        Uploads(tmp_path, MANY, MANY).begin(ANNA)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
def test_a_full_disk_is_as_full_as_a_full_quota(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path, MANY, MANY)
    arriving: Any = uploads.begin(ANNA)
    arriving._file.close()
    with Path("/dev/full").open("wb", buffering=0) as full:
        arriving._file = full
        with pytest.raises(UploadsFull):
            arriving.write(b"no room")


@pytest.mark.parametrize(
    ("address", "same"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::9"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("unknown", "unknown"),
    ],
)
def test_whoever_has_many_addresses_is_one_sender(address: str, same: str) -> None:
    assert sender_of(address) == sender_of(same)
    assert sender_of(address) != sender_of("2001:db8:1:3::9")
