"""An answer whose head lies ready, handed to the connection at once.

uvicorn looks at every header of every answer with two regular expressions; for an accepted action
that took as long as the hash chain. Servers of another kind do not offer this, and whoever closes
the connection after the answer gets it the ordinary way.
"""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

EXTENSION = "schichtbuch.whole_answer"
"""Of ASGI's scope: takes status line, headers and body, and says whether they are on their way."""
Answering = Callable[[bytes, bytes, bytes], bool]


def status_line(status: int) -> bytes:
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n".encode()


def header_lines(headers: Sequence[tuple[bytes, bytes]]) -> bytes:
    return b"".join([b"%b: %b\r\n" % header for header in headers])


def is_answered(scope: Any, status: bytes, headers: bytes, body: bytes) -> bool:
    """False if it has to be sent the ordinary way."""
    extensions = scope.get("extensions")
    answer: Answering | None = extensions.get(EXTENSION) if extensions else None
    return answer is not None and answer(status, headers, body)
