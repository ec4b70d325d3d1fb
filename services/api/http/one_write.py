"""uvicorn, but an answer leaves in one piece.

It writes head and body of an answer one after the other, and the loop sends each at once: two
system calls for us, and two wake-ups for whoever waits. Here what is written in one turn of the
loop is sent together at its end.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class Gathering:
    """A transport that sends once per turn of the loop; everything else is the transport's own."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self._waiting: list[bytes] = []
        self._call_soon = asyncio.get_running_loop().call_soon
        self.is_closing = transport.is_closing  # asked several times per request

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._waiting:
            self._call_soon(self._send)
        self._waiting.append(data)

    def write_whole(self, data: bytes) -> None:
        """An answer that is one piece already, after whatever waits."""
        if self._waiting:
            self._waiting.append(data)
        else:
            self._transport.write(data)

    def close(self) -> None:
        self._send()
        self._transport.close()

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting and not self._transport.is_closing():
            self._transport.writelines(waiting)


class OneWriteProtocol(HttpToolsProtocol):
    def connection_made(self, transport: Any) -> None:
        self.gathering = Gathering(transport)
        super().connection_made(self.gathering)  # type: ignore[arg-type]
