"""Waiting for what must become true, instead of sleeping and hoping."""

import time
from collections.abc import Callable

import psutil


def eventually(condition: Callable[[], object], seconds: float = 20.0) -> None:
    give_up = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < give_up, "it did not become true in time"
        time.sleep(0.005)


def is_running(pid: int) -> bool:
    """A dead process that nobody has asked about yet does not count."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
