"""Requests over raw connections, one at a time on each: cheap enough not to be what is measured."""

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from statistics import quantiles
from time import perf_counter
from typing import Any

import httptools
import uvloop
from msgspec import Struct

HOST = "127.0.0.1"


class Load(Struct, frozen=True):
    """What came of it: so many answers and bytes of bodies in so many seconds."""

    seconds: float
    latencies: list[float]
    """Of each answer, in seconds."""
    body_bytes: int

    @property
    def per_second(self) -> float:
        return len(self.latencies) / self.seconds

    @property
    def bytes_per_second(self) -> float:
        return self.body_bytes / self.seconds

    def percentile(self, percent: int) -> float:
        return percentile(self.latencies, percent)


class UnexpectedAnswer(Exception):
    """The work would not be equal if some of it were refused."""


def percentile(values: Sequence[float], percent: int) -> float:
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def request(
    method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def send(port: int, scripts: Iterable[Sequence[bytes]]) -> Load:
    """Each script over a connection of its own, all at once."""
    return uvloop.run(_send(port, [script for script in scripts if script]))


async def _send(port: int, scripts: list[Sequence[bytes]]) -> Load:
    loop = asyncio.get_running_loop()
    connections = []
    for script in scripts:
        _, connection = await loop.create_connection(partial(Connection, script), HOST, port)
        connections.append(connection)
    begun = perf_counter()
    for connection in connections:
        connection.next()
    try:
        await asyncio.gather(*(connection.done for connection in connections))
        seconds = perf_counter() - begun
    finally:
        for connection in connections:
            connection.close()
    latencies = [latency for connection in connections for latency in connection.latencies]
    return Load(seconds, latencies, sum(connection.body_bytes for connection in connections))


class Connection(asyncio.Protocol):
    """httptools calls what begins with `on_`."""

    def __init__(self, requests: Iterable[bytes]) -> None:
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.latencies: list[float] = []
        self.body_bytes = 0
        self._requests = iter(requests)
        self._sent = 0.0

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._parser = httptools.HttpResponseParser(self)

    def next(self) -> None:
        request = next(self._requests, None)
        if request is None:
            self.done.set_result(None)
            return
        self._sent = perf_counter()
        self._transport.write(request)

    def close(self) -> None:
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(UnexpectedAnswer("the connection was closed"))

    def on_body(self, body: bytes) -> None:
        self.body_bytes += len(body)
        status = self._parser.get_status_code()
        if status >= 300 and not self.done.done():
            self.done.set_exception(UnexpectedAnswer(f"{status}: {body.decode()[:300]}"))

    def on_message_complete(self) -> None:
        self.latencies.append(perf_counter() - self._sent)
        if not self.done.done():
            self.next()
