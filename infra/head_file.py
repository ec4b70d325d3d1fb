"""The last signed head of the transparency log, in a file outside Redis.

A server that is restored from an old backup forgets what it has signed; this file does not. It is
replaced as a whole and only by a larger head, by one process at a time.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from infra.secret_file import write_private
from replays.tlog.malformed import Malformed
from replays.tlog.tree_head import TreeHead

FILE_NAME = "log-head"
LOCK_NAME = "log-head.lock"


class UnreadableHead(Exception):
    """The file is there, but holds no head."""


class Backwards(Exception):
    """The file holds a larger head, another one of the same size, or one of another log."""


class HeadFile:
    def __init__(self, folder: Path) -> None:
        self.path, self._lock = folder / FILE_NAME, folder / LOCK_NAME

    def read(self) -> TreeHead | None:
        """None if nothing was ever signed here."""
        try:
            text = self.path.read_text("utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise UnreadableHead(f"{self.path} cannot be read: {error}") from error
        try:
            return TreeHead.parse(text.partition("\n\n")[0] + "\n")
        except Malformed as error:
            raise UnreadableHead(f"{self.path} holds no head of a log: {error}") from error

    def write(self, note: str) -> None:
        """The note with its signatures; Backwards unless its head comes behind the one there."""
        head = TreeHead.parse(note.partition("\n\n")[0] + "\n")
        with self._alone():
            known = self.read()
            if known == head:
                return
            if known and (known.origin != head.origin or known.size >= head.size):
                raise Backwards(
                    f"{self.path} holds a head of {known.size} leaves of {known.origin}"
                )
            write_private(self.path, note.encode())
            _sync_folder(self.path.parent)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self._lock.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._lock.open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def _sync_folder(folder: Path) -> None:
    """So that the new name is on the disk, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
