"""Sends one webhook: to a checked address, in a bounded time, without following anybody anywhere.

The guard stands where the connection is made, so nothing resolves the name a second time; the
certificate and the `Host` are those of the name. Only the status of an answer is looked at.
"""

import asyncio
import ssl
from collections.abc import Iterable, Mapping
from typing import Any

import httpcore
from msgspec import Struct

from infra.webhook_guard import BadUrl, Forbidden, Guard, read_url

LONGEST_WAIT = 3600
"""Seconds that a receiver may ask us to wait."""
LONGEST_ERROR = 200


class Outcome(Struct, frozen=True):
    status: int | None = None
    """None if there was no answer."""
    error: str | None = None
    """Why there was none."""
    retry_after: int | None = None
    """Seconds that the receiver asks us to wait."""

    @property
    def is_delivered(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        return self.status == 410


class CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Connects to addresses that the guard has checked, and to no others."""

    def __init__(self, guard: Guard) -> None:
        self._guard, self._network = guard, httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        failure: Exception | None = None
        for address in await self._guard.addresses(host, port):
            try:
                return await self._network.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        assert failure, "a host that may be reached has an address"
        raise failure

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        del path, timeout, socket_options
        raise Forbidden("sockets of this machine are not for webhooks")


class Sender:
    def __init__(
        self, guard: Guard, seconds: float, certificates: ssl.SSLContext | None = None
    ) -> None:
        """A receiver that takes longer than so many seconds counts as gone."""
        self._guard, self._seconds = guard, seconds
        self._certificates = certificates or ssl.create_default_context()

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        try:
            async with asyncio.timeout(self._seconds):
                return await self._answer(url, headers, body)
        except (TimeoutError, httpcore.TimeoutException):
            return Outcome(error=f"no answer within {self._seconds:g} seconds")
        except BadUrl as error:
            return Outcome(error=f"the address cannot be used: {error}")
        except Forbidden as error:
            return Outcome(error=f"forbidden: {error}"[:LONGEST_ERROR])
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
            return Outcome(error=_said(error))

    async def _answer(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        target = read_url(url)
        self._guard.check(target)
        address = httpcore.URL(
            scheme=target.scheme, host=target.host, port=target.port, target=target.path
        )
        sent = {"Host": target.host_header, "Content-Length": str(len(body)), **headers}
        async with (
            httpcore.AsyncConnectionPool(
                ssl_context=self._certificates, network_backend=CheckedNetwork(self._guard)
            ) as pool,
            pool.stream("POST", address, headers=list(sent.items()), content=body) as response,
        ):
            # Its body is nobody's business: whoever may subscribe must not read through us.
            return Outcome(response.status, retry_after=_retry_after(response.headers))


def _retry_after(headers: Iterable[tuple[bytes, bytes]]) -> int | None:
    for name, value in headers:
        if name.lower() == b"retry-after" and value.isdigit() and len(value) < 10:
            return min(int(value), LONGEST_WAIT)
    return None


def _said(error: Exception) -> str:
    """What the network says; nothing that a receiver has sent."""
    if isinstance(error, httpcore.ProtocolError):
        return "the answer is not HTTP"
    return f"{type(error).__name__}: {error}".rstrip(": ")[:LONGEST_ERROR]
