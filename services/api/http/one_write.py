"""uvicorn, but an answer leaves in one piece.

It writes head and body of an answer one after the other, and the loop sends each at once: two
system calls for us, and two wake-ups for whoever waits. Here what is written in one turn of the
loop is sent together at its end.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class Gathering:
    """A transport that sends once a turn; everything else is the transport's own."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self._waiting: list[bytes] = []
        self._call_soon = asyncio.get_running_loop().call_soon

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._waiting:
            self._call_soon(self._send)
        self._waiting.append(data)

    def close(self) -> None:
        self._send()
        self._transport.close()

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting and not self._transport.is_closing():
            self._transport.writelines(waiting)


class OneWriteProtocol(HttpToolsProtocol):
    def connection_made(self, transport: Any) -> None:
        super().connection_made(Gathering(transport))  # type: ignore[arg-type]
