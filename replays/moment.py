"""A moment of a game: `17` is after version 17, `17.3` after three of its events."""

import re
from typing import NamedTuple

MOMENT = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,6}))?")


class Moment(NamedTuple):
    """After this many events of this version; events count from 1, and 0 is before the first."""

    version: int
    event: int

    def __str__(self) -> str:
        return f"{self.version}.{self.event}"

    @classmethod
    def parse(cls, text: str) -> "Moment | int":
        """`17.3`, or `17` for the whole of version 17; ValueError if it is neither."""
        found = MOMENT.fullmatch(text)
        if not found:
            raise ValueError(text)
        version, event = found.groups()
        return int(version) if event is None else cls(int(version), int(event))
