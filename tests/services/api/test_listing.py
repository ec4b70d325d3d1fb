"""The list of games: what it shows of each, without folding a log."""

import secrets
from typing import Any

import httpx
import msgspec
import pytest

from domain.kernel.actions import Settle
from infra.listed_games import summary_key
from replays.aggregate import Aggregate
from replays.file import read_replay
from replays.position import Recall, take_back_targets
from replays.samples import samples
from services.api.listing import SAMPLE_TITLES, titled_with
from services.games import Games
from tests.services.api.arbiters import new_arbiter
from tests.services.api.house import House
from tests.services.api.importing import imported
from tests.services.api.table import Json, Table
from tests.waiting import eventually

SAMPLES = dict(samples())
SHOWN = ("gluck_auf/with-a-clock-and-rulings", "kartenspiel/two-players")


def found(http: httpx.Client, **query: Any) -> list[Json]:
    answer = http.get("/games", params={"limit": 100, **query})
    assert answer.status_code == 200, answer.text
    games: list[Json] = answer.json()["games"]
    return games


def since(http: httpx.Client, created: str) -> list[Json]:
    """From a game on, however many others tests create in this house."""
    return found(http, since=created, sort="oldest")


def id_of(data: bytes) -> str:
    return str(msgspec.json.decode(data.partition(b"\n")[0])["game"])


def settled(data: bytes) -> list[list[int]]:
    """The points after every settlement that counts, by the log alone."""
    entries = read_replay(data).entries
    past = Aggregate.before(id_of(data), entries[0])
    past.recall = Recall(take_back_targets(entries).values())
    points: dict[int, list[int]] = {}
    for entry in entries:
        if isinstance(past.follow(entry).action, Settle):
            period, _ = past.game.period(past.state)
            points[period - (not past.over)] = list(past.game.points(past.state))
    return [points[period] for period in sorted(points)]


@pytest.mark.parametrize("name", SHOWN)
def test_a_sample_is_listed_with_its_title_course_and_verdict(
    house: House, http: httpx.Client, name: str
) -> None:
    data = SAMPLES[name]
    imported(house, data)

    def listed() -> Json:
        # Samples are older than whatever other tests have created in this house.
        [game] = [game for game in found(http, until="2025-01-01") if game["id"] == id_of(data)]
        return game

    assert listed()["course"] == settled(data)
    assert listed()["course"][-1] == listed()["scores"]
    words = "rulings" if "rulings" in name else "two players card"
    assert [game["id"] for game in found(http, search=words)] == [id_of(data)]
    german = http.get("/games", params={"search": words}, headers={"Accept-Language": "de"})
    assert german.json()["games"][0]["title"] != listed()["title"]
    assert "Accept-Language" in german.headers["Vary"]
    assert found(http, search=words, status="running") == []
    eventually(lambda: listed()["verdict"] == "holds", 60)


def test_every_sample_has_a_title_of_its_own() -> None:
    for titles in SAMPLE_TITLES.values():
        assert set(titles) == {id_of(data) for data in SAMPLES.values()}
        assert len({*titles.values()}) == len(titles)
    assert titled_with("") == list(SAMPLE_TITLES["en"])


def test_a_game_that_is_played_here_has_its_course(finished: Table) -> None:
    created = finished.summary()["created"]
    [game] = [game for game in since(finished.http, created) if game["id"] == finished.id]
    scorings = finished.get("/scorings").json()["scorings"]
    assert len(game["course"]) == len(scorings) == game["periods"]
    assert game["course"][-1] == game["scores"]
    assert game["title"] is None


def test_a_game_that_is_over_is_listed_without_being_folded(
    house: House, finished: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = finished.summary()["created"]

    def listed(http: httpx.Client) -> list[Json]:
        games = [game for game in since(http, created) if game["id"] == finished.id]
        return [{**game, "verdict": None} for game in games]  # an audit may end meanwhile

    known = listed(finished.http)
    asked: list[str] = []
    current = Games.current

    async def counted(games: Games, game_id: str) -> Aggregate:
        asked.append(game_id)
        return await current(games, game_id)

    monkeypatch.setattr(Games, "current", counted)
    assert listed(house.open_api().http) == known != []
    assert finished.id not in asked


def test_a_kept_summary_gives_way_to_what_came_after_it(house: House, http: httpx.Client) -> None:
    """And a name that was erased is in no list, in whichever process."""
    name = f"Odo {secrets.token_hex(4)}"
    table = Table(http, _opened(http, name))
    ria, elsewhere = new_arbiter(house, http), house.open_api().http
    assert ria.rule(table, {"type": "table_void", "reason": "So it is."}).status_code == 201
    [game] = found(elsewhere, player=name)
    assert house.has(summary_key(table.id))
    assert ria.rule(table, {"type": "table_note", "text": "Late."}).status_code == 201
    [later] = found(elsewhere, player=name)
    assert later["version"] == game["version"] + 1
    assert http.delete(table.path("/names"), headers=house.organizer).status_code == 204
    assert not house.has(summary_key(table.id))
    assert not any(name in str(game) for game in found(elsewhere))


def _opened(http: httpx.Client, name: str) -> Json:
    wish = {"game": "gluck-auf", "seats": [{"name": name}, {"name": "Béla"}]}
    begun: Json = http.post("/games", json=wish).json()
    return begun


def test_who_takes_a_seat_over_is_found_by_name(house: House, http: httpx.Client) -> None:
    name = f"Ottilie {secrets.token_hex(4)}"
    table, ria = Table.open(http), new_arbiter(house, http)
    assert found(http, player=name) == []
    hand_over = {"type": "table_hand_over", "seat": 0, "name": name, "reason": "So it is."}
    assert ria.rule(table, hand_over).status_code == 201
    eventually(lambda: [game["id"] for game in found(http, player=name)] == [table.id])


def test_games_are_found_by_a_player_or_a_title_the_oldest_first_if_wished(
    http: httpx.Client,
) -> None:
    name = f"Rulings {secrets.token_hex(4)}"
    begun = [_opened(http, name)["id"] for _ in range(3)]
    assert [game["id"] for game in found(http, search=name.upper())] == begun[::-1]
    assert [game["id"] for game in found(http, search=name, sort="oldest")] == begun
    first = http.get("/games", params={"search": name, "sort": "oldest", "limit": 2}).json()
    more = {"search": name, "sort": "oldest", "cursor": first["cursor"]}
    assert [game["id"] for game in first["games"]] == begun[:2]
    assert [game["id"] for game in found(http, **more)] == begun[2:]
    everything = [game["created"] for game in found(http, sort="oldest", limit=5)]
    assert everything == sorted(everything)
    answer = http.get("/games", params={"sort": "longest"})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")
