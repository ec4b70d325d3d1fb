"""So many requests per minute: by address, and by token only once it is known to be real."""

import threading
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import httpx
import pytest
from litestar.exceptions import TooManyRequestsException

from infra.addresses import counted_address
from infra.settings import Settings
from replays.aggregate import Aggregate
from services.api.calls import frames
from services.api.frames import Frame
from services.api.http import rate_limit
from services.api.http.rate_limit import Limits
from services.tokens import digest_of
from tests.services.api.house import House
from tests.services.api.raw import Raw, request
from tests.services.api.table import Table, bearer
from tests.waiting import eventually

FRESH = count()


@pytest.fixture(autouse=True)
def _one_long_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no test runs from one minute into the next."""
    monkeypatch.setattr(rate_limit, "WINDOW", 10**12)


def fresh() -> dict[str, str]:
    return bearer(f"fresh {next(FRESH)}")


def statuses(answers: Iterator[httpx.Response]) -> list[int]:
    got = list(answers)
    for answer in got:
        if answer.status_code == 429:
            assert answer.json()["code"] == "rate_limited"
            assert "per minute" in answer.json()["detail"]
            assert int(answer.headers["Retry-After"]) >= 1
    return [answer.status_code for answer in got]


@pytest.mark.parametrize("path", ["/rules", "/keys", "/games", "/audits/none"])
def test_a_fresh_token_with_every_request_is_no_fresh_limit(house: House, path: str) -> None:
    http = house.open_api(rate_limit=5).http
    answers = statuses(http.get(path, headers=fresh()) for _ in range(8))
    assert answers[5:] == [429] * 3
    assert 429 not in answers[:5]


def test_nor_where_it_is_checked(house: House, table: Table, finished: Table) -> None:
    finished.get("/replay")
    for game, part in ((table, ""), (table, "/state"), (finished, "/replay")):
        there = game.through(house.open_api(rate_limit=5).http)
        got = statuses(there.http.get(there.path(part), headers=fresh()) for _ in range(8))
        assert got == [401] * 5 + [429] * 3
    there = table.through(house.open_api(rate_limit=5).http)
    where = there.path("/actions")
    got = statuses(there.http.post(where, headers=fresh(), json={}) for _ in range(8))
    assert got == [401] * 5 + [429] * 3


def test_unknown_tokens_have_a_smaller_budget(house: House, table: Table) -> None:
    there = table.through(house.open_api(unknown_token_limit=3, rate_limit=100).http)
    assert there.get("/state", seat=0).status_code == 200
    got = statuses(there.http.get(there.path(), headers=fresh()) for _ in range(6))
    assert got == [401] * 3 + [429] * 3
    assert there.get("/state", seat=0).status_code == 200, "known before"
    assert there.get("/state").status_code == 200, "without a token"
    assert there.get("/state", seat=1).status_code == 429, "one that nobody has checked yet"
    organizer = there.http.get(there.path("/state"), headers=house.organizer)
    assert organizer.status_code == 200, "known from the beginning"


def test_a_real_token_has_a_budget_of_its_own(house: House, table: Table) -> None:
    there = table.through(house.open_api(rate_limit=5).http)
    assert there.get("/state", seat=0).status_code == 200
    assert statuses(there.get("/state") for _ in range(6)) == [200] * 4 + [429] * 2
    assert statuses(there.get("/state", seat=0) for _ in range(6)) == [200] * 4 + [429] * 2


def test_a_token_that_opens_another_game_is_unknown_in_this_one(house: House, table: Table) -> None:
    http = house.open_api(rate_limit=100, unknown_token_limit=2).http
    other = Table.open(house.open_api().http).through(http)
    assert other.get("/state", seat=0).status_code == 200
    there = table.through(http)
    own = other.tokens[0]
    got = statuses(there.http.get(there.path("/state"), headers=own) for _ in range(4))
    assert got == [401] * 2 + [429] * 2


def test_uploads_have_a_smaller_budget(house: House) -> None:
    http = house.open_api(upload_limit=3, rate_limit=100).http
    got = statuses(http.post("/audits", content=b"x%d" % n, headers=fresh()) for n in range(5))
    assert got == [202] * 3 + [429] * 2
    assert http.get("/rules").status_code == 200


def test_creation_has_a_smaller_budget_but_not_for_the_organizer(house: House) -> None:
    http = house.open_api(creation_limit=3, rate_limit=100).http
    new = {"game": "gluck-auf", "seats": [{"name": "A"}, {"name": "B"}]}
    assert statuses(http.post("/games", json=new) for _ in range(5)) == [201] * 3 + [429] * 2
    ours = house.organizer
    assert statuses(http.post("/games", json=new, headers=ours) for _ in range(5)) == [201] * 5


def test_what_takes_as_long_as_several_counts_for_several(house: House, table: Table) -> None:
    there = table.through(house.open_api(rate_limit=41).http)
    assert statuses(there.get("/frames") for _ in range(5)) == [200] * 3 + [429] * 2
    there = table.through(house.open_api(rate_limit=41).http)
    assert statuses(there.get("/state") for _ in range(43)) == [200] * 41 + [429] * 2


def test_only_whether_it_lives_may_be_asked_without_limit(house: House) -> None:
    api = house.open_api(rate_limit=5)
    for path, limited in (("/health/live", False), ("/metrics", True), ("/health/ready", True)):
        got = [api.http.get(f"{api.url}{path}").status_code for _ in range(10)]
        assert (429 in got) == limited


def test_long_answers_are_made_two_at_a_time(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All others are made meanwhile, however many are asked for."""
    begun: list[str] = []
    may_end = threading.Event()

    def make_slowly(past: Aggregate, *_: object) -> list[Frame]:
        begun.append(past.game_id)
        may_end.wait(30)
        return []

    monkeypatch.setattr(frames, "made_frames", make_slowly)
    api = house.open_api()
    url = f"{api.url}/api/v1{table.path('/frames')}"
    with ThreadPoolExecutor(10) as callers:
        asked = [callers.submit(httpx.get, url) for _ in range(10)]
        eventually(lambda: len(begun) == 2)
        for _ in range(5):
            assert table.through(api.http).get("/state").status_code == 200
        assert len(begun) == 2
        may_end.set()
        assert [answer.result().status_code for answer in asked] == [200] * 10
    assert len(begun) == 10


def test_an_address_has_only_so_many_streams_open(house: House, table: Table) -> None:
    api = house.open_api(stream_limit=3, rate_limit=100)
    there = table.through(api.http)
    watch = request("GET", f"/api/v1{table.path('/stream')}")
    with ExitStack() as connections:
        for _ in range(3):
            connections.enter_context(Raw(api.port)).send(watch).read_until(b"id: 1")
        refused = there.get("/stream")
        assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    with Raw(api.port) as raw:
        eventually(lambda: b" 200 " in raw.send(watch).read_until(b"\r\n\r\n"))


@pytest.fixture
def limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Limits:
    monkeypatch.setattr(rate_limit, "COUNTED", 100)
    return Limits(Settings(data=tmp_path, rate_limit=5))


def test_strangers_cannot_fill_the_memory_of_the_counters(limits: Limits) -> None:
    tracemalloc.start()
    for n in range(30_000):
        network = f"2001:db8:{n >> 8:x}:{n & 255:x}::1"
        limits.charge(network, f"Bearer {n}")
        limits.token_is_unknown(digest_of(f"{n}"), network)
        limits.token_is_real(digest_of(f"{n}"))
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 3_000_000


def test_a_network_of_ipv6_counts_as_one(limits: Limits) -> None:
    for host in range(5):
        limits.charge(f"2001:db8::{host}", None)
    with pytest.raises(TooManyRequestsException):
        limits.charge("2001:db8:0:0:ffff::1", None)
    limits.charge("2001:db8:0:1::1", None)
    assert counted_address("::ffff:192.0.2.1") == counted_address("192.0.2.1") == "192.0.2.1"
    assert len(counted_address("x" * 1000)) < 50
