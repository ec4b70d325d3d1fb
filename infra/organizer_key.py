"""The key of the organizer, who creates games, sees all and may erase names."""

import os
import secrets
from pathlib import Path

from infra.secret_file import create_once

FILE_NAME = "organizer-key.txt"
VARIABLE = "SCHICHTBUCH_ORGANIZER_KEY"


class EmptyKey(Exception):
    """The file is there, but nothing is in it."""


def load_or_create(folder: Path) -> str:
    """The one of the environment; else the one in the folder, made on first use."""
    given = os.environ.get(VARIABLE, "").strip()
    if given:
        return given
    path = folder / FILE_NAME
    if not path.exists():
        create_once(path, f"{secrets.token_urlsafe(32)}\n".encode())
    key = path.read_text("utf-8").strip()
    if not key:
        raise EmptyKey(f"{path} is empty; remove it, and the next start makes a new key")
    return key
