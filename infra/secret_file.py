"""Files with secrets: readable by their owner only, and never there by half."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def create_once(path: Path, content: bytes) -> None:
    """Written whole under another name first: of two processes that try, one content stays."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent) as draft:  # its mode is 0600
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
        with suppress(FileExistsError):
            os.link(draft.name, path)
