"""What a connection may cost: bytes and seconds until a request is there, and what waits for it.

uvicorn bounds neither with httptools. Nothing here has a timer of its own: times are written down,
and once per second all connections are looked at.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from prometheus_client import Counter as Figure

if TYPE_CHECKING:
    from services.api.http.limited_protocol import LimitedProtocol

ENDED = Figure(
    "schichtbuch_connections_ended",
    "Connections that were too slow, too large or too many, by the answer they got, if any",
    ["status"],
)


class ConnectionLimits(Struct, frozen=True):
    connections: int = 4096
    """When there are more, whoever has waited longest without a request makes room."""
    per_address: int = 1024
    """0: any number, for behind a proxy all of them come from one."""
    head_bytes: int = 32 * 1024
    """Of request line and headers; trailers count, too."""
    head_seconds: float = 10.0
    """From the first byte, or from connecting, to the end of the headers."""
    body_seconds: float = 20.0
    body_bytes_per_second: int = 8 * 1024
    """A body may take `body_seconds`, and longer for as long as it comes at least so fast."""
    answer_seconds: float = 30.0
    answer_bytes_per_second: int = 1024
    """An answer may lie there for `answer_seconds`, and longer while it is taken so fast."""
    pipelined: int = 32
    """Requests that wait for the answer to an earlier one."""
    small_body: int = 64 * 1024
    bodies_in_memory: int = 256 * 1024 * 1024
    """Of all requests together; when they are more, what is not small is refused."""
    unwanted_body: int = 64 * 1024 * 1024
    """What a caller may still send of a body that was answered before its end."""


class Connections:
    """What the connections of one server share."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self.bodies = 0
        self.by_address: Counter[str] = Counter()
        self.without_request: OrderedDict[LimitedProtocol, None] = OrderedDict()
        """The one that has waited longest first."""

    def let_in(self, address: str, connections: int) -> bool:
        """Whether there is room for one more; it counts until it is let out, either way."""
        self.by_address[address] += 1
        most = self.limits.per_address
        if most and self.by_address[address] > most:
            return False
        return connections <= self.limits.connections or self._make_room()

    def let_out(self, address: str) -> None:
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]

    def _make_room(self) -> bool:
        if not self.without_request:
            return False
        longest, _ = self.without_request.popitem(last=False)
        longest.drop()
        return True


def end_overdue(connections: Iterable["LimitedProtocol"], now: float) -> None:
    for connection in list(connections):
        connection.check(now)
