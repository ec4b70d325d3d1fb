"""Actions go by the fast lane or by Litestar: the caller cannot tell which."""

from typing import Any

import httpx
import pytest

from tests.services.api.house import House
from tests.services.api.table import Table

JSON = ("Content-Type", "application/json")
TWICE = [("Accept", "application/json"), ("Accept", "*/*")]
"""A header that comes twice is not plain, so Litestar takes the request."""

Sent = tuple[list[tuple[str, str]], bytes]


def post(table: Table, sent: Sent, *, plain: bool) -> httpx.Response:
    headers, body = sent
    return table.http.post(
        table.path("/actions"), headers=headers if plain else headers + TWICE, content=body
    )


def shown(answer: httpx.Response) -> Any:
    """All but what time it is."""
    headers = {name: text for name, text in answer.headers.items() if name != "date"}
    return answer.status_code, headers, answer.content


def token(table: Table, seat: int) -> tuple[str, str]:
    return "Authorization", table.tokens[seat]["Authorization"]


BAD: dict[str, Any] = {
    "no token": lambda _: ([JSON], b'{"type":"end_turn"}'),
    "wrong token": lambda _: ([JSON, ("Authorization", "Bearer nobody")], b'{"type":"end_turn"}'),
    "other scheme": lambda _: ([JSON, ("Authorization", "Basic bm8=")], b"{}"),
    "not JSON": lambda table: ([JSON, token(table, 0)], b'{"type":'),
    "empty": lambda table: ([JSON, token(table, 0)], b""),
    "unknown action": lambda table: ([JSON, token(table, 0)], b'{"type":"cheat"}'),
    "unknown field": lambda table: ([JSON, token(table, 0)], b'{"type":"look_at_orders","x":1}'),
    "no list of actions": lambda table: ([JSON, token(table, 0)], b"[]"),
    "other type": lambda table: ([("Content-Type", "text/plain"), token(table, 0)], b"{}"),
    "stale": lambda t: (
        [JSON, token(t, 0), ("If-Match", '"77"')],
        b'{"type":"draft_order","order_id":"x"}',
    ),
    "bad version": lambda table: ([JSON, token(table, 0), ("If-Match", "seven")], b"{}"),
    "bad key": lambda table: ([JSON, token(table, 0), ("Idempotency-Key", "k" * 200)], b"{}"),
    "a rule says no": lambda table: ([JSON, token(table, 0)], b'{"type":"look_at_orders"}'),
    "a rule says no at length": lambda table: (
        [JSON, token(table, 0)],
        b'{"type":"draft_order","order_id":"%b"}' % (b"o" * 2000),
    ),
    "in German": lambda table: (
        [JSON, token(table, 0), ("Accept-Language", "de")],
        b'{"type":"look_at_orders"}',
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_refusal_is_the_same_on_either_way(table: Table, name: str) -> None:
    sent = BAD[name](table)
    fast, slow = post(table, sent, plain=True), post(table, sent, plain=False)
    assert fast.status_code >= 400
    assert shown(fast) == shown(slow)


def test_an_accepted_action_is_the_same_on_either_way(table: Table) -> None:
    """By its idempotency key, so that both are answers to the same."""
    seat, action = table.first_move()
    body = table.http.build_request("POST", "/", json=action).content
    sent = ([JSON, token(table, seat), ("Idempotency-Key", "once")], body)
    fast, slow = post(table, sent, plain=True), post(table, sent, plain=False)
    assert fast.status_code == 201
    assert sorted(shown(fast)[1].items()) == sorted(shown(slow)[1].items())
    assert fast.content == slow.content


def test_an_unknown_game_is_the_same_on_either_way(http: httpx.Client, table: Table) -> None:
    for path in ("/games/nowhere/actions", "/games/no.where/actions"):
        headers = [JSON, token(table, 0)]
        fast = http.post(path, headers=headers, content=b"{}")
        slow = http.post(path, headers=headers + TWICE, content=b"{}")
        assert shown(fast) == shown(slow)
        assert fast.json()["code"] == "game_unknown"


@pytest.mark.parametrize("plain", [True, False])
def test_a_limit_counts_each_request_once(house: House, plain: bool) -> None:
    table = Table.open(house.open_api(rate_limit=5).http)
    sent = ([JSON, token(table, 0)], b'{"type":"look_at_orders"}')
    answers = [post(table, sent, plain=plain).status_code for _ in range(7)]
    assert answers == [422] * 5 + [429] * 2


@pytest.mark.parametrize("encoding", ["gzip", "identity", "gzip, br;q=0.5"])
def test_a_finished_replay_is_the_same_on_either_way(finished: Table, encoding: str) -> None:
    finished.get("/replay")
    headers = [("Accept-Encoding", encoding), ("Accept", "*/*")]
    fast = finished.http.get(finished.path("/replay"), headers=headers)
    slow = finished.http.get(finished.path("/replay"), headers=[*headers, ("Accept", "text/plain")])
    assert fast.status_code == 200
    assert sorted(shown(fast)[1].items()) == sorted(shown(slow)[1].items())
    assert fast.content == slow.content
    known = finished.get("/replay", if_none_match=fast.headers["ETag"], accept_encoding=encoding)
    assert (known.status_code, known.content) == (304, b"")


def test_a_wrong_token_gets_no_finished_replay_either(finished: Table) -> None:
    finished.get("/replay")
    answer = finished.get("/replay", authorization="Bearer nobody")
    assert (answer.status_code, answer.json()["code"]) == (401, "token_unknown")


def test_a_limit_counts_replays_too(house: House, finished: Table) -> None:
    table = finished.through(house.open_api(rate_limit=4).http)
    answers = [table.get("/replay") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 2
    assert answers[-1].json()["code"] == "rate_limited"


def test_figures_count_an_action_once_whichever_way_it_goes(house: House) -> None:
    http = house.open_api().http
    table = Table.open(http)
    root = str(http.base_url).removesuffix("/api/v1/")

    def counted(status: int) -> float:
        lines = http.get(f"{root}/metrics").text.splitlines()
        name = "schichtbuch_http_request_duration_seconds_count{"
        wanted = (name, 'method="POST"', "/actions", f'"{status}"')
        found = [line for line in lines if all(part in line for part in wanted)]
        return sum(float(line.rpartition(" ")[2]) for line in found)

    before = counted(201), counted(422)
    assert table.act(*table.first_move()).status_code == 201
    assert post(table, BAD["a rule says no"](table), plain=True).status_code == 422
    assert (counted(201), counted(422)) == (before[0] + 1, before[1] + 1)
