"""Server-sent events, read as the standard says: lines end with CR, LF or both, and nothing else.

`str.splitlines` would also break a line at U+2028, which may stand in somebody's words.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

LINE_END = re.compile(rb"\r\n|\r|\n")


class Event(Struct, frozen=True):
    kind: str
    id: str
    data: bytes


class Events:
    """Takes bytes as they come, gives events as they are whole."""

    def __init__(self) -> None:
        self._rest = b""
        self._begin()

    def _begin(self) -> None:
        self._kind, self._id = "message", ""
        self._data: list[bytes] = []

    def feed(self, chunk: bytes) -> Iterator[Event]:
        for line in self._lines(chunk):
            if line:
                self._field(line)
            else:
                if self._data:
                    yield Event(self._kind, self._id, b"\n".join(self._data))
                self._begin()

    def _lines(self, chunk: bytes) -> list[bytes]:
        text = self._rest + chunk
        # A CR at the very end may be half of a CRLF: it waits for what comes.
        held = b"\r" if text.endswith(b"\r") else b""
        *lines, rest = LINE_END.split(text.removesuffix(held))
        self._rest = rest + held
        return lines

    def _field(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
        elif name == b"event":
            self._kind = value.decode()
        elif name == b"id":
            self._id = value.decode()
