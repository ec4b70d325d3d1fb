"""So many requests a minute for each token or, without one, for each address.

Litestar's own limiter writes down the time of every request anew at each of them, which at
thousands a minute costs more than the request itself; this one counts.
"""

import hashlib
from time import time
from typing import Any

from litestar.exceptions import TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from services.api.problems import is_refused

WINDOW = 60


class Limits:
    def __init__(self, most: int) -> None:
        self.most = most
        self._window = 0
        self._counts: dict[str, int] = {}

    def charge(self, who: str) -> None:
        """TooManyRequestsException if it is one too many."""
        if not self.most:
            return
        now = time()
        window = int(now // WINDOW)
        if window != self._window:
            self._window, self._counts = window, {}
        count = self._counts[who] = self._counts.get(who, 0) + 1
        if count > self.most:
            wait = str(int((window + 1) * WINDOW - now) + 1)
            said = f"Only {self.most} requests a minute; wait {wait} seconds."
            raise TooManyRequestsException(said, headers={"Retry-After": wait})


class RateLimit(ASGIMiddleware):
    exclude_path_pattern = ("^/health/", "^/metrics$")

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        if not is_refused(scope):
            charge(scope["litestar_app"].state.desk.limits, scope)
        await next_app(scope, receive, send)


def charge(limits: Limits, scope: Any) -> None:
    if limits.most:
        limits.charge(_who(scope))


def _who(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"authorization":
            return hashlib.sha256(value).hexdigest()
    client = scope.get("client")
    return client[0] if client else "unknown"
