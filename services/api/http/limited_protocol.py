"""HTTP as uvicorn speaks it, within limits: too much or too slow is answered, or just ended."""

from enum import Enum, auto
from http import HTTPStatus
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from infra.addresses import counted_address
from services.api.http.connection_limits import ENDED, Connections
from services.api.http.one_write import OneWriteProtocol
from services.api.http.problems import MEDIA_TYPE, Problem
from services.api.http.whole_answers import EXTENSION, header_lines, status_line

SAID = {
    400: ("malformed_request", "This is not HTTP."),
    408: ("request_timeout", "The request did not come in time."),
    431: ("headers_too_large", "The headers are too large."),
    503: ("too_many_connections", "There are too many connections; try again."),
}


class Stage(Enum):
    """What the connection waits for."""

    NEXT = auto()
    """A request, if there will be another one."""
    HEAD = auto()
    BODY = auto()
    ANSWER = auto()


NEXT, HEAD, BODY, ANSWER = Stage
"""Found ten times faster by these names, and every request asks for them."""


class TooLarge(Exception):
    """The parser passes it on as an error of its own."""


class LimitedProtocol(OneWriteProtocol):
    def __init__(self, shared: Connections, **parts: Any) -> None:
        super().__init__(**parts)
        self._shared, self._limits = shared, shared.limits
        self._stage, self._since = HEAD, 0.0
        self._unread = self._body = self._in_memory = 0
        self._unsent, self._unsent_since = 0, 0.0
        self._status, self._address = 400, ""
        self._answered: RequestResponseCycle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._since = self.loop.time()
        self._address = counted_address(self.client[0] if self.client else "unknown")
        if self._shared.let_in(self._address, len(self.connections)):
            self._shared.without_request[self] = None
        else:
            self.refuse(503)

    def connection_lost(self, exc: Exception | None) -> None:
        self._shared.let_out(self._address)
        self._shared.without_request.pop(self, None)
        self._forget_bodies()
        super().connection_lost(exc)
        # uvicorn tells only the last of several requests, and the first would stream for ever.
        self._hang_up(self._answered)

    def data_received(self, data: bytes) -> None:
        if self._stage is NEXT:
            self._stage, self._since = HEAD, self.loop.time()
        self._unread += len(data)
        super().data_received(data)
        if self._unread > self._limits.head_bytes and not self.transport.is_closing():
            self.refuse(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._stage is not HEAD:
            self._stage, self._since = HEAD, self.loop.time()

    def on_headers_complete(self) -> None:
        if self._unread > self._limits.head_bytes and self._is_head_large():
            self._status = 431
            raise TooLarge
        if len(self.pipeline) >= self._limits.pipelined:
            raise TooLarge
        self._shared.without_request.pop(self, None)
        self._stage, self._since = BODY, self.loop.time()
        self._unread = self._body = 0
        super().on_headers_complete()
        self.headers = []  # for trailers, which come too late to say who asks for what

    def on_body(self, body: bytes) -> None:
        self._unread = 0
        self._body += len(body)
        if self.cycle.response_complete:
            if self._body > self._limits.unwanted_body:
                self.transport.abort()
            return
        self._in_memory += len(body)
        self._shared.bodies += len(body)
        if self._in_memory > self._limits.small_body and self._is_memory_full():
            self._status = 503
            raise TooLarge
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._unread = 0
        self._stage = ANSWER
        super().on_message_complete()
        if self.cycle.response_complete:
            self._await_next()

    def on_response_complete(self) -> None:
        """As uvicorn's own, but for its timer per answer: `check` ends who asks nothing more."""
        self._forget_bodies()
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
        if self._stage is ANSWER and self.cycle.response_complete:
            self._await_next()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        # Nothing that the request holds may lead back to it: else every request lies there until
        # the collector comes, which then takes as long as all the rest.
        answering: Any = self._answer_whole  # ASGI's types know only dicts here
        cycle.scope["extensions"] = {EXTENSION: answering}
        super()._start_asgi_task(cycle, app)

    def _answer_whole(self, status: bytes, headers: bytes, body: bytes) -> bool:
        """See `whole_answers`; what the cycle does when it has sent the last of a body."""
        cycle = self._answered
        if cycle is None:
            return False
        is_begun_or_over = cycle.response_started or cycle.disconnected
        if is_begun_or_over or not cycle.keep_alive or self.flow.write_paused:
            return False
        if self.transport.is_closing():
            return False
        cycle.response_started = cycle.response_complete = True
        cycle.waiting_for_100_continue = False
        cycle.message_event.set()
        dated = header_lines(self.server_state.default_headers)
        self.gathering.write_whole(b"".join((status, dated, headers, b"\r\n", body)))
        cycle.on_response()
        return True

    def check(self, now: float) -> None:
        """End it if it has waited too long for the other side."""
        if self._is_unread(now):
            self.drop()
        elif self._stage is NEXT:
            if now - self._since > self.timeout_keep_alive:
                self.transport.close()
        elif not self.transport.is_closing() and not self.flow.read_paused and self._is_late(now):
            self.refuse(408) if self._has_begun() else self.drop()

    def refuse(self, status: int) -> None:
        """Answer, if nothing else was answered yet, and end the connection."""
        ENDED.labels(str(status)).inc()
        answered = self._answered
        if answered is None or answered.response_complete or not answered.response_started:
            self.transport.write(_answer(status, self.server_state.default_headers))
        self._hang_up(answered)
        self.transport.close()

    def drop(self) -> None:
        ENDED.labels("none").inc()
        self.transport.abort()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  # uvicorn's own words
        self.refuse(self._status)

    def _is_head_large(self) -> bool:
        """Not always, because much of a body may have come with it."""
        headers = sum(len(name) + len(value) + 4 for name, value in self.headers)
        return len(self.url) + headers > self._limits.head_bytes

    def _unsupported_upgrade_warning(self) -> None:
        # The parser takes nothing more after a wish for another protocol.
        self.cycle.keep_alive = False

    def _hang_up(self, cycle: RequestResponseCycle | None) -> None:
        if cycle is not None:
            cycle.disconnected = True
            cycle.message_event.set()

    def _has_begun(self) -> bool:
        return self._stage is BODY or bool(self._unread)

    def _await_next(self) -> None:
        self._stage, self._since = NEXT, self.loop.time()
        if not self.transport.is_closing():
            self._shared.without_request[self] = None

    def _is_memory_full(self) -> bool:
        return self._shared.bodies > self._limits.bodies_in_memory

    def _forget_bodies(self) -> None:
        self._shared.bodies -= self._in_memory
        self._in_memory = 0

    def _is_late(self, now: float) -> bool:
        waited = now - self._since
        if self._stage is HEAD:
            return waited > self._limits.head_seconds
        earned = self._body / self._limits.body_bytes_per_second
        return self._stage is BODY and waited > self._limits.body_seconds + earned

    def _is_unread(self, now: float) -> bool:
        unsent = self.transport.get_write_buffer_size()
        taken = max(0, self._unsent - unsent) / self._limits.answer_bytes_per_second
        self._unsent_since = min(now, self._unsent_since + taken) if self._unsent else now
        self._unsent = unsent
        return bool(unsent) and now - self._unsent_since > self._limits.answer_seconds


def _answer(status: int, headers: list[tuple[bytes, bytes]]) -> bytes:
    code, said = SAID[status]
    title = HTTPStatus(status).phrase
    body = msgspec.json.encode(
        Problem(status, f"urn:schichtbuch:problem:{code}", title, code, said)
    )
    named = {
        "content-type": MEDIA_TYPE,
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "connection": "close",
        **({"retry-after": "1"} if status == 503 else {}),
    }
    lines = [(name.encode(), value.encode()) for name, value in named.items()]
    return b"".join([status_line(status), header_lines([*lines, *headers]), b"\r\n", body])
