"""How often each route was asked for, what it answered, and how long that took.

Litestar's own middleware looks up every metric by its labels anew for each request, which took
longer than all the rest of a small request.
"""

from time import perf_counter

from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from services.api.durations import Durations

REQUESTS = Durations(
    "schichtbuch_http_request_duration_seconds",
    "Requests, and how long they took",
    ("method", "path", "status_code"),
)


class RequestFigures(ASGIMiddleware):
    exclude_path_pattern = "^/metrics$"

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        begun, status = perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await next_app(scope, receive, noted)
        finally:
            method, path = str(scope.get("method", "")), scope["path_template"]
            REQUESTS.of(method, path, str(status)).add(perf_counter() - begun)
