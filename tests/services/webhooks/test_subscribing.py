"""Who may subscribe to what, what is refused, and how many there may be."""

from typing import Any

import httpx
import pytest

from services.api import webhooks
from services.webhooks.kinds import KINDS
from tests.services.api.events import Event
from tests.services.api.house import House, LiveApi
from tests.services.api.table import Json, Table, bearer

URL = "http://127.0.0.1:9/hook"
"""Where nobody listens; a name would be resolved as soon as something is sent."""


@pytest.fixture
def http(api: LiveApi) -> httpx.Client:
    return api.http


def wish(http: httpx.Client, key: dict[str, str] | None, scope: Json, **more: Any) -> Any:
    return http.post("/webhooks", json={"url": URL, "scope": scope, **more}, headers=key or {})


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_what_was_made_can_be_read_changed_and_ended(house: House, http: httpx.Client) -> None:
    answer = wish(http, house.organizer, {"type": "all"})
    made = answer.json()
    assert answer.headers["location"] == f"/api/v1/webhooks/{made['id']}"
    assert made["kinds"] == list(KINDS)
    path = f"/webhooks/{made['id']}"
    shown = http.get(path, headers=house.organizer).json()
    assert shown == {name: value for name, value in made.items() if name != "secret"}
    assert shown in http.get("/webhooks", headers=house.organizer).json()["webhooks"]
    body = {"kinds": ["game.turn", "game.created"], "url": f"{URL}/other", "enabled": False}
    changed = http.patch(path, json=body, headers=house.organizer).json()
    assert changed["kinds"] == ["game.created", "game.turn"]
    assert changed["notice"]["code"] == "switched_off"
    assert http.delete(path, headers=house.organizer).status_code == 204
    assert refused(http.delete(path, headers=house.organizer)) == (404, "webhook_unknown")
    assert refused(http.get(path, headers=bearer("nobody"))) == (401, "token_unknown")


def test_nobody_subscribes_to_what_is_not_theirs(house: House, http: httpx.Client) -> None:
    table, other = Table.open(http), Table.open(http)
    seat, game = table.tokens[0], {"type": "game", "game": table.id}
    own = {"type": "seat", "game": table.id}
    event = Event.create(house, http)
    arbiter = http.post("/arbiters", json={"name": "Ria"}, headers=house.organizer).json()["key"]
    tournament = {"type": "tournament", "tournament": event.id}
    assert refused(wish(http, None, {"type": "all"})) == (401, "token_needed")
    assert refused(wish(http, seat, {"type": "all"})) == (401, "token_unknown")
    assert refused(wish(http, bearer(arbiter), game)) == (403, "organizer_needed")
    assert refused(wish(http, seat, tournament)) == (401, "token_unknown")
    assert refused(wish(http, bearer(arbiter), tournament)) == (403, "organizer_needed")
    assert refused(wish(http, other.tokens[0], own)) == (401, "token_unknown")
    assert refused(wish(http, house.organizer, own)) == (403, "seat_forbidden")
    assert refused(wish(http, None, own)) == (401, "token_needed")


def test_seats_and_events_see_their_own_and_no_others(house: House, http: httpx.Client) -> None:
    table, event = Table.open(http), Event.create(house, http)
    of_seat = wish(http, table.tokens[0], {"type": "seat", "game": table.id}).json()
    of_event = wish(http, event.key, {"type": "tournament", "tournament": event.id}).json()
    assert of_seat["scope"]["seat"] == 0
    seat = http.get("/webhooks", params={"game_id": table.id}, headers=table.tokens[0]).json()
    assert [one["id"] for one in seat["webhooks"]] == [of_seat["id"]]
    other = http.get("/webhooks", params={"game_id": table.id}, headers=table.tokens[1]).json()
    assert other["webhooks"] == []
    asked = http.get("/webhooks", params={"tournament_id": event.id}, headers=event.key).json()
    assert [one["id"] for one in asked["webhooks"]] == [of_event["id"]]
    path = f"/webhooks/{of_seat['id']}"
    assert http.get(path, headers=table.tokens[0]).status_code == 200
    assert refused(http.get(path, headers=table.tokens[1])) == (401, "token_unknown")
    assert refused(http.get(path, headers=event.key)) == (401, "token_unknown")
    assert refused(http.get(path)) == (401, "token_needed")
    assert http.delete(path, headers=house.organizer).status_code == 204
    assert http.delete(f"/webhooks/{of_event['id']}", headers=event.key).status_code == 204


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"scope": {"type": "all"}}, 422, "invalid_body"),
        ({"url": URL}, 422, "invalid_body"),
        ({"url": URL, "scope": {"type": "moon"}}, 422, "invalid_body"),
        ({"url": URL, "scope": {"type": "all"}, "kinds": []}, 422, "webhook_kind_unknown"),
        ({"url": URL, "scope": {"type": "all"}, "kinds": ["x"]}, 422, "webhook_kind_unknown"),
        ({"url": URL, "scope": {"type": "all"}, "more": 1}, 422, "invalid_body"),
        ({"url": "ftp://a.example", "scope": {"type": "all"}}, 422, "webhook_url_invalid"),
        ({"url": "http://10.0.0.1/", "scope": {"type": "all"}}, 422, "webhook_url_invalid"),
        ({"url": "http://a.example:22/", "scope": {"type": "all"}}, 422, "webhook_url_invalid"),
        ({"url": URL, "scope": {"type": "game", "game": "nobody"}}, 404, "game_unknown"),
        ({"url": URL, "scope": {"type": "game", "game": "no/body"}}, 404, "game_unknown"),
        (
            {"url": URL, "scope": {"type": "tournament", "tournament": "x"}},
            404,
            "tournament_unknown",
        ),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(
    house: House, http: httpx.Client, body: Json, status: int, code: str
) -> None:
    before = http.get("/webhooks", headers=house.organizer).json()
    answer = http.post("/webhooks", json=body, headers=house.organizer)
    assert refused(answer) == (status, code)
    assert http.get("/webhooks", headers=house.organizer).json() == before


def test_loopback_is_refused_unless_the_operator_allows_it(house: House) -> None:
    strict = house.open_api().http
    body = {"url": "http://127.0.0.1:8000/", "scope": {"type": "all"}}
    answer = strict.post("/webhooks", json=body, headers=house.organizer)
    assert refused(answer) == (422, "webhook_url_invalid")
    assert answer.json()["facts"] == {"reason": "forbidden"}


def test_a_seat_has_a_few(http: httpx.Client) -> None:
    table = Table.open(http)
    scope = {"type": "seat", "game": table.id}
    made = [wish(http, table.tokens[0], scope) for _ in range(webhooks.MOST_OF_SEAT)]
    assert {one.status_code for one in made} == {201}
    assert refused(wish(http, table.tokens[0], scope)) == (409, "webhooks_too_many")
    assert http.delete(f"/webhooks/{made[0].json()['id']}", headers=table.tokens[0]).is_success
    assert wish(http, table.tokens[0], scope).status_code == 201
