"""Load: work that is refused is no work, and what is read has the size it should have."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from services.bench.load import HOST, UnexpectedAnswer, request, send
from services.bench.streaming import UnequalWork, reading


@contextmanager
def answering(answer: bytes) -> Iterator[int]:
    """The port of somebody who says the same to every request."""
    with socket.create_server((HOST, 0)) as listener:
        threading.Thread(target=_serve, args=[listener, answer], daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


def _serve(listener: socket.socket, answer: bytes) -> None:
    while True:
        try:
            talk, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=_talk, args=[talk, answer], daemon=True).start()


def _talk(talk: socket.socket, answer: bytes) -> None:
    with talk:
        while talk.recv(65536):
            talk.sendall(answer)


def response(status: str, body: bytes) -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def test_answers_and_bytes_are_counted() -> None:
    with answering(response("200 OK", b"12345")) as port:
        load = send(port, [[request("GET", "/")] * 3, [request("GET", "/")]])
    assert (len(load.latencies), load.body_bytes) == (4, 20)


@pytest.mark.parametrize("status", ["400 Bad Request", "303 See Other", "503 Service Unavailable"])
def test_a_refusal_is_no_work(status: str) -> None:
    with (
        answering(response(status, b"no")) as port,
        pytest.raises(UnexpectedAnswer, match=status[:3]),
    ):
        send(port, [[request("GET", "/")]])


def test_a_body_of_another_size_is_other_work() -> None:
    with answering(response("200 OK", b"12345")) as port:
        reading(port, "/{}", {"a": 5, "b": 5}, 10)()
        with pytest.raises(UnequalWork):
            reading(port, "/{}", {"a": 5, "b": 6}, 10)
