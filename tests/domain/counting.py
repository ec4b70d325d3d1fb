"""Work counted in calls of functions, which are the same on every machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class TooManyCalls(Exception):
    """What was to be counted goes on for longer than anybody wants to know."""


def calls(work: Callable[[], object], most: int) -> int:
    """How many functions of Python are called; TooManyCalls as soon as they are more."""
    count = 0

    def watch(_frame: FrameType, event: str, _arg: Any) -> None:
        nonlocal count
        if event == "call":
            count += 1
            if count > most:
                raise TooManyCalls

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
