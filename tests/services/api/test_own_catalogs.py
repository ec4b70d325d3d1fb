"""A catalog that a stranger sends with a game: refused in words, and no one else waits for it."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from domain.kernel.catalog import Catalog
from domain.kernel.decider import AnyGame
from domain.registry import GAMES
from replays.checkpoint import VerifierKey
from replays.file import read_replay
from replays.verify import verify
from services.api.calls.games import NewGame
from tests.domain.mutations import HUGE, Place, changed
from tests.domain.test_strange_catalogs import MINING
from tests.services.api.house import House
from tests.services.api.importing import imported

SEATS = [{"name": "Anna"}, {"name": "Béla"}]
BOMBS: list[tuple[str, Place, Any]] = [
    ("gluck-auf", ("tiles", "items", 0, "lorries"), HUGE),
    ("gluck-auf", ("constants", "items", "deepest_level"), HUGE),
    ("kartenspiel", ("workers", "cards", 0, "value"), HUGE),
    ("schichtwechsel", ("shift", "exit_index"), HUGE),
    ("schichtwechsel", ("game", "players", "max"), 0),
    ("schichtwechsel", ("coking_plant", "own_ovens", "id_pattern"), "{seat:>999999999}"),
]

OLD = sorted((Path(__file__).parents[2] / "golden" / "0.1.0-own-catalogs").glob("*.schicht"))
OVEN_IDS = ("coking_plant", "own_ovens", "id_pattern")


@pytest.mark.parametrize(("game", "place", "value"), BOMBS)
def test_a_catalog_that_is_beyond_all_boxes_is_refused_with_its_place(
    http: httpx.Client, game: str, place: Place, value: object
) -> None:
    catalog = changed(GAMES[game].catalog.named, place, value)
    answer = http.post("/games", json={"game": game, "seats": SEATS, "catalog": catalog})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_setup")
    assert str(place[-1]) in answer.json()["detail"]


@pytest.mark.parametrize("log", OLD, ids=lambda log: log.stem)
def test_a_game_of_old_is_read_on_a_catalog_that_is_refused_today(
    house: House, http: httpx.Client, log: Path
) -> None:
    """Played by release 0.1.0, which had no such checks; the file and the stored log alike."""
    data = log.read_bytes()
    imported(house, data, VerifierKey.parse((log.parent / "keys.txt").read_text().strip()))
    game_id = verify(data).game
    summary = http.get(f"/games/{game_id}").json()
    assert summary["status"] == "finished"
    assert http.get(f"/games/{game_id}/state").status_code == 200
    assert http.get(f"/games/{game_id}/replay").content == data
    header = read_replay(data).header
    assert header is not None
    wish = {"game": summary["game"], "seats": SEATS, "catalog": header.catalog}
    answer = http.post("/games", json=wish)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_setup")


DOOR: list[tuple[str, Place, Any, str]] = [
    ("gluck-auf", ("tiles", "items", 0, "price"), -1, "price of the catalog must be >= 0"),
    ("gluck-auf", ("tiles", "items", 0, "id"), "", "an id of the catalog has 0 characters"),
    ("kartenspiel", ("innovations", "cards", MINING, "min_steps"), 2, "R-04"),
    ("schichtwechsel", OVEN_IDS, "oven", "{seat} in it once"),
    ("schichtwechsel", OVEN_IDS, "oven_{seat:02d}", "{seat} in it once"),
    ("schichtwechsel", ("tableau", "heap", "capacity"), -1, "capacity of the catalog"),
    ("schichtwechsel", ("payment", "accepts"), {}, "does not say what pays for"),
]


@pytest.mark.parametrize(("game", "place", "value", "said"), DOOR)
def test_what_games_of_old_may_stand_on_no_new_one_does(
    http: httpx.Client, game: str, place: Place, value: object, said: str
) -> None:
    catalog = changed(GAMES[game].catalog.named, place, value)
    assert GAMES[game].read_catalog(msgspec.json.encode(catalog))
    answer = http.post("/games", json={"game": game, "seats": SEATS, "catalog": catalog})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_setup")
    assert said in answer.json()["detail"]


def test_nested_a_thousand_times_it_is_refused(http: httpx.Client) -> None:
    deep = "[" * 900 + "]" * 900
    body = (
        f'{{"game":"gluck-auf","seats":[{{"name":"A"}},{{"name":"B"}}],"catalog":{{"a":{deep}}}}}'
    )
    answer = http.post("/games", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_setup")
    assert "nested" in answer.json()["detail"]


def test_others_are_answered_while_a_catalog_is_read(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, go_on = threading.Event(), threading.Event()

    def slowly(game: AnyGame, _wish: NewGame) -> Catalog:
        reading.set()
        go_on.wait(30)
        return game.catalog  # type: ignore[no-any-return]  # AnyGame leaves it open which one

    monkeypatch.setattr("services.api.calls.games._catalog", slowly)
    with ThreadPoolExecutor(1) as pool:
        created = pool.submit(http.post, "/games", json={"game": "gluck-auf", "seats": SEATS})
        try:
            assert reading.wait(30)
            assert http.get("/rules", timeout=10).status_code == 200
        finally:
            go_on.set()
        assert created.result().status_code == 201
