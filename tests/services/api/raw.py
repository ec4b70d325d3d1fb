"""HTTP by hand: what no client of good manners would send, or send so slowly."""

import socket
from collections.abc import Iterable


class Raw:
    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=20)

    def send(self, *parts: bytes) -> "Raw":
        self._socket.sendall(b"".join(parts))
        return self

    def send_until_ended(self, part: bytes, most: int) -> int:
        """How many bytes were taken before the other side ended the connection."""
        sent = 0
        try:
            while sent < most:
                self._socket.sendall(part)
                sent += len(part)
        except (BrokenPipeError, ConnectionResetError):
            pass
        return sent

    def read_until(self, wanted: bytes) -> bytes:
        got = b""
        while wanted not in got:
            part = self._socket.recv(65536)
            assert part, got
            got += part
        return got

    def some(self) -> bytes:
        """What has come, at least a byte unless the other side has ended the connection."""
        try:
            return self._socket.recv(65536)
        except ConnectionResetError:
            return b""

    def rest(self) -> bytes:
        """All that comes until the other side ends the connection."""
        got = b""
        while part := self.some():
            got += part
        return got

    def close(self) -> None:
        self._socket.close()

    def __enter__(self) -> "Raw":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def request(method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
    lines: Iterable[str] = (f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", "")
    return "\r\n".join(lines).encode("latin-1") + body
