"""Somebody's receiver of webhooks, on loopback: takes messages, fails, lies, hangs, comes back."""

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from msgspec import Struct
from standardwebhooks import Webhook

HUGE = b"x" * 2**20


class Received(Struct, frozen=True):
    headers: dict[str, str]
    body: bytes
    status: int | None
    """What was answered; None if it was hung up on."""

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]


class Receiver:
    """Answers `status`; as said in `plan`, if there is still something in it."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.status = 204
        self.plan: list[int | str] = []
        self.secret = ""
        self.before_answer: Callable[[], None] = lambda: None
        """Done with a message at hand, before its sender hears of it."""
        self.released = threading.Event()
        """Lets go whoever it hangs on."""
        self._lock = threading.Lock()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                receiver.take(self)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/hook?from=schichtbuch"
        self._thread = threading.Thread(target=self._server.serve_forever, args=[0.02])
        self._thread.start()

    def take(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers["content-length"]))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        with self._lock:
            does = self.plan.pop(0) if self.plan else self.status
            status = does if isinstance(does, int) else 200 if does == "huge" else None
            self.received.append(Received(headers, body, status))
        self.before_answer()
        if does == "hang":
            self.released.wait(60)
        elif does == "garbage":
            handler.wfile.write(b"this is not HTTP\r\n\r\n")
        elif does == "redirect":
            handler.send_response(302)
            handler.send_header("Location", f"http://127.0.0.1:{self.port}/elsewhere")
            handler.end_headers()
        elif does == "huge":
            handler.send_response(200)
            handler.end_headers()
            self._flood(handler)
        else:
            handler.send_response(int(does))
            handler.end_headers()

    def _flood(self, handler: BaseHTTPRequestHandler) -> None:
        for _ in range(10_000):
            try:
                handler.wfile.write(HUGE)
            except OSError:
                return  # nobody reads it, which is what is wanted

    @property
    def taken(self) -> list[Received]:
        """What was answered with success, in order."""
        return [one for one in self.received if one.status and 200 <= one.status < 300]

    def ids(self) -> list[str]:
        return [one.id for one in self.taken]

    def read(self, one: Received) -> Any:
        """By the library that receivers use; raises if it is not signed with the secret."""
        return Webhook(self.secret).verify(one.body, one.headers)

    def messages(self) -> list[Any]:
        return [self.read(one) for one in self.taken]

    def close(self) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
