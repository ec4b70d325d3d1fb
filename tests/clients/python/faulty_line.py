"""A line to the real service on which things go wrong when the test wants them to."""

from collections.abc import Callable, Iterator

import httpx

Fault = Callable[[httpx.Request, Callable[[], httpx.Response]], httpx.Response]


class FaultyLine(httpx.BaseTransport):
    """Passes every request on, but for the first ones, which meet a fault each."""

    def __init__(self, *faults: Fault) -> None:
        self._line = httpx.HTTPTransport()
        self._faults = list(faults)
        self.sent: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        if self._faults:
            return self._faults.pop(0)(request, lambda: self._line.handle_request(request))
        return self._line.handle_request(request)

    def close(self) -> None:
        self._line.close()


def lost_answer(_: httpx.Request, pass_on: Callable[[], httpx.Response]) -> httpx.Response:
    """The service has done it, and nobody hears of it."""
    pass_on().read()
    raise httpx.ReadError("the connection was cut")


def no_connection(_: httpx.Request, __: Callable[[], httpx.Response]) -> httpx.Response:
    raise httpx.ConnectError("nobody is there")


def passes(_: httpx.Request, pass_on: Callable[[], httpx.Response]) -> httpx.Response:
    return pass_on()


def answers(status: int, **headers: str) -> Fault:
    """Somebody in between says so instead of the service."""

    def answer(_: httpx.Request, __: Callable[[], httpx.Response]) -> httpx.Response:
        dashed = {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx.Response(status, headers=dashed, content=b"<h1>no</h1>")

    return answer


class CutStream(httpx.SyncByteStream):
    """A stream that breaks after so many bytes, wherever that is."""

    def __init__(self, whole: httpx.Response, most: int) -> None:
        self._whole, self._most = whole, most

    def __iter__(self) -> Iterator[bytes]:
        left = self._most
        for chunk in self._whole.iter_raw():
            yield chunk[:left]
            left -= len(chunk)
            if left <= 0:
                raise httpx.ReadError("the connection was cut")

    def close(self) -> None:
        self._whole.close()


def cut_after(most: int) -> Fault:
    def cut(_: httpx.Request, pass_on: Callable[[], httpx.Response]) -> httpx.Response:
        whole = pass_on()
        return httpx.Response(
            whole.status_code, headers=whole.headers, stream=CutStream(whole, most)
        )

    return cut
