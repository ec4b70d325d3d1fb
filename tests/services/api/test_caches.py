"""What caches and browsers of other origins are told: nobody gets what was meant for another."""

from collections.abc import Iterator

import httpx
import pytest

from tests.services.api.house import House, LiveApi
from tests.services.api.table import Table

PAGE = "https://club.example"
PARTS = {
    *("", "/state", "/state?at=1", "/log", "/log?to=1", "/frames", "/frames?to=1", "/picture?at=1"),
    *("/scorings", "/replay", "/choices", "/audit", "/stream"),
}
ELSEWHERE = (
    "/games",
    "/rules",
    "/rules/gluck-auf",
    "/rules/gluck-auf/catalog",
    "/keys",
    "/nowhere",
)
METHODS = ("GET", "HEAD", "OPTIONS")


@pytest.fixture(scope="module")
def open_api(house: House) -> LiveApi:
    return house.open_api(cors=(PAGE, "https://other.example"), embed=False)


def names(answer: httpx.Response, header: str = "Vary") -> list[str]:
    return [name.strip().lower() for name in answer.headers.get(header, "").split(",")]


def answer(http: httpx.Client, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
    """As far as its headers: a stream has no end."""
    with http.stream(method, path, headers=headers) as got:
        return got


def all_answers(table: Table, seat: int | None, **more: str) -> Iterator[httpx.Response]:
    headers = {**({} if seat is None else table.tokens[seat]), **more}
    for method in METHODS:
        for part in sorted(PARTS):
            got = answer(table.http, method, table.path(part), headers)
            yield got
            if "ETag" in got.headers:
                known = {**headers, "If-None-Match": got.headers["ETag"]}
                again = answer(table.http, method, table.path(part), known)
                assert again.status_code == 304
                yield again
    board = str(table.http.base_url).removesuffix("/api/v1/") + table.path("/board.txt")
    yield answer(table.http, "GET", board, headers)


@pytest.mark.parametrize("origin", [{}, {"Origin": PAGE}, {"Origin": "https://evil.example"}])
@pytest.mark.parametrize("seat", [None, 0])
def test_what_may_be_kept_says_all_it_depends_on(
    open_api: LiveApi, looked: tuple[Table, int], seat: int | None, origin: dict[str, str]
) -> None:
    table = looked[0].through(open_api.http)
    for got in all_answers(table, seat, **origin):
        control = names(got, "Cache-Control")
        assert len(got.headers.get_list("Vary")) <= 1
        assert "no-store" in control or {"authorization", "origin"} <= {*names(got)}, got.request
        assert "no-store" in control or "accept-encoding" in names(got), got.request
        if seat is not None:
            assert {"no-store", "private"} & {*control}, got.request
            assert "public" not in control


def test_a_finished_game_is_for_everybody_but_what_is_sent_to_a_seat_is_for_that_seat(
    open_api: LiveApi, finished: Table
) -> None:
    table = finished.through(open_api.http)
    for part in ("/replay", "/state?at=3", "/log?to=3", "/frames?to=3"):
        for _ in range(2):  # a replay is answered another way when it was asked for before
            got = table.get(part)
            assert "public" in names(got, "Cache-Control")
            assert {"authorization", "accept-encoding", "origin"} <= {*names(got)}
        own = table.get(part, seat=1)
        assert "private" in names(own, "Cache-Control")
        assert own.headers["Cache-Control"].count("max-age") == (part != "/replay")


def test_a_page_of_another_origin_reads_every_answer_problems_included(
    open_api: LiveApi, looked: tuple[Table, int]
) -> None:
    table = looked[0].through(open_api.http)
    refused = answer(table.http, "POST", table.path("/actions"), {"Origin": PAGE})
    assert refused.status_code == 401
    elsewhere = [answer(table.http, "GET", path, {"Origin": PAGE}) for path in ELSEWHERE]
    for got in (*all_answers(table, 0, Origin=PAGE), *elsewhere, refused):
        assert got.headers["Access-Control-Allow-Origin"] == PAGE
        assert "origin" in names(got)
        exposed = names(got, "Access-Control-Expose-Headers")
        assert {"etag", "location", "retry-after"} <= {*exposed}
    for got in all_answers(table, None, Origin="https://evil.example"):
        assert not [name for name in got.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", ["/games", "/games/x/actions", "/games/x/stream", "/nowhere"])
def test_a_browser_that_asks_first_hears_what_may_be_sent(open_api: LiveApi, path: str) -> None:
    wanted = "authorization,if-match,if-none-match,idempotency-key,last-event-id,content-type"
    asked = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": wanted}
    got = open_api.http.options(path, headers={"Origin": PAGE, **asked})
    assert (got.status_code, got.content) == (204, b"")
    assert got.headers.get_list("Access-Control-Allow-Origin") == [PAGE]
    assert {*wanted.split(",")} <= {*names(got, "Access-Control-Allow-Headers")}
    document = open_api.http.get(f"{open_api.url}/schema/openapi.json").json()
    methods = {method for calls in document["paths"].values() for method in calls}
    assert methods - {"parameters"} <= {*names(got, "Access-Control-Allow-Methods")}
    assert "origin" in names(got)
    foreign = open_api.http.options(path, headers={"Origin": "https://evil.example", **asked})
    assert not [name for name in foreign.headers if name.startswith("access-control")]


def test_all_origins_can_be_let_in(house: House, table: Table) -> None:
    http = house.open_api(cors=("*",)).http
    got = http.get(table.path("/state?at=1"), headers={"Origin": "https://any.example"})
    assert got.headers.get_list("Access-Control-Allow-Origin") == ["*"]
    assert {"authorization", "accept-encoding"} <= {*names(got)}
    asked = {"Origin": "https://any.example", "Access-Control-Request-Method": "GET"}
    preflight = http.options(table.path("/state"), headers=asked)
    assert preflight.headers.get_list("Access-Control-Allow-Origin") == ["*"]


def test_any_page_reads_what_a_replay_in_it_needs_and_nothing_else(
    house: House, looked: tuple[Table, int]
) -> None:
    foreign = {"Origin": "https://any.example"}
    table, seat = looked[0], looked[1]
    root = str(table.http.base_url).removesuffix("/api/v1/")
    needed = ("", "/frames?to=1", "/scored-now?to=1", "/catalog", "/picture", "/picture.png")
    for path in (f"{root}/embed.js", *map(table.path, needed)):
        got = answer(table.http, "GET", path, foreign)
        assert got.headers.get_list("Access-Control-Allow-Origin") == ["*"], path
    for path in ("/state", "/log", "/replay", "/choices", "/frames/x"):
        got = answer(table.http, "GET", table.path(path), foreign)
        assert "Access-Control-Allow-Origin" not in got.headers, path
    own = answer(table.http, "GET", table.path("/frames"), {**foreign, **table.tokens[seat]})
    assert "Access-Control-Allow-Origin" not in own.headers
    posted = answer(table.http, "POST", "/games", foreign)
    assert "Access-Control-Allow-Origin" not in posted.headers
    off = table.through(house.open_api(embed=False).http)
    assert "Access-Control-Allow-Origin" not in answer(off.http, "GET", off.path(), foreign).headers
