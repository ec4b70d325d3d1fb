"""Pages of other origins: which may call, and what their browsers let them send and read.

Litestar's own layer writes `Vary: Origin` over whatever else the answer depends on, and a browser
then takes one seat's view for another's.
"""

from collections.abc import Sequence
from typing import Any

from litestar.config.cors import CORSConfig

from services.api.http.security import Headers

SENT = [
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
]
READ = ["Content-Disposition", "ETag", "Location", "Retry-After", "Schichtbuch-Version"]


class OtherOrigins:
    def __init__(self, allowed: Sequence[str]) -> None:
        self.welcome = bool(allowed)
        self._config = CORSConfig(
            allow_origins=list(allowed),
            allow_methods=["GET", "HEAD", "POST"],
            allow_headers=SENT,
            expose_headers=READ,
        )

    def headers(self, scope: Any) -> Headers:
        """What lets the page read the answer; nothing for a page that may not."""
        origin = sent(scope, b"origin").decode("latin-1")
        if not (self.welcome and origin and self._config.is_origin_allowed(origin)):
            return []
        told = {"Access-Control-Allow-Origin": origin, "Vary": "Origin"}
        first = self._config.preflight_headers if asks_first(scope) else {}
        return _raw({**told, **first, **self._config.simple_headers})


def asks_first(scope: Any) -> bool:
    """Whether it is a browser that asks before it sends what a page wants to send."""
    wanted = sent(scope, b"access-control-request-method")
    return bool(scope["method"] == "OPTIONS" and wanted and sent(scope, b"origin"))


def sent(scope: Any, wanted: bytes) -> bytes:
    return next((value for name, value in scope["headers"] if name == wanted), b"")


def _raw(headers: dict[str, str]) -> Headers:
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
