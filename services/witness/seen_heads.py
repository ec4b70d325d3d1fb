"""The last head that a witness cosigned of each log, in a folder that one process has at a time.

A head is on the disk before anybody learns that it was taken. What cannot be read stops the witness
from starting: to begin anew would be to cosign a fork.
"""

import hashlib
from pathlib import Path

from infra.secret_file import write_private
from infra.server_files import try_lock
from replays.tlog.malformed import Malformed
from replays.tlog.note import Note
from replays.tlog.tree_head import TreeHead

SUFFIX = ".checkpoint"
LOCK = "lock"


class UnusableFolder(Exception):
    """Another witness has it, or what it holds cannot be read."""


class SeenHeads:
    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = folder
        lock = try_lock(folder / LOCK)
        if lock is None:
            raise UnusableFolder(f"{folder} is in use by another witness: each needs its own")
        self._lock = lock
        try:
            self._heads = dict(_read(path) for path in folder.glob(f"*{SUFFIX}"))
        except BaseException:
            lock.close()
            raise

    def last(self, origin: str) -> Note | None:
        """As it was signed by the log."""
        return self._heads.get(origin)

    def keep(self, checkpoint: Note) -> None:
        """On the disk when this returns; if it fails, what was there before still holds."""
        origin = TreeHead.parse(checkpoint.text).origin
        write_private(self._path(origin), str(checkpoint).encode())
        self._heads[origin] = checkpoint

    def close(self) -> None:
        self._lock.close()

    def _path(self, origin: str) -> Path:
        """Any text can be an origin, so that none of them names a file."""
        return self._folder / f"{hashlib.sha256(origin.encode()).hexdigest()}{SUFFIX}"


def _read(path: Path) -> tuple[str, Note]:
    try:
        checkpoint = Note.parse(path.read_text("utf-8"))
        return TreeHead.parse(checkpoint.text).origin, checkpoint
    except (Malformed, UnicodeDecodeError) as error:
        raise UnusableFolder(
            f"{path} cannot be read ({error}): bring it back from a copy."
            " Without it this witness would cosign a log that forgot what it showed before"
        ) from error
