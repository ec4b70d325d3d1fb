"""The ASGI application around Litestar's router: HEAD where GET is, headers, a line per request."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar

from infra.log_lines import request_lines
from services.api.http.answer_headers import AnswerHeaders
from services.api.http.cors import asks_first
from services.api.http.fast_lane import FastLane
from services.api.http.problems import note_gone
from services.api.options import name_all_methods

QUIET = ("/health/", "/metrics")


class Service(Litestar):
    def __init__(self, *, other_origins: Sequence[str], embeds: bool, **parts: Any) -> None:
        super().__init__(**parts)
        self._log_request = request_lines()
        self._answer_headers = AnswerHeaders(other_origins, embeds=embeds)
        self._fast_lane = FastLane(self._log_request, self._answer_headers)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        receive = await self._fast_lane.take(scope, receive, send, self.state.backend)
        if receive is None:
            return
        await self._noted(scope, receive, send)

    async def _noted(self, scope: Any, receive: Any, send: Any) -> None:
        scope = _with_usable_host(scope)
        begun, method, path = perf_counter(), scope["method"], scope["path"]
        status, preflight = 500, self._answer_headers.others.welcome and asks_first(scope)

        async def noted(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if method == "OPTIONS" and not preflight:
                    name_all_methods(message, scope)
                message["headers"] = self._answer_headers.completed(message["headers"], path, scope)
            await send(message)

        async def heard() -> Any:
            message = await receive()
            if message["type"] == "http.disconnect":
                note_gone(scope)
            return message

        try:
            if preflight:
                await _nothing_to_say(noted)
            elif method == "HEAD":
                await _without_body(super().__call__, scope, heard, noted)
            else:
                await super().__call__(scope, heard, noted)
        finally:
            if not path.startswith(QUIET):
                took = round((perf_counter() - begun) * 1000, 1)
                self._log_request(method, path, status, took)


def _with_usable_host(scope: Any) -> Any:
    """Litestar makes an address of it, even to say what is wrong with a parameter, and falls over
    half a port."""
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    try:
        _ = urlsplit(b"//" + host).port
    except ValueError:
        others = [header for header in scope["headers"] if header[0] != b"host"]
        return {**scope, "headers": [*others, (b"host", b"unusable")]}
    return scope


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


async def _nothing_to_say(send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})
