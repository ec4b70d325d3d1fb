"""Files with secrets: readable by their owner only, and never there by half."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


class ReadableByOthers(Exception):
    """A file with secrets that somebody else may have read."""

    def __init__(self, path: Path, mode: int) -> None:
        super().__init__(
            f"{path} can be read by others (mode {mode:03o}): if nobody has read it,"
            f" make it yours alone with `chmod 600 {path}` and try again"
        )


def check_private(path: Path) -> None:
    """ReadableByOthers unless only its owner may read it."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise ReadableByOthers(path, mode)


def write_private(path: Path, content: bytes) -> None:
    """Whole or not at all, in place of what was there; on the disk when this returns."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, delete=False) as draft:  # its mode is 0600
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
    os.replace(draft.name, path)
    _sync(path.parent)


def create_once(path: Path, content: bytes) -> None:
    """Written whole under another name first: of two processes that try, one content stays."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent) as draft:  # its mode is 0600
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
        with suppress(FileExistsError):
            os.link(draft.name, path)


def _sync(folder: Path) -> None:
    """So that the new name is on the disk, too, and not only what it names."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
