"""The ASGI application around Litestar's router: HEAD where GET is, headers, a line a request."""

from time import perf_counter
from typing import Any

import structlog
from litestar import Litestar

from services.api.options import name_all_methods
from services.api.security import SECURITY_HEADERS

log = structlog.get_logger()

QUIET = ("/health/", "/metrics")


class Service(Litestar):
    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        begun, method = perf_counter(), scope["method"]
        status = 500

        async def noted(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *SECURITY_HEADERS]
                if method == "OPTIONS":
                    name_all_methods(message, scope)
            await send(message)

        try:
            if method == "HEAD":
                await _without_body(super().__call__, scope, receive, noted)
            else:
                await super().__call__(scope, receive, noted)
        finally:
            if not scope["path"].startswith(QUIET):
                took = round((perf_counter() - begun) * 1000, 1)
                log.info("request", method=method, path=scope["path"], status=status, ms=took)


async def _without_body(app: Any, scope: Any, receive: Any, send: Any) -> None:
    """What GET would answer, without its body; a stream ends as soon as it has begun."""
    answered = False

    async def only_headers(message: Any) -> None:
        nonlocal answered
        if message["type"] == "http.response.start":
            await send(message)
        elif not answered:
            answered = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def gone_when_answered() -> Any:
        return {"type": "http.disconnect"} if answered else await receive()

    await app({**scope, "method": "GET"}, gone_when_answered, only_headers)
