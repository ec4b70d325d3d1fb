"""Where this installation keeps what must outlive a process."""

import os
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


def data_folder() -> Path:
    """`SCHICHTBUCH_DATA`, else `data` in the checkout, else `data` in the current folder."""
    chosen = os.environ.get("SCHICHTBUCH_DATA")
    if chosen:
        return Path(chosen)
    return (PROJECT if (PROJECT / "pyproject.toml").exists() else Path.cwd()) / "data"
