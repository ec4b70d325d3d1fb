"""Every no is a problem document; limits, headers, and a server that is away."""

import random
from pathlib import Path

import httpx
import pytest
from redis import Redis

from infra.game_log import log_key
from tests.services.api.house import House
from tests.services.api.table import Table
from tests.waiting import eventually


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/schema/nowhere", 404, "not_found"),
        ("GET", "/api/v1/games/a/b/c", 404, "not_found"),
        ("DELETE", "/api/v1/games", 405, "method_not_allowed"),
        ("PUT", "/health/live", 405, "method_not_allowed"),
        ("GET", "/api/v1/games?limit=0", 400, "invalid_request"),
        ("GET", "/api/v1/games?limit=many", 400, "invalid_request"),
        ("GET", "/api/v1/games?status=lost", 400, "invalid_request"),
        ("GET", "/api/v1/games?status=null", 400, "invalid_request"),
        ("GET", "/api/v1/games?limit=1&limit=2", 400, "invalid_request"),
    ],
)
def test_whatever_is_wrong_is_a_problem(
    http: httpx.Client, method: str, path: str, status: int, code: str
) -> None:
    answer = http.request(method, str(http.base_url).removesuffix("/api/v1/") + path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["status"] == status
    if status == 405:
        assert "GET" in answer.headers["Allow"]
        assert "HEAD" in answer.headers["Allow"]


def check_data_headers(headers: httpx.Headers) -> None:
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/rules", "/nowhere", "/games/unknown"])
def test_every_answer_of_the_api_carries_security_headers(http: httpx.Client, path: str) -> None:
    check_data_headers(http.get(path).headers)


def test_an_accepted_action_carries_security_headers(table: Table) -> None:
    answer = table.act(*table.first_move())
    assert answer.status_code == 201
    check_data_headers(answer.headers)


@pytest.mark.parametrize("path", ["/", "/schema", "/nowhere", "/metrics"])
def test_every_page_carries_security_headers(http: httpx.Client, path: str) -> None:
    headers = http.get(str(http.base_url).removesuffix("/api/v1/") + path).headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_a_body_that_is_too_large(house: House) -> None:
    http = house.open_api(max_body=300).http
    table = Table.open(http)
    answer = table.act(0, {"type": "draft_order", "order_id": "x" * 400})
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")

    def unannounced() -> object:
        yield from (b"x" * 100 for _ in range(10))

    headers = {**table.tokens[0], "Content-Type": "application/json"}
    answer = http.post(table.path("/actions"), headers=headers, content=unannounced())  # type: ignore[arg-type]
    assert answer.status_code == 413


def test_too_many_requests_are_told_when_to_come_back(house: House) -> None:
    http = house.open_api(rate_limit=5).http
    answers = [http.get("/rules") for _ in range(6)]
    assert [answer.status_code for answer in answers[:5]] == [200] * 5
    refused = answers[5]
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert 1 <= int(refused.headers["Retry-After"]) <= 61
    live = str(http.base_url).removesuffix("/api/v1/") + "/health/live"
    assert all(http.get(live).status_code == 200 for _ in range(10))


def test_other_origins_are_let_in_only_where_set(house: House, http: httpx.Client) -> None:
    origin = {"Origin": "https://club.example"}
    assert "Access-Control-Allow-Origin" not in http.get("/rules", headers=origin).headers
    opened = house.open_api(cors=("https://club.example",)).http
    answer = opened.get("/rules", headers=origin)
    assert answer.headers["Access-Control-Allow-Origin"] == "https://club.example"
    asked = {**origin, "Access-Control-Request-Method": "POST"}
    assert opened.options("/games", headers=asked).status_code == 204
    foreign = opened.get("/rules", headers={"Origin": "https://evil.example"})
    assert "Access-Control-Allow-Origin" not in foreign.headers


def test_a_server_that_is_away_is_told_and_comes_back(tmp_path: Path) -> None:
    house = House(tmp_path / "away")
    try:
        api = house.open_api()
        table = Table.open(api.http)
        table.play_on(random.Random(1), 2)
        seat, move = table.first_move()
        first = table.act(seat, move, idempotency_key="before")
        retried, retry = seat, move
        seat, move = table.first_move()
        house.server.stop()
        for answer in (
            table.act(seat, move),
            table.get("/state"),
            table.get("/log"),
            table.get("/replay"),
            table.get("/stream"),
            table.get("/audit"),
            api.http.get("/games"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
            assert answer.headers["Retry-After"] == "1"
        ready = api.http.get(f"{api.url}/health/ready")
        assert (ready.status_code, ready.json()["ready"]) == (503, False)
        assert api.http.get(f"{api.url}/metrics").status_code == 200
        house.server.start()
        eventually(lambda: table.get("/state").status_code == 200)
        assert table.act(seat, move).status_code == 201
        again = table.act(retried, retry, idempotency_key="before")
        assert (again.status_code, again.content) == (201, first.content)
        assert table.summary()["version"] == 5
    finally:
        house.close()


def test_a_damaged_log_is_told_and_nothing_of_what_is_in_it(house: House) -> None:
    api = house.open_api()
    table, sound = Table.open(api.http), Table.open(api.http)
    redis = Redis.from_url(house.server.url)
    redis.xadd(log_key(table.id), {"line": b'{"v":2,"secret":"xyzzy"}'}, id="2-0")
    for part in ("", "/state", "/frames", "/replay", "/scorings"):
        answer = table.get(part)
        assert (answer.status_code, answer.json()["code"]) == (503, "log_damaged")
        assert "xyzzy" not in answer.text
    ready = api.http.get(f"{api.url}/health/ready").json()
    assert any(table.id in warning for warning in ready["warnings"])
    assert not any(table.id in reason for reason in ready["reasons"])
    ids = [game["id"] for game in api.http.get("/games", params={"limit": 100}).json()["games"]]
    assert sound.id in ids
    assert table.id not in ids
    redis.xdel(log_key(table.id), "2-0")
    redis.close()
    eventually(lambda: table.id not in api.http.get(f"{api.url}/health/ready").text)
