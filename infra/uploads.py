"""Files that strangers have sent: kept until they are judged, then for a day to be watched.

They are files in a folder and not keys of the log's server, which they could fill. Several machines
share the folder. Names are made of digests and random numbers, never of what a stranger says:

    waiting/<audit id>.<sender>       until it is judged
    waiting/<random>.<sender>.part    while it arrives
    judged/<audit id>                 for a day, as long as there is room: the oldest go first
    reports/<audit id>.json           for a day
    identity                          the same for everybody who sees the same folder
"""

import errno
import hashlib
import os
import re
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from msgspec import Struct

from infra.addresses import counted_address
from infra.secret_file import create_once

PART = "part"
AUDIT_ID = re.compile("[0-9a-f]{32}")
"""It becomes the name of a file, so nothing else will do."""
NAME = re.compile(rf"(?P<audit_id>{AUDIT_ID.pattern})\.(?P<sender>[0-9a-f]{{16}})(\.part)?")
"""Of a file that waits or arrives; file systems put others beside them."""
LEAST_COUNTED = 256 * 1024
"""Bytes that the smallest file counts for, so that there are never too many to look through."""
PART_SECONDS = 600
"""A file that has not grown for so long does not arrive any more."""
KEPT_SECONDS = 24 * 3600
MOST_REPORTS = 10_000


class UploadsFull(Exception):
    """No more, of this sender or of all, until some are judged."""

    def __init__(self, *, of_sender: bool) -> None:
        super().__init__("of this sender" if of_sender else "of all senders")
        self.of_sender = of_sender


class UploadsUnavailable(Exception):
    """The folder cannot be read or written."""


class Kept(Struct, frozen=True):
    """One file of the folder, as its name and the file system tell it."""

    path: Path
    size: int
    touched: float
    inode: int
    """Another one, if the same file was sent again."""

    @property
    def audit_id(self) -> str:
        return self.path.name.split(".")[0]

    @property
    def sender(self) -> str:
        return self.path.name.split(".")[1]

    @property
    def arrives(self) -> bool:
        return self.path.name.endswith(f".{PART}")

    @property
    def counted(self) -> int:
        return max(self.size, LEAST_COUNTED)

    def older_than(self, seconds: float) -> bool:
        return time.time() - self.touched > seconds


class Uploads:
    """Every call may wait for a disk or a network: not for an event loop."""

    def __init__(self, folder: Path, most: int, most_of_sender: int) -> None:
        self.folder, self.most, self._most_of_sender = folder, most, most_of_sender
        self._waiting, self._reports = folder / "waiting", folder / "reports"
        self._judged = folder / "judged"

    def begin(self, sender: str) -> "Arriving":
        with _told():
            self._waiting.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = self._waiting / f"{secrets.token_hex(16)}.{sender}.{PART}"
            return Arriving(self, draft, sender)

    def check_room(self, sender: str, more: int = 0) -> None:
        """UploadsFull if so many bytes more, beside those that are there, are too many."""
        there = self._files()
        if sum(file.counted for file in there if file.sender == sender) + more > (
            self._most_of_sender
        ):
            raise UploadsFull(of_sender=True)
        if sum(file.counted for file in there) + more > self.most:
            raise UploadsFull(of_sender=False)

    def used(self) -> int:
        return sum(file.counted for file in self._files())

    def waiting(self) -> list[str]:
        """What is there to be judged, the oldest first."""
        there = [file for file in self._files() if not file.arrives]
        return [file.audit_id for file in sorted(there, key=lambda file: file.touched)]

    def find(self, audit_id: str) -> list[Kept]:
        """One for each sender of the same file."""
        there = (file for file in self._files() if not file.arrives)
        return [file for file in there if file.audit_id == audit_id]

    def delete(self, files: Sequence[Kept]) -> None:
        """But not what was sent again since they were found."""
        with _told():
            for file in files:
                with suppress(FileNotFoundError):
                    if _kept(file.path).inode == file.inode:
                        file.path.unlink()

    def keep_report(self, audit_id: str, report: bytes) -> None:
        with _told():
            self._reports.mkdir(mode=0o700, parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=self._reports, prefix=f".{PART}-", delete=False) as draft:
                draft.write(report)
            os.replace(draft.name, self._report(audit_id))
        self.keep_judged(audit_id)

    def keep_judged(self, audit_id: str) -> None:
        """It waits for nothing any more, and counts for nobody; but it can be watched."""
        files = self.find(audit_id)
        with _told():
            self._judged.mkdir(mode=0o700, parents=True, exist_ok=True)
            for file in files[:1]:
                with suppress(FileNotFoundError):  # sent again, and judged by another
                    os.utime(file.path)
                    os.replace(file.path, self._judged / audit_id)
        self.delete(files[1:])

    def kept(self, audit_id: str) -> Path | None:
        """Where the file is, judged or still waiting, if it is there at all."""
        with _told(), suppress(FileNotFoundError):
            path = self._judged / audit_id
            if not _kept(path).older_than(KEPT_SECONDS):
                return path
        return next((file.path for file in self.find(audit_id)), None)

    def report(self, audit_id: str) -> bytes | None:
        with _told(), suppress(FileNotFoundError):
            path = self._report(audit_id)
            if not _kept(path).older_than(KEPT_SECONDS):
                return path.read_bytes()
        return None

    def sweep(self) -> None:
        """What nobody waits for any more."""
        with _told():
            for file in self._files():
                if file.older_than(PART_SECONDS if file.arrives else KEPT_SECONDS):
                    file.path.unlink(missing_ok=True)
            for rank, file in enumerate(_newest_first(self._reports)):
                if rank >= MOST_REPORTS or file.older_than(KEPT_SECONDS):
                    file.path.unlink(missing_ok=True)
            taken = 0
            for file in _newest_first(self._judged):
                taken += file.counted
                if taken > self.most or file.older_than(KEPT_SECONDS):
                    file.path.unlink(missing_ok=True)

    def identity(self) -> str | None:
        """Two who read the same one see the same folder; none before a worker has drawn it."""
        with _told(), suppress(FileNotFoundError):
            return (self.folder / "identity").read_text()
        return None

    def draw_identity(self) -> None:
        with _told():
            create_once(self.folder / "identity", secrets.token_hex(16).encode())

    def _files(self) -> list[Kept]:
        with _told():
            there = _listed(self._waiting)
            return [file for file in there if NAME.fullmatch(file.path.name)]

    def _report(self, audit_id: str) -> Path:
        return self._reports / f"{audit_id}.json"


class Arriving:
    """A file while it arrives. Whoever opens it closes it; if it was not finished, it is gone."""

    def __init__(self, uploads: Uploads, draft: Path, sender: str) -> None:
        self._uploads, self._draft, self._sender = uploads, draft, sender
        self._file = draft.open("xb")
        self._digest = hashlib.sha256()
        self.size = 0

    def write(self, piece: bytes) -> None:
        with _told():
            self._file.write(piece)
            self._file.flush()
        self._digest.update(piece)
        self.size += len(piece)
        # After writing, because then everybody sees everybody else's part.
        self._uploads.check_room(self._sender)

    def finish(self) -> str:
        """The id of its audit: the same file is the same audit."""
        audit_id = self._digest.hexdigest()[:32]
        with _told():
            self._file.close()
            os.replace(self._draft, self._draft.with_name(f"{audit_id}.{self._sender}"))
        return audit_id

    def close(self) -> None:
        with suppress(OSError):
            self._file.close()
            self._draft.unlink(missing_ok=True)


def sender_of(address: str) -> str:
    """Whose files count together; never the address itself."""
    return hashlib.sha256(counted_address(address).encode()).hexdigest()[:16]


def _listed(folder: Path) -> Iterator[Kept]:
    with suppress(FileNotFoundError):
        for path in folder.iterdir():
            with suppress(FileNotFoundError):
                yield _kept(path)


def _newest_first(folder: Path) -> list[Kept]:
    return sorted(_listed(folder), key=lambda file: -file.touched)


def _kept(path: Path) -> Kept:
    found = path.stat()
    return Kept(path, found.st_size, found.st_mtime, found.st_ino)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise UploadsFull(of_sender=False) from error
        raise UploadsUnavailable(str(error)) from error
