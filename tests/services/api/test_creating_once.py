"""`POST /games` with an Idempotency-Key: one game, one answer, however often it is sent."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import msgspec
import pytest

from infra.game_log import GameLog, StorageUnavailable, setup_key
from replays.entry import sha256
from tests.services.api.house import House
from tests.services.api.table import bearer

WISH = {"game": "gluck-auf", "seats": [{"name": "Anna"}, {"name": "Béla"}]}


def create(http: httpx.Client, key: str, wish: Any = WISH, **more: Any) -> httpx.Response:
    return http.post("/games", json=wish, headers={"Idempotency-Key": key, **more})


def found(http: httpx.Client, game_id: str) -> int:
    """How often the game is in the list."""
    page = http.get("/games", params={"limit": 100}).json()
    return [game["id"] for game in page["games"]].count(game_id)


def test_a_retry_gets_the_same_game_with_the_same_tokens(house: House, http: httpx.Client) -> None:
    first = create(http, "retried")
    assert first.status_code == 201
    for again in (create(http, "retried"), create(house.open_api().http, "retried")):
        assert (again.status_code, again.content) == (201, first.content)
        assert again.headers["Location"] == first.headers["Location"]
    game_id, token = first.json()["id"], first.json()["seats"][0]["token"]
    assert http.get(f"/games/{game_id}/state", headers=bearer(token)).json()["seat"] == 0
    assert found(http, game_id) == 1


def test_the_same_body_may_be_written_another_way(http: httpx.Client) -> None:
    first = create(http, "spaced")
    body = '{"seats": [{"name": "Anna"},\n {"name": "B\\u00e9la"}], "game": "gluck-auf"}'
    headers = {"Idempotency-Key": "spaced", "Content-Type": "application/json"}
    assert http.post("/games", content=body, headers=headers).content == first.content


def test_another_body_with_the_same_key_is_refused(http: httpx.Client) -> None:
    assert create(http, "reused").status_code == 201
    other = {**WISH, "seats": [{"name": "Anna"}, {"name": "Cili"}]}
    refused = create(http, "reused", other)
    assert (refused.status_code, refused.json()["code"]) == (409, "idempotency_key_reused")


def test_without_a_key_every_request_is_a_game_of_its_own(http: httpx.Client) -> None:
    one, other = http.post("/games", json=WISH).json(), http.post("/games", json=WISH).json()
    assert one["id"] != other["id"]
    assert one["key"] != other["key"]


def test_a_refused_request_leaves_its_key_free(http: httpx.Client) -> None:
    assert create(http, "free", {**WISH, "edition": "xx"}).status_code == 422
    assert create(http, "free").status_code == 201


def test_keys_belong_to_their_caller(house: House, http: httpx.Client) -> None:
    """Whoever guesses a key on this machine does not get what the organizer has created."""
    ours, theirs = create(http, "guessed", **house.organizer), create(http, "guessed")
    assert ours.status_code == theirs.status_code == 201
    assert ours.json()["id"] != theirs.json()["id"]
    tokens = {seat["token"] for begun in (ours, theirs) for seat in begun.json()["seats"]}
    assert len(tokens) == 4


def test_a_key_tells_strangers_nothing(house: House, http: httpx.Client) -> None:
    create(http, "secret", **house.organizer)
    closed = house.open_api(open_creation=False).http
    assert create(closed, "secret").json()["code"] == "token_needed"
    assert create(closed, "secret", **bearer("wrong")).json()["code"] == "token_unknown"


@pytest.mark.parametrize("key", ["", "x" * 129, "Ä".encode("latin-1")])
def test_a_key_that_is_none(http: httpx.Client, key: Any) -> None:
    refused = create(http, key)
    assert (refused.status_code, refused.json()["code"]) == (400, "idempotency_key_invalid")


def test_many_at_once_create_one_game(house: House) -> None:
    apis = [house.open_api().http for _ in range(2)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda at: create(apis[at % 2], "at once"), range(8)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1


def test_an_answer_that_is_lost_after_the_write_is_found_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the process had been killed between the append and everything that follows it."""
    api, write = house.open_api().http, GameLog.create

    async def write_and_die(self: GameLog, *parts: Any) -> None:
        await write(self, *parts)
        raise StorageUnavailable("the answer is lost")

    with monkeypatch.context() as patch:
        patch.setattr(GameLog, "create", write_and_die)
        assert create(api, "lost").status_code == 503
    begun = create(api, "lost").json()
    assert create(api, "lost").json() == begun
    assert found(api, begun["id"]) == 1


def test_nothing_that_opens_a_game_is_stored(house: House, http: httpx.Client) -> None:
    begun = create(http, "stored").json()
    secrets = [seat["token"] for seat in begun["seats"]] + [begun["key"], "stored", "Anna"]
    stored = house.stored(setup_key(begun["id"]))
    assert stored.keys() == {"catalog", "token:0", "token:1", "creator", "request"}
    assert not any(secret in value for secret in secrets for value in stored.values())
    plain = {sha256(secret.encode()) for secret in ("stored", msgspec.json.encode(WISH).decode())}
    assert plain.isdisjoint(stored.values()), "what was asked for must not be guessed back"
