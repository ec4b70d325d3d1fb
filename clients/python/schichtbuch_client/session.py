"""Who asks what: a place in the API, a token, a language, and patience."""

from typing import Any, TypeVar

import httpx
import msgspec
from msgspec import Struct

from schichtbuch_client.call import Call
from schichtbuch_client.exchange import Answer, Ask, Pause, Request, Script
from schichtbuch_client.problems import Unreachable, Unreadable, error_of
from schichtbuch_client.retries import Retries, may_repeat, retry_after

T = TypeVar("T")

PREFIX = "/api/v1"
TIMEOUT = httpx.Timeout(30, read=45)
"""Seconds. A stream says every 15 seconds that it is alive, so after three of them it is not."""


def checked(url: str) -> str:
    """Half an address is noticed now, and not after all attempts."""
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"An address begins with http:// or https://, unlike {url!r}.")
    return url


class Session(Struct, frozen=True):
    here: str = PREFIX
    """What the paths of calls begin with."""
    token: str | None = None
    language: str = "en"
    """That refusals are told in."""
    retries: Retries = Retries()

    def request(self, call: Call[Any]) -> Request:
        headers = {"Accept-Language": self.language, **call.headers}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        return Request(call.method, self.here + call.path, call.query, headers, call.body)

    def ask(self, call: Call[T]) -> Script[T]:
        answer = yield from self.answer(call)
        try:
            return call.read(answer)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Unreadable(f"{call.method} {self.here}{call.path}: {error}") from error

    def answer(self, call: Call[Any]) -> Script[Answer]:
        """A success; what failed is tried again where that may help and does no harm."""
        request = self.request(call)
        for failed in range(1, self.retries.attempts + 1):
            try:
                answer: Answer = yield Ask(request)
            except httpx.TransportError as error:
                wait = self.retries.wait(failed) if _harmless(call, error) else None
                if wait is None:
                    raise Unreachable(f"{call.method} {request.path}: {error!r}") from error
            else:
                if answer.status < 300:
                    return answer
                again = may_repeat(call, answer)
                wait = self.retries.wait(failed, retry_after(answer)) if again else None
                if wait is None:
                    raise error_of(answer)
            yield Pause(wait)
        raise AssertionError("the last failure was raised")


def _harmless(call: Call[Any], error: httpx.TransportError) -> bool:
    """Nothing was sent where no connection came about."""
    not_sent = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
    return call.repeatable or isinstance(error, not_sent)
