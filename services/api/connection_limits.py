"""What a connection may cost: bytes and seconds until a request is there, and what waits for it.

uvicorn bounds neither with httptools. Nothing here has a timer of its own: times are written down,
and once a second all connections are looked at.
"""

from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from prometheus_client import Counter

if TYPE_CHECKING:
    from services.api.limited_protocol import LimitedProtocol

ENDED = Counter(
    "schichtbuch_connections_ended",
    "Connections that were too slow, too large or too many, by the answer they got, if any",
    ["status"],
)


class ConnectionLimits(Struct, frozen=True):
    connections: int = 4096
    """When there are more, whoever has waited longest without a request makes room."""
    head_bytes: int = 32 * 1024
    """Of request line and headers; trailers count, too."""
    head_seconds: float = 10.0
    """From the first byte, or from connecting, to the end of the headers."""
    body_seconds: float = 20.0
    body_bytes_per_second: int = 8 * 1024
    """A body may take `body_seconds`, and longer for as long as it comes at least so fast."""
    answer_seconds: float = 30.0
    """For so long a caller may take nothing of what is sent."""
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
        self.without_request: OrderedDict[LimitedProtocol, None] = OrderedDict()
        """The one that has waited longest first."""

    def make_room(self) -> bool:
        """Whether somebody could go."""
        if not self.without_request:
            return False
        longest, _ = self.without_request.popitem(last=False)
        longest.drop()
        return True


def end_overdue(connections: Iterable["LimitedProtocol"], now: float) -> None:
    for connection in list(connections):
        connection.check(now)
