"""Too much, too slow, too many: a connection costs little, and nobody else has to wait for it."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import msgspec
import pytest
from prometheus_client import REGISTRY
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from uvicorn.server import ServerState

from services.api.http.connection_limits import ConnectionLimits, Connections
from services.api.http.limited_protocol import LimitedProtocol
from services.api.http.server import SETTINGS
from services.api.http.whole_answers import header_lines, is_answered, status_line
from tests.services.api.house import House, LiveApi
from tests.services.api.raw import Raw, request
from tests.services.api.table import Table
from tests.waiting import eventually

MEGABYTE = 1024 * 1024
CHUNKED = "Transfer-Encoding: chunked"
LIVE = request("GET", "/health/live")
UPLOAD = request("POST", "/api/v1/audits", CHUNKED)
HURRY = ConnectionLimits(head_seconds=0.2, body_seconds=0.2, unwanted_body=100_000)


@pytest.fixture(scope="module")
def api(house: House) -> LiveApi:
    return house.open_api()


@pytest.fixture(scope="module")
def hurry(house: House) -> LiveApi:
    """An API that waits for nobody."""
    return house.open_api(HURRY)


@pytest.fixture
def crowd() -> Iterator[ExitStack]:
    with ExitStack() as connections:
        yield connections


def status_and_code(answer: bytes) -> tuple[int, str]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    assert b"connection: close" in head
    return int(head.split()[1]), msgspec.json.decode(body)["code"]


def viewers() -> float:
    return REGISTRY.get_sample_value("schichtbuch_viewers") or 0.0


def is_alive(api: LiveApi) -> bool:
    return httpx.get(f"{api.url}/health/live", timeout=30).status_code == 200


def test_headers_of_any_usual_size_are_read(api: LiveApi) -> None:
    with Raw(api.port) as raw:
        long = "X-Long: " + "x" * 30_000
        assert b" 200 " in raw.send(request("GET", "/health/live", long)).read_until(b"\r\n\r\n")


@pytest.mark.parametrize(
    "head",
    [
        request("GET", "/health/live", "X-Long: " + "x" * 40_000),
        request("GET", "/health/live", *(f"X-{n}: x" for n in range(5000))),
        request("GET", "/health/live?" + "x" * 40_000),
        request("GET", "/" + "x" * 40_000),
    ],
)
def test_headers_that_are_too_large_are_told(api: LiveApi, head: bytes) -> None:
    with Raw(api.port) as raw:
        assert status_and_code(raw.send(head).rest()) == (431, "headers_too_large")


ENDLESS = {
    "a header": (b"GET / HTTP/1.1\r\nX-Long: ", b"x" * 65536),
    "headers": (b"GET / HTTP/1.1\r\n", b"X-Short: x\r\n" * 5000),
    "a path": (b"GET /", b"x" * 65536),
    "empty lines": (b"", b"\r\n" * 30_000),
    "the size of a chunk": (UPLOAD, b"0" * 65536),
    "what is beside a chunk": (UPLOAD + b"1;", b"x" * 65536),
    "trailers": (UPLOAD + b"0\r\n", b"X-Short: x\r\n" * 5000),
    "a trailer": (UPLOAD + b"0\r\nX-Long: ", b"x" * 65536),
    "a body nobody wants": (
        request("POST", "/health/live", CHUNKED),
        b"8000\r\n%b\r\n" % (b"x" * 0x8000),
    ),
}


@pytest.mark.parametrize("what", ENDLESS)
def test_what_has_no_end_is_ended(hurry: LiveApi, what: str) -> None:
    """Long before it would fill a memory; what is on its way in the kernel counts here, too."""
    begun, part = ENDLESS[what]
    with Raw(hurry.port) as raw:
        assert raw.send(begun).send_until_ended(part, 200 * MEGABYTE) < 50 * MEGABYTE
    assert is_alive(hurry)


def test_who_says_nothing_is_left_and_who_says_half_is_told(hurry: LiveApi) -> None:
    with Raw(hurry.port) as silent, Raw(hurry.port) as slow, Raw(hurry.port) as second:
        slow.send(b"GET / HTT")
        second.send(LIVE).read_until(b"alive")
        second.send(b"\r\n")
        assert silent.rest() == b""
        assert status_and_code(slow.rest()) == (408, "request_timeout")
        assert status_and_code(second.rest()) == (408, "request_timeout")


@pytest.mark.parametrize("path", ["/api/v1/audits", "/api/v1/games", "/api/v1/games/x/actions"])
def test_half_a_body_is_waited_for_only_so_long(hurry: LiveApi, path: str) -> None:
    with Raw(hurry.port) as raw:
        raw.send(request("POST", path, "Content-Type: application/json", "Content-Length: 9"), b"{")
        assert status_and_code(raw.rest()) == (408, "request_timeout")


def test_hundreds_of_half_open_connections_do_not_stay(hurry: LiveApi, crowd: ExitStack) -> None:
    waiting = [crowd.enter_context(Raw(hurry.port)).send(b"GET") for _ in range(300)]
    assert all(b" 408 " in raw.rest() for raw in waiting)
    assert is_alive(hurry)


def test_who_has_waited_longest_without_a_request_makes_room(
    house: House, table: Table, crowd: ExitStack
) -> None:
    api = house.open_api(ConnectionLimits(connections=10))
    stream = crowd.enter_context(Raw(api.port))
    stream.send(request("GET", f"/api/v1{table.path('/stream')}")).read_until(b"id: 1")
    waiting = [crowd.enter_context(Raw(api.port)) for _ in range(30)]
    for _ in range(3):
        assert is_alive(api)
    assert [raw.rest() for raw in waiting[:20]] == [b""] * 20
    assert table.through(api.http).act(*table.first_move()).status_code == 201
    assert b"id: 2" in stream.read_until(b"id: 2")


def test_when_all_are_busy_others_are_told_to_come_back(
    house: House, table: Table, crowd: ExitStack
) -> None:
    api = house.open_api(ConnectionLimits(connections=3))
    for _ in range(3):
        stream = crowd.enter_context(Raw(api.port))
        stream.send(request("GET", f"/api/v1{table.path('/stream')}")).read_until(b"id: 1")
    refused = crowd.enter_context(Raw(api.port)).rest()
    assert status_and_code(refused) == (503, "too_many_connections")
    assert b"retry-after: 1\r\n" in refused


def test_an_address_has_only_its_share(house: House, table: Table, crowd: ExitStack) -> None:
    api = house.open_api(ConnectionLimits(per_address=3))
    for _ in range(3):
        stream = crowd.enter_context(Raw(api.port))
        stream.send(request("GET", f"/api/v1{table.path('/stream')}")).read_until(b"id: 1")
    refused = crowd.enter_context(Raw(api.port)).rest()
    assert status_and_code(refused) == (503, "too_many_connections")
    crowd.close()
    eventually(lambda: not api.connections.by_address)
    assert is_alive(api)


def test_large_bodies_are_refused_when_there_are_too_many_of_them(
    house: House, crowd: ExitStack
) -> None:
    api = house.open_api(ConnectionLimits(bodies_in_memory=200_000, small_body=10_000))
    first, second = (crowd.enter_context(Raw(api.port)) for _ in range(2))
    half = request("POST", "/api/v1/audits", "Content-Length: 180000", body=b"x" * 150_000)
    first.send(half)
    eventually(lambda: bodies_of(api) == 150_000)
    assert status_and_code(second.send(half).rest())[0] == 503
    assert Table.open(api.http).summary()["version"] == 1
    first.close()
    eventually(lambda: bodies_of(api) == 0)
    third = crowd.enter_context(Raw(api.port)).send(half, b"x" * 30_000)
    assert b" 202 " in third.read_until(b"\r\n")


def bodies_of(api: LiveApi) -> int:
    return api.connections.bodies


def test_a_stream_ends_with_its_connection_also_if_more_was_asked_over_it(
    api: LiveApi, table: Table
) -> None:
    before = viewers()
    with Raw(api.port) as raw:
        raw.send(request("GET", f"/api/v1{table.path('/stream')}"), LIVE).read_until(b"id: 1")
        assert viewers() == before + 1
    eventually(lambda: viewers() == before)


def test_requests_that_wait_for_an_answer_are_few(api: LiveApi, table: Table) -> None:
    before = viewers()
    with Raw(api.port) as raw:
        stream = request("GET", f"/api/v1{table.path('/stream')}")
        raw.send(stream).read_until(b"id: 1")
        raw.send_until_ended(LIVE * 100, MEGABYTE)
        raw.rest()
    eventually(lambda: viewers() == before)
    with Raw(api.port) as raw:
        assert raw.send(LIVE * 20).read_until(b"alive").count(b" 200 ") >= 1


def test_another_protocol_is_not_spoken(api: LiveApi) -> None:
    with Raw(api.port) as raw:
        wish = request("GET", "/health/live", "Connection: Upgrade", "Upgrade: websocket")
        answer = raw.send(wish).rest()
    assert b" 200 " in answer
    assert b"connection: close" in answer


class Wire:
    """A connection to a caller who takes only so much."""

    def __init__(self) -> None:
        self.sent, self.unsent, self.is_over = b"", 0, False

    def write(self, data: bytes) -> None:
        self.sent += data

    def writelines(self, parts: list[bytes]) -> None:
        self.sent += b"".join(parts)

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def is_closing(self) -> bool:
        return self.is_over

    def close(self) -> None:
        self.is_over = True

    def abort(self) -> None:
        self.is_over = True

    def get_extra_info(self, _: str) -> None:
        return None

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def connected(app: Any) -> tuple[LimitedProtocol, Wire, float]:
    wire, config = Wire(), Config(app, **SETTINGS)
    shared = Connections(ConnectionLimits())
    protocol = LimitedProtocol(shared, config=config, server_state=ServerState(), app_state={})
    protocol.connection_made(wire)
    return protocol, wire, asyncio.get_running_loop().time()


async def stream_for_ever(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await asyncio.Event().wait()


async def read_all(_scope: Any, receive: Any, _send: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def test_a_stream_may_be_silent_for_as_long_as_it_likes() -> None:
    async def watch() -> None:
        protocol, wire, now = await connected(stream_for_ever)
        protocol.data_received(LIVE)
        await asyncio.sleep(0)
        protocol.check(now + 1_000_000)
        assert not wire.is_over

    asyncio.run(watch())


def test_who_takes_nothing_of_the_answer_is_left_and_who_takes_little_is_not() -> None:
    async def watch() -> None:
        protocol, wire, now = await connected(stream_for_ever)
        protocol.data_received(LIVE)
        for second in range(200):
            wire.unsent = 1_000_000 - 1024 * second
            protocol.check(now + second)
        assert not wire.is_over
        protocol.check(now + 229)
        assert not wire.is_over
        protocol.check(now + 231)
        assert wire.is_over

    asyncio.run(watch())


def test_a_byte_now_and_then_is_too_slow() -> None:
    async def watch() -> None:
        protocol, wire, now = await connected(stream_for_ever)
        protocol.data_received(LIVE)
        for second in range(40):
            wire.unsent = 1_000_000 - second
            protocol.check(now + second)
        assert wire.is_over

    asyncio.run(watch())


def test_a_body_may_take_long_if_it_keeps_coming() -> None:
    async def watch() -> None:
        protocol, wire, now = await connected(read_all)
        protocol.data_received(request("POST", "/", f"Content-Length: {20 * MEGABYTE}"))
        for second in range(0, 200, 10):
            protocol.data_received(b"x" * 60_000)
            protocol.data_received(b"x" * 60_000)
            await asyncio.sleep(0)  # the application reads
            protocol.check(now + second)
        assert not wire.is_over
        protocol.check(now + 1000)
        assert wire.is_over

    asyncio.run(watch())


async def answer_plainly(_scope: Any, _receive: Any, send: Any) -> None:
    headers = [(b"content-length", b"2"), (b"x-said", b"yes")]
    await send({"type": "http.response.start", "status": 201, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok"})


def is_answered_at_once(scope: Any) -> bool:
    lines = header_lines([(b"content-length", b"2"), (b"x-said", b"yes")])
    return is_answered(scope, status_line(201), lines, b"ok")


async def answer_at_once(scope: Any, _receive: Any, _send: Any) -> None:
    assert is_answered_at_once(scope)


async def answer_at_once_if_possible(scope: Any, receive: Any, send: Any) -> None:
    if not is_answered_at_once(scope):
        await answer_plainly(scope, receive, send)


@pytest.mark.parametrize("headers", [[], ["Connection: close"]])
def test_an_answer_at_once_is_the_same_as_one_in_parts(headers: list[str]) -> None:
    async def told(app: Any) -> tuple[bytes, bool]:
        protocol, wire, _ = await connected(app)
        protocol.data_received(request("GET", "/", *headers))
        for _ in range(3):
            await asyncio.sleep(0)
        return wire.sent, wire.is_over

    at_once = asyncio.run(told(answer_at_once_if_possible))
    in_parts = asyncio.run(told(answer_plainly))
    assert at_once == in_parts
    assert at_once[0].endswith(b"\r\n\r\nok")
    assert at_once[1] is bool(headers)


def test_requests_that_came_together_are_answered_at_once_in_their_order() -> None:
    async def told() -> bytes:
        protocol, wire, _ = await connected(answer_at_once)
        protocol.data_received(2 * request("GET", "/"))
        for _ in range(5):
            await asyncio.sleep(0)
        return wire.sent

    assert asyncio.run(told()).count(b"\r\n\r\nok") == 2


def test_who_asks_nothing_more_is_left_after_a_while_and_may_ask_until_then() -> None:
    async def watch() -> None:
        protocol, wire, now = await connected(answer_at_once)
        protocol.data_received(request("GET", "/"))
        await asyncio.sleep(0)
        patience = protocol.timeout_keep_alive
        protocol.check(now + patience - 1)
        assert not wire.is_over
        protocol.data_received(request("GET", "/"))
        await asyncio.sleep(0)
        assert wire.sent.count(b"ok") == 2
        protocol.check(now + patience + 1)
        assert wire.is_over

    asyncio.run(watch())


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
def test_a_request_leaves_nothing_for_the_collector(api: LiveApi) -> None:
    """A request that led back to itself made an action take one and a half times as long."""
    game = Table.open(api.http)
    seat = game.summary()["turn"]
    action = game.choices(seat)[0]["action"]
    before = requests_kept()
    for _ in range(10):
        assert game.act(1 - seat, action).status_code == 422
        assert api.http.get("/rules").status_code == 200
    assert game.act(seat, action).status_code == 201
    assert requests_kept() <= before + 2


def requests_kept() -> int:
    return sum(isinstance(found, RequestResponseCycle) for found in gc.get_objects())
