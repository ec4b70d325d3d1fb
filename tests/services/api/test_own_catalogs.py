"""A catalog that a stranger sends with a game: refused in words, and no one else waits for it."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from domain.kernel.catalog import Catalog
from domain.kernel.decider import AnyGame
from domain.registry import GAMES
from services.api.calls.games import NewGame
from tests.domain.mutations import HUGE, Place, changed

SEATS = [{"name": "Anna"}, {"name": "Béla"}]
BOMBS: list[tuple[str, Place, Any]] = [
    ("gluck-auf", ("tiles", "items", 0, "lorries"), HUGE),
    ("gluck-auf", ("constants", "items", "deepest_level"), HUGE),
    ("kartenspiel", ("workers", "cards", 0, "value"), HUGE),
    ("schichtwechsel", ("shift", "exit_index"), HUGE),
    ("schichtwechsel", ("game", "players", "max"), 0),
    ("schichtwechsel", ("coking_plant", "own_ovens", "id_pattern"), "{seat:>999999999}"),
]


@pytest.mark.parametrize(("game", "place", "value"), BOMBS)
def test_a_catalog_that_is_beyond_all_boxes_is_refused_with_its_place(
    http: httpx.Client, game: str, place: Place, value: object
) -> None:
    catalog = changed(GAMES[game].catalog.named, place, value)
    answer = http.post("/games", json={"game": game, "seats": SEATS, "catalog": catalog})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_setup")
    assert str(place[-1]) in answer.json()["detail"]


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
