"""Finding games by what is known of them, and what a summary says."""

import secrets
from typing import Any

import httpx
import pytest

from domain.registry import GAMES
from infra.games_index import player_key
from replays.history import History
from replays.samples import samples
from services.api.clock import seconds_since
from tests.services.api.house import House
from tests.services.api.importing import imported
from tests.services.api.table import Table

SAMPLES = dict(samples())


def found(http: httpx.Client, **query: Any) -> list[str]:
    answer = http.get("/games", params={"limit": 100, **query})
    assert answer.status_code == 200, answer.text
    return [game["id"] for game in answer.json()["games"]]


def opened(http: httpx.Client, name: str, game: str = "gluck-auf") -> dict[str, Any]:
    wish = {"game": game, "seats": [{"name": name}, {"name": "Béla"}]}
    begun = http.post("/games", json=wish)
    assert begun.status_code == 201, begun.text
    summary: dict[str, Any] = http.get(begun.json()["links"]["self"].removeprefix("/api/v1")).json()
    return summary


def test_games_are_found_by_a_player(http: httpx.Client) -> None:
    name = f"Ángel {secrets.token_hex(4)}"
    one, other = opened(http, name), opened(http, name, "kartenspiel")
    opened(http, f"{name} the second")
    assert found(http, player=name.upper()) == [other["id"], one["id"]]
    assert found(http, player=f" {name} ", game="kartenspiel", status="running") == [other["id"]]
    assert found(http, player=name, status="finished") == []


def test_erased_names_find_nothing(house: House, http: httpx.Client) -> None:
    name = f"Ilona {secrets.token_hex(4)}"
    made = opened(http, name)["id"]
    assert found(http, player=name) == [made]
    assert http.delete(f"/games/{made}/names", headers=house.organizer).status_code == 204
    assert found(http, player=name) == []
    assert not house.has(player_key(name))


def test_somebody_may_be_called_null(http: httpx.Client) -> None:
    made = opened(http, "null")["id"]
    assert made in found(http, player="null")
    assert Table.open(http).id not in found(http, player="null")


def test_games_are_found_by_when_they_were_created(http: httpx.Client) -> None:
    name = f"Vera {secrets.token_hex(4)}"
    early, late = opened(http, name), opened(http, name)
    both, first, second = [late["id"], early["id"]], [early["id"]], [late["id"]]
    assert early["created"] < late["created"]
    assert found(http, player=name, since=early["created"], until=late["created"]) == both
    assert found(http, player=name, until=early["created"]) == first
    assert found(http, player=name, since=late["created"]) == second
    day = early["created"][:10]
    assert found(http, player=name, since=day, until="2999-12-31") == both
    assert found(http, player=name, until="2000-01-01") == []
    elsewhere = early["created"].replace("Z", "+00:00")
    assert found(http, player=name, until=elsewhere) == first
    assert early["id"] in found(http, since=early["created"])


@pytest.mark.parametrize(
    "query",
    [
        {"game": "chess"},
        {"game": "null"},
        {"game": ""},
        {"status": "paused"},
        {"since": "yesterday"},
        {"since": "2026-11-16T12:00:00"},
        {"until": "2026-13-01"},
        {"until": ""},
        {"player": ""},
        {"player": " "},
        {"player": "x" * 201},
        {"limit": "0"},
        {"limit": "101"},
    ],
)
def test_what_cannot_be_looked_for_is_refused_by_name(
    http: httpx.Client, query: dict[str, str]
) -> None:
    answer = http.get("/games", params=query)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")
    [error] = answer.json()["errors"]
    assert [error["key"]] == list(query)
    assert error["message"]


@pytest.mark.parametrize(
    "cursor", ["?", "Ä", "x", "(", "+", "", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00Z/ä"]
)
def test_a_cursor_that_no_page_has_answered(http: httpx.Client, cursor: str) -> None:
    answer = http.get("/games", params={"cursor": cursor})
    assert (answer.status_code, answer.json()["code"]) == (400, "cursor_invalid")


def test_a_summary_says_when(table: Table) -> None:
    before = table.summary()
    assert before["created"] == before["updated"]
    assert (before["finished"], before["places"], before["tie_break"]) == (None, None, None)
    table.act(*table.first_move())
    after = table.summary()
    assert after["updated"] > before["updated"]
    assert seconds_since(after["updated"]) < 60


@pytest.mark.parametrize(
    "sample", ["gluck_auf/won-by-marks-left", "kartenspiel/won-by-the-shift-marker"]
)
def test_a_summary_says_who_ended_where_and_why(
    house: House, http: httpx.Client, sample: str
) -> None:
    imported(house, SAMPLES[sample])
    history = History(SAMPLES[sample])
    summary = http.get(f"/games/{history.game_id}").json()
    standings = history.game.standings(history.state_at(history.end))
    assert standings
    assert standings.tie_break
    assert summary["places"] == list(standings.places)
    assert [summary["places"][seat] for seat in summary["winners"]] == [1]
    assert summary["tie_break"] == {
        "code": standings.tie_break.code,
        "values": list(standings.tie_break.values),
    }
    assert summary["created"] == history.lines[0].at
    assert summary["updated"] == summary["finished"] == history.lines[-1].at


def test_a_process_that_was_just_started_says_the_same(house: House, finished: Table) -> None:
    assert finished.through(house.open_api().http).summary() == finished.summary()


@pytest.mark.parametrize("part", ["", "/choices", "/log", "/log?from=1&to=1"])
def test_who_has_it_already_gets_304(table: Table, part: str) -> None:
    seat, move = table.first_move()
    first = table.get(part, seat)
    etag = first.headers["ETag"]
    again = table.get(part, seat, if_none_match=etag)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == etag
    assert "private" in again.headers["Cache-Control"]
    assert "Authorization" in again.headers["Vary"]
    assert table.act(seat, move).status_code == 201
    changed = table.get(part, seat, if_none_match=etag)
    assert changed.status_code == (304 if part.endswith("to=1") else 200)


def test_the_choices_of_seats_have_tags_of_their_own(table: Table) -> None:
    tags = {table.get("/choices", seat).headers["ETag"] for seat in range(2)}
    assert len(tags) == 2


def test_a_list_has_a_tag_until_something_in_it_changes(http: httpx.Client) -> None:
    name = f"Tag {secrets.token_hex(4)}"
    made = opened(http, name)
    first = http.get("/games", params={"player": name})
    etag = {"If-None-Match": first.headers["ETag"]}
    again = http.get("/games", params={"player": name}, headers=etag)
    assert (again.status_code, again.content) == (304, b"")
    opened(http, name)
    assert http.get("/games", params={"player": name}, headers=etag).status_code == 200
    assert made["id"] in found(http, player=name)


def test_every_game_can_be_looked_for(http: httpx.Client) -> None:
    for game in GAMES:
        made = Table.open(http, game).id
        assert made in found(http, game=game)
