"""What is asked most, an action or a finished replay, is answered before Litestar's router.

Finding the route, the parameters and the dependencies took longer than the rules, the hash chain
and the append together. Whatever is not plain, Litestar answers as ever. A test compares what is
answered on either way byte by byte, refusals too.
"""

import re
from collections.abc import Callable
from time import perf_counter
from typing import Any

from litestar.datastructures import Address
from msgspec import Struct

from domain.kernel.actions import GAME_ID
from services.api.backend import Backend
from services.api.calls.actions import accept
from services.api.calls.replay import NDJSON, REVALIDATED, attached, form_of
from services.api.http.answer_headers import AnswerHeaders
from services.api.http.compression import is_zipped, zipped
from services.api.http.links import PREFIX
from services.api.http.problems import MEDIA_TYPE, problem_bytes, problem_of
from services.api.http.rate_limit import charge
from services.api.http.request_figures import REQUESTS
from services.api.http.security import DATA
from services.api.http.whole_answers import header_lines, is_answered, status_line

PATH = re.compile(rf"{PREFIX}/games/({GAME_ID})/(actions|replay)")
METHODS = {"actions": "POST", "replay": "GET"}
TEMPLATES = {method: f"{PREFIX}/games/{{game_id}}/{name}" for name, method in METHODS.items()}
ACCEPTED = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), *DATA]
CREATED, ACCEPTED_LINES = status_line(201), header_lines(ACCEPTED)
FINISHED = [
    (b"content-type", NDJSON.encode()),
    *((name.lower().encode(), text.encode()) for name, text in REVALIDATED.items()),
]
PERSONAL = ("authorization", "if-none-match")
"""Who sends these may get something else than everybody."""


class Asked(Struct):
    """What of a request tells who asks for what."""

    headers: dict[str, str]
    length: int | None
    address: tuple[str, int] | None

    @property
    def client(self) -> Address | None:
        return Address(*self.address) if self.address else None


class FastLane:
    def __init__(
        self, log_request: Callable[[str, str, int, float], None], answers: AnswerHeaders
    ) -> None:
        self._log_request, self._answers = log_request, answers
        plain = {"method": "GET", "headers": []}
        self._finished = answers.completed(FINISHED, f"{PREFIX}/games/any/replay", plain)

    async def take(self, scope: Any, receive: Any, send: Any, backend: Backend) -> Any:
        """None if it is answered; else what Litestar should receive."""
        found = PATH.fullmatch(scope["path"])
        if found is None or scope["method"] != METHODS[found[2]]:
            return receive
        asked = _asked(scope)
        if asked is None:
            return receive
        take = self._accept if found[2] == "actions" else self._deliver
        return await take(found[1], asked, scope, receive, send, backend)

    async def _accept(
        self, game_id: str, asked: Asked, scope: Any, receive: Any, send: Any, backend: Backend
    ) -> Any:
        begun = perf_counter()
        if asked.length is None or asked.length > backend.settings.max_body:
            return receive
        body = await _whole_body(receive, asked.length)
        if body is None:
            return _gone
        if_match, key = asked.headers.get("if-match"), asked.headers.get("idempotency-key")
        try:
            charge(backend.limits, scope)
            accepted = await accept(asked, backend, game_id, body, if_match, key)
        except Exception as error:
            return await self._refuse(error, asked, scope, send, begun)
        body, etag = accepted.body, accepted.etag.encode()
        lines = b"content-length: %d\r\netag: %b\r\n%b" % (len(body), etag, ACCEPTED_LINES)
        if not is_answered(scope, CREATED, lines, body):
            await _answer(send, 201, body, [(b"etag", etag), *ACCEPTED])
        return self._note(scope, 201, begun)

    async def _deliver(
        self, game_id: str, asked: Asked, scope: Any, receive: Any, send: Any, backend: Backend
    ) -> Any:
        """A finished game that was asked for before, to anybody."""
        begun = perf_counter()
        if game_id not in backend.replays or any(name in asked.headers for name in PERSONAL):
            return receive
        try:
            charge(backend.limits, scope)
            finished = await backend.finished_replay(game_id)
        except Exception as error:
            return await self._refuse(error, asked, scope, send, begun)
        if finished is None:
            return receive
        form = form_of(finished, asked)
        named = {"etag": form.etag, "content-disposition": attached(game_id), **form.encoding}
        headers = [(name.lower().encode(), text.encode()) for name, text in named.items()]
        await _answer(send, 200, form.body, [*headers, *self._finished])
        return self._note(scope, 200, begun)

    async def _refuse(
        self, error: Exception, asked: Asked, scope: Any, send: Any, begun: float
    ) -> None:
        told, path = problem_of(error), scope["path"]
        body, said = problem_bytes(told), {"content-type": MEDIA_TYPE, **(told.headers or {})}
        if is_zipped(body, asked.headers.get("accept-encoding", "")):
            vary = ", ".join(filter(None, (said.get("Vary"), "Accept-Encoding")))
            body, said = zipped(body), {**said, "content-encoding": "gzip", "Vary": vary}
        headers = [(name.lower().encode(), text.encode()) for name, text in said.items()]
        await _answer(send, told.status_code, body, self._answers.completed(headers, path, scope))
        self._note(scope, told.status_code, begun)

    def _note(self, scope: Any, status: int, begun: float) -> None:
        took = perf_counter() - begun
        method, path = scope["method"], scope["path"]
        REQUESTS.of(method, TEMPLATES[method], str(status)).add(took)
        self._log_request(method, path, status, round(took * 1000, 1))


def _asked(scope: Any) -> Asked | None:
    """None if the request is not a plain one."""
    sent = scope["headers"]
    headers = {name.decode("latin-1"): text.decode("latin-1") for name, text in sent}
    if scope["query_string"] or len(headers) < len(sent) or "origin" in headers:
        return None
    length = headers.get("content-length", "")
    return Asked(headers, int(length) if length.isdecimal() else None, scope.get("client"))


async def _whole_body(receive: Any, length: int) -> bytes | None:
    """None if the caller hangs up."""
    message = await receive()
    first: bytes = message.get("body", b"")
    if not message.get("more_body"):
        return first if len(first) == length else None
    body = bytearray(first)  # grows in place, however small the pieces are
    while message.get("more_body"):
        message = await receive()
        body += message.get("body", b"")
    return bytes(body) if len(body) == length else None


async def _gone() -> dict[str, Any]:
    return {"type": "http.disconnect"}


async def _answer(send: Any, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    length = (b"content-length", b"%d" % len(body))
    await send({"type": "http.response.start", "status": status, "headers": [length, *headers]})
    await send({"type": "http.response.body", "body": body})
