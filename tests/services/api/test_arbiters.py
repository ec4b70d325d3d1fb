"""Keys of arbiters: made and revoked by the organizer, good for ruling and for seeing all."""

from typing import Any

import httpx
import pytest

from infra.arbiters import KEY
from services.api import viewers
from tests.services.api.arbiters import new_arbiter
from tests.services.api.house import House
from tests.services.api.streams import watching
from tests.services.api.table import Table, bearer

NOTE = {"type": "table_note", "text": "Seen."}
UNKNOWN = (401, "token_unknown")
PARTS = ("", "/state", "/frames", "/log", "/replay", "/scorings", "/choices?seat=0")


def said(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_the_organizer_makes_keys_which_are_kept_as_digests_only(
    house: House, http: httpx.Client
) -> None:
    answer = http.post("/arbiters", json={"name": " Ria "}, headers=house.organizer)
    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"
    made = answer.json()
    assert made.keys() == {"id", "name", "created", "key"}
    assert made["name"] == "Ria"
    listed = http.get("/arbiters", headers=house.organizer).json()["arbiters"]
    assert {name: made[name] for name in ("id", "name", "created")} in listed
    assert made["key"] not in str(house.stored(KEY))


@pytest.mark.parametrize("call", ["POST", "GET", "DELETE"])
def test_nobody_else_does(house: House, http: httpx.Client, table: Table, call: str) -> None:
    path = "/arbiters/0123456789abcdef" if call == "DELETE" else "/arbiters"
    body: Any = {"json": {"name": "Ria"}} if call == "POST" else {}
    arbiter = new_arbiter(house, http)
    assert said(http.request(call, path, **body)) == (401, "token_needed")
    assert said(http.request(call, path, headers=table.tokens[0], **body)) == UNKNOWN
    refused = http.request(call, path, headers=arbiter.key, **body)
    assert said(refused) == (403, "organizer_needed")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("  ", "blank"), ("x" * 41, "too_long"), ("a\u202e", "character"), ("Organizer ", "reserved")],
)
def test_a_name_is_checked_like_a_players(
    house: House, http: httpx.Client, name: str, reason: str
) -> None:
    sentences = set()
    for language in ("en", "de", "hu"):
        headers = {**house.organizer, "Accept-Language": language}
        answer = http.post("/arbiters", json={"name": name}, headers=headers)
        assert said(answer) == (422, "name_invalid")
        assert (answer.json()["facts"]["reason"], answer.json()["path"]) == (reason, "$.name")
        sentences.add(answer.json()["detail"])
    assert len(sentences) == 3


def test_an_arbiter_sees_all_and_creates_and_deletes_nothing(
    house: House, http: httpx.Client, looked: tuple[Table, int]
) -> None:
    table, seat = looked
    arbiter = new_arbiter(house, http)
    for part in (*PARTS, f"/state?seat={seat}", "/log"):
        own = http.get(table.path(part), headers=arbiter.key)
        organizers = http.get(table.path(part), headers=house.organizer)
        assert (own.status_code, own.content) == (200, organizers.content)
    game = {"game": "gluck-auf", "seats": [{"name": "A"}, {"name": "B"}]}
    assert said(http.post("/games", json=game, headers=arbiter.key)) == (403, "organizer_needed")
    erased = http.delete(table.path("/names"), headers=arbiter.key)
    assert said(erased) == (403, "organizer_needed")
    renewed = http.post(table.path("/seats/0/token"), headers=arbiter.key)
    assert said(renewed) == (403, "seat_forbidden")


def test_a_revoked_key_opens_nothing_in_any_process(house: House, table: Table) -> None:
    elsewhere = table.through(house.open_api().http)
    arbiter = new_arbiter(house, table.http)
    for at in (table, elsewhere):
        assert at.http.post(at.path("/actions"), json=NOTE, headers=arbiter.key).status_code == 201
    revoked = table.http.delete(f"/arbiters/{arbiter.id}", headers=house.organizer)
    assert (revoked.status_code, revoked.content) == (204, b"")
    for at in (elsewhere, table):
        assert said(at.http.post(at.path("/actions"), json=NOTE, headers=arbiter.key)) == UNKNOWN
        for part in PARTS:
            assert said(at.http.get(at.path(part), headers=arbiter.key)) == UNKNOWN
    again = table.http.delete(f"/arbiters/{arbiter.id}", headers=house.organizer)
    assert said(again) == (404, "arbiter_unknown")
    assert table.summary()["version"] == 3


def test_its_streams_end(house: House, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the next beat, or before the next entry."""
    monkeypatch.setattr(viewers, "HEARTBEAT", 0.05)
    arbiter = new_arbiter(house, table.http)
    table.tokens.append(arbiter.key)
    with watching(table.through(house.open_api().http)), watching(table, 2) as told:
        assert next(told)["id"] == "1"
        table.http.delete(f"/arbiters/{arbiter.id}", headers=house.organizer)
        assert next(told, None) is None


def test_the_key_counts_as_a_token_of_its_own(house: House) -> None:
    api = house.open_api(rate_limit=30)
    table = Table.open(api.http)
    arbiter = new_arbiter(house, api.http)
    budget = [table.http.get(table.path(), headers=arbiter.key).status_code for _ in range(31)]
    assert budget == [200] * 30 + [429]
    assert table.get().status_code == 200, "the address has a budget of its own"


def test_an_unknown_key_is_no_arbiter(table: Table) -> None:
    answer = table.http.post(table.path("/actions"), json=NOTE, headers=bearer("nobody"))
    assert said(answer) == UNKNOWN
