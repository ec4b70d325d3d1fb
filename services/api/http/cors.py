"""Pages of other origins: which may call, and what their browsers let them send and read.

Any page may show a game that everybody may see, unless that is turned off.

Litestar's own layer writes `Vary: Origin` over whatever else the answer depends on, and a browser
then takes one seat's view for another's.
"""

import re
from collections.abc import Sequence
from typing import Any

from litestar.config.cors import CORSConfig

from services.api.http.links import PREFIX
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


PARTS = r"catalog|frames|picture|picture\.png|scored-now|stream"
EMBEDDED = re.compile(rf"/embed\.js|/web/.*|{PREFIX}/games/[^/]+(?:/(?:{PARTS}))?")
"""What a replay in a page of anybody is made of; all of it is shown to whoever asks."""
TO_ALL: Headers = [(b"access-control-allow-origin", b"*")]


class OtherOrigins:
    def __init__(self, allowed: Sequence[str], *, embeds: bool = True) -> None:
        self.welcome, self._embeds = bool(allowed), embeds
        self._config = CORSConfig(
            allow_origins=list(allowed),
            allow_methods=["GET", "HEAD", "POST", "PATCH", "DELETE"],
            allow_headers=SENT,
            expose_headers=READ,
        )

    def headers(self, scope: Any, path: str) -> Headers:
        """What lets the page read the answer; nothing for a page that may not."""
        origin = sent(scope, b"origin").decode("latin-1")
        if not (self.welcome and origin and self._config.is_origin_allowed(origin)):
            return TO_ALL if self._is_embedded(scope, path) else []
        told = {"Access-Control-Allow-Origin": origin, "Vary": "Origin"}
        first = self._config.preflight_headers if asks_first(scope) else {}
        return _raw({**told, **first, **self._config.simple_headers})

    def _is_embedded(self, scope: Any, path: str) -> bool:
        """Without a token only: what it shows is not for any page."""
        plain = scope["method"] in ("GET", "HEAD") and not sent(scope, b"authorization")
        return self._embeds and plain and bool(EMBEDDED.fullmatch(path))


def asks_first(scope: Any) -> bool:
    """Whether it is a browser that asks before it sends what a page wants to send."""
    wanted = sent(scope, b"access-control-request-method")
    return bool(scope["method"] == "OPTIONS" and wanted and sent(scope, b"origin"))


def sent(scope: Any, wanted: bytes) -> bytes:
    return next((value for name, value in scope["headers"] if name == wanted), b"")


def _raw(headers: dict[str, str]) -> Headers:
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
