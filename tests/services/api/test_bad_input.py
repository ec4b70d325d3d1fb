"""Every call is asked in every wrong way we know: never a bug of ours, never silence."""

import re
from collections.abc import Iterator
from typing import TypeVar

import httpx
import pytest

from tests.services.api.house import House, LiveApi
from tests.services.api.raw import Raw
from tests.services.api.table import Table

T = TypeVar("T")
JSON = b"Content-Type: application/json"
METHODS = [
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "OPTIONS",
    "PATCH",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "M-SEARCH",
]
HEADERS: dict[str, tuple[bytes, ...]] = {
    "a token in bytes": (b"Authorization: \xff\xfe",),
    "an empty token": (b"Authorization:",),
    "a scheme alone": (b"Authorization: Bearer",),
    "two tokens": (b"Authorization: Bearer a", b"Authorization: Bearer b"),
    "a range": (b"Range: bytes=0-10",),
    "a range beyond": (b"Range: bytes=99999999999999999999-, -0",),
    "any version, and none": (b"If-None-Match: *", b"If-None-Match: \xff"),
    "a date that is none": (b"If-Modified-Since: yesterday",),
    "a version in bytes": (b"If-Match: \xff",),
    "a huge version": (b'If-Match: "99999999999999999999999999"',),
    "a key in bytes": (b"Idempotency-Key: \xff\x80",),
    "an empty key": (b"Idempotency-Key: ",),
    "an event in other digits": (b"Last-Event-ID: \xb2",),
    "a huge event": (b"Last-Event-ID: 999999999999999999999",),
    "languages without end": (b"Accept-Language: " + b"de;q=0.1," * 3000,),
    "languages that are no numbers": (b"Accept-Language: \xff;q=x, de;q=nan, hu;q=inf",),
    "no encoding": (b"Accept-Encoding: \xff, gzip;q=nan, gzip;q=0",),
    "no type": (b"Accept: \xff/\x80, text/plain;q=x",),
    "cookies": (b"Cookie: a=b; =; \xff=\xfe;;;",),
    "an origin in bytes": (b"Origin: \xff",),
    "half an origin": (b"Origin: http://[::1",),
    "a browser that asks for nothing": (b"Origin: null", b"Access-Control-Request-Method: \xff"),
    "a forwarder in bytes": (b"X-Forwarded-For: \xff", b"Forwarded: for=\xff"),
    "the same again and again": (b"X: y",) * 3000,
    "another protocol": (b"Connection: upgrade", b"Upgrade: h2c"),
    "an unknown expectation": (b"Expect: the-unexpected",),
}
HOSTS = (b"", b"Host:\r\n", b"Host: \xff\r\n", b"Host: [::1\r\n", b"Host: a@b:c:d\r\n")
BODIES: dict[str, tuple[tuple[bytes, ...], bytes]] = {
    "half of it": ((JSON,), b'{"a":'),
    "zeros": ((JSON,), b"\0\0\0"),
    "no text": ((JSON,), b'"\xff\xfe\xc0"'),
    "half a character": ((JSON,), b'{"type":"\\ud800"}'),
    "lists in lists": ((JSON,), b"[" * 100_000),
    "objects in objects": ((JSON,), b'{"game":' * 20_000),
    "a long number": ((JSON,), b"1" * 100_000),
    "a huge number": ((JSON,), b'{"type":1e999999999}'),
    "no number": ((JSON,), b"NaN"),
    "the wrong kind": ((JSON,), b"[[]]"),
    "nothing": ((JSON,), b""),
    "a form": ((b"Content-Type: multipart/form-data; boundary=x",), b"--x--"),
    "a form without parts": ((b"Content-Type: multipart/form-data",), b"--x--"),
    "another form": ((b"Content-Type: application/x-www-form-urlencoded",), b"a=b&%ff"),
    "a type in bytes": ((b"Content-Type: \xff\xfe",), b"{}"),
    "two types": ((JSON, b"Content-Type: text/plain"), b"{}"),
    "compressed, it says": ((JSON, b"Content-Encoding: gzip"), b"{}"),
}
FRAMED: dict[str, bytes] = {
    "in chunks": b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "in bad chunks": b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    "in chunks and more than allowed": b"Transfer-Encoding: chunked\r\n\r\n"
    + b"10000\r\n%b\r\n" % (b" " * 65536) * 17
    + b"0\r\n\r\n",
    "in chunks, and so long": b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    "two lengths": b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "less than nothing": b"Content-Length: -2\r\n\r\n{}",
    "more than there is": b"Content-Length: 99999999999999999999999\r\n\r\n{}",
    "more than allowed": b"Content-Length: 9999999999\r\n\r\n{}",
    "if it may go on": b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
    "if too much may go on": b"Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n",
}
QUERIES = [
    *(b"", b"a", b"=", b"%", b"%ff=%fe", b"a[]=1&a[b]=2", b"&" * 30_000, b"a=1&" * 6000),
    *(b"at=%00", b"at=", b"at=99999999999999999999", b"at=-1", b"at=1.99999999999999999999"),
    *(b"at=1.1.1", b"at=%D9%A1", b"at=1e5", b"seat=-1", b"seat=1e1", b"seat=%D9%A1", b"seat=1_0"),
    *(b"from=0", b"from=999999999999&to=1", b"from=5&to=2", b"to=999999999999999999", b"to="),
    *(b"lang=xx", b"lang=%00", b"limit=1_0", b"limit=0", b"cursor=%ff", b"cursor=%00"),
    *(b"cursor=" + b"x" * 20_000, b"game=%00", b"game=" + b"%F0%9F%98%80" * 500, b"status=x"),
    *(b"after=-1", b"after=1e3", b"player=%00", b"player=%ff", b"since=0000-00-00", b"until=1e400"),
]
PATHS = [
    *("*", "//", "/%00", "/%ff%fe", "/..%2f..%2fetc/passwd", "/api/v1//games", "/api/v1/games/"),
    *("/api/v1/games/%2e%2e/state", "/api/v1/games/" + "%41" * 200, "/api/v1/games/{x}/state"),
    *("http://localhost/health/live", "http://[::1/health/live", "/web/x/%2e%2e/main.js"),
    *("/web/%00/main.js", "/games/%00", "/games/%ff/board.txt", "/audits/%00", "/schema/%00"),
]


@pytest.fixture(scope="module")
def api(house: House) -> LiveApi:
    return house.open_api(max_body=300_000)


@pytest.fixture(scope="module")
def table(api: LiveApi) -> Table:
    return Table.open(api.http)


@pytest.fixture(scope="module")
def paths(api: LiveApi, table: Table) -> list[str]:
    """All calls of the documentation, of the viewer, and some of nobody's."""
    documented = httpx.get(f"{api.url}/schema/openapi.json", timeout=30).json()["paths"]
    ids = {"game_id": table.id, "game": "gluck-auf", "audit_id": "0" * 32}
    real = [re.sub(r"{(\w+)}", lambda name: ids.get(name[1], "0"), path) for path in documented]
    pages = ["", "/board.txt", "/audit", "/qr.svg"]
    viewer = [
        "/",
        "/schema",
        "/keys",
        "/audits/x",
        "/audits/x/watch",
        *(f"/games/{table.id}{page}" for page in pages),
    ]
    # Whether everything is ready is another question.
    return [path for path in [*real, *viewer, *PATHS] if path != "/health/ready"]


def asked(method: str, path: bytes, *headers: bytes, host: bytes = b"Host: localhost\r\n") -> bytes:
    lines = b"".join(header + b"\r\n" for header in (b"Connection: close", *headers))
    return b"%b %b HTTP/1.1\r\n%b%b" % (method.encode(), path, host, lines)


def status(api: LiveApi, sent: bytes) -> int:
    """Of the answer, which may come after the word to go on; 0: silence."""
    with Raw(api.port) as raw:
        raw.send_until_ended(sent, len(sent))  # who has heard enough may answer before the end
        got = b""
        while not (found := re.findall(rb"HTTP/1.1 ([2-5]\d\d) [^\r]*\r\n(?s:.)*\r\n\r\n", got)):
            part = raw.some()
            if not part:
                return 0
            got += part
        return int(found[-1])


def well_answered(api: LiveApi, requests: Iterator[tuple[object, bytes]]) -> set[int]:
    answers = {label: status(api, sent) for label, sent in requests}
    wrong = {label: answer for label, answer in answers.items() if not 200 <= answer < 500}
    assert not wrong
    return set(answers.values())


def dealt(things: list[T], at: int, hands: int) -> list[T]:
    """What path number `at` gets, where neighbours share the work."""
    return things[at % hands :: hands]


def test_every_method(api: LiveApi, table: Table, paths: list[str]) -> None:
    token = b"Authorization: " + table.tokens[0]["Authorization"].encode()
    got = well_answered(
        api,
        (
            ((method, path, *headers), asked(method, path.encode(), *headers) + b"\r\n")
            for path in paths
            for method in METHODS
            for headers in ((), (token,))
        ),
    )
    assert {200, 204, 400, 401, 404, 405} <= got


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_header(api: LiveApi, paths: list[str], method: str) -> None:
    body = b"Content-Length: 2\r\n\r\n{}"
    well_answered(
        api,
        (
            ((path, name), asked(method, path.encode(), JSON, *HEADERS[name]) + body)
            for at, path in enumerate(paths)
            for name in dealt([*HEADERS], at, 3)
        ),
    )
    well_answered(
        api,
        (
            ((path, host), asked(method, path.encode(), JSON, host=host) + body)
            for path in paths
            for host in HOSTS
        ),
    )


@pytest.mark.parametrize("who", ["a seat", "the organizer"])
def test_every_body(house: House, api: LiveApi, table: Table, paths: list[str], who: str) -> None:
    known = table.tokens[0] if who == "a seat" else house.organizer
    token = b"Authorization: " + known["Authorization"].encode()
    got = well_answered(
        api,
        (
            (
                (path, name),
                asked("POST", path.encode(), token, *headers)
                + b"Content-Length: %d\r\n\r\n%b" % (len(body), body),
            )
            for path in paths
            for name, (headers, body) in BODIES.items()
        ),
    )
    assert {400, 415} <= got
    got = well_answered(
        api,
        (
            ((path, name), asked("POST", path.encode(), token, JSON) + framed)
            for path in paths
            for name, framed in FRAMED.items()
        ),
    )
    assert {400, 413} <= got
    assert table.summary()["version"] == 1


@pytest.mark.parametrize("who", ["nobody", "a seat", "the organizer"])
def test_every_query(house: House, api: LiveApi, table: Table, paths: list[str], who: str) -> None:
    known = {"nobody": {}, "a seat": table.tokens[0], "the organizer": house.organizer}[who]
    token = [f"{name}: {value}".encode() for name, value in known.items()]
    well_answered(
        api,
        (
            ((path, query[:50]), asked("GET", path.encode() + b"?" + query, *token) + b"\r\n")
            for at, path in enumerate(paths)
            for query in dealt(QUERIES, at, 1 if who == "the organizer" else 4)
        ),
    )


@pytest.mark.parametrize(
    "sent",
    [
        *(b"\r\n\r\n\r\nx", b"\0" * 100, b"GET\r\n\r\n"),
        *(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
        *(b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n", b"GET / HTTP/1.1\r\n Host: x\r\n\r\n"),
        *(b"GET / HTTP/1.1\r\nA\0B: c\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n"),
        *(b"GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", b"get / http/1.1\r\n\r\n"),
    ],
)
def test_what_is_no_http_is_told_so(api: LiveApi, sent: bytes) -> None:
    with Raw(api.port) as raw:
        answer = raw.send(sent).rest()
    assert b" 400 " in answer.splitlines()[0]
    assert b"malformed_request" in answer
