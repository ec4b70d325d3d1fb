"""What is asked most, an action or a finished replay, is answered before Litestar's router.

Finding the route, the parameters and the dependencies took longer than the rules, the hash chain
and the append together. Whatever is not plain, Litestar answers as ever; whatever is refused here,
Litestar tells, so that a problem looks the same on either way.
"""

import re
from collections.abc import Callable
from time import perf_counter
from typing import Any

from litestar.datastructures import Address
from msgspec import Struct

from services.api.backend import Backend
from services.api.calls.actions import accept
from services.api.calls.replay import NDJSON, REVALIDATED, attached, form_of
from services.api.durations import Tally
from services.api.http.answer_headers import AnswerHeaders
from services.api.http.links import PREFIX
from services.api.http.problems import note_refusal
from services.api.http.rate_limit import charge
from services.api.http.request_figures import REQUESTS
from services.api.http.security import DATA

PATH = re.compile(rf"{PREFIX}/games/([A-Za-z0-9_-]{{1,64}})/(actions|replay)")
METHODS = {"actions": "POST", "replay": "GET"}
ACTIONS = REQUESTS.of("POST", f"{PREFIX}/games/{{game_id}}/actions", "201")
REPLAYS = REQUESTS.of("GET", f"{PREFIX}/games/{{game_id}}/replay", "200")
ACCEPTED = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), *DATA]
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
        self._log_request = log_request
        plain = {"method": "GET", "headers": []}
        self._finished = answers.completed(FINISHED, f"{PREFIX}/games/any/replay", plain)

    async def take(self, scope: Any, receive: Any, send: Any, backend: Backend) -> Any:
        """None if it is answered; else what Litestar should receive, and tell."""
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
        except Exception as refusal:
            note_refusal(scope, refusal)
            return _gone
        await _answer(send, 201, accepted.body, [(b"etag", accepted.etag.encode()), *ACCEPTED])
        self._note(ACTIONS, scope, 201, begun)
        return None

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
        except Exception as refusal:
            note_refusal(scope, refusal)
            return receive
        if finished is None:
            return receive
        form = form_of(finished, asked)
        named = {"etag": form.etag, "content-disposition": attached(game_id), **form.encoding}
        headers = [(name.lower().encode(), text.encode()) for name, text in named.items()]
        await _answer(send, 200, form.body, [*headers, *self._finished])
        self._note(REPLAYS, scope, 200, begun)
        return None

    def _note(self, tally: Tally, scope: Any, status: int, begun: float) -> None:
        took = perf_counter() - begun
        tally.add(took)
        self._log_request(scope["method"], scope["path"], status, round(took * 1000, 1))


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
