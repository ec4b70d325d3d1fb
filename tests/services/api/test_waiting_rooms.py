"""Games with open seats: they wait, are filled by invitation, and begin with the last taker."""

import hashlib
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import msgspec
import pytest
import redis

from infra.game_log import room_key
from replays.verify import verify
from tests.services.api.house import House
from tests.services.api.table import Table, bearer
from tests.waiting import eventually

OPEN = {"open": True}
WISH = {"game": "gluck-auf", "seats": [{"name": "Anna", "salt": "mine"}, OPEN]}


def opened(http: httpx.Client, wish: Any = WISH, **headers: str) -> Any:
    answer = http.post("/games", json=wish, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()


def take(
    http: httpx.Client, room: Any, seat: int, name: str = "Béla", **more: Any
) -> httpx.Response:
    key = more.pop("key", None)
    headers = bearer(more.pop("invite", None) or room["seats"][seat]["invite"])
    headers |= {"Idempotency-Key": key} if key else {}
    body = {"name": name, **more}
    return http.post(f"/games/{room['id']}/seats/{seat}/take", json=body, headers=headers)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_game_with_an_open_seat_waits_and_shows_what_it_is_committed_to(
    http: httpx.Client,
) -> None:
    room = opened(http, {**WISH, "clock": {"kind": "move", "seconds": 60, "on_flag": "out"}})
    assert (room["status"], room["version"]) == ("waiting", 0)
    anna, other = room["seats"]
    assert (anna["name"], anna["invite"], other["name"], other["token"]) == ("Anna", None, "", None)
    summary = http.get(f"/games/{room['id']}").json()
    assert (summary["status"], summary["open"], summary["version"]) == ("waiting", [1], 0)
    assert [seat["name"] for seat in summary["seats"]] == ["Anna", ""]
    assert summary["commitment"] == room["commitment"]
    assert (summary["edition"], summary["clock"]["seconds"]) == ("de", 60)
    found = http.get("/games", params={"status": "waiting", "limit": 100}).json()["games"]
    assert room["id"] in [game["id"] for game in found]
    assert "mine" not in str(summary), "nobody is shown another's salt"
    for part in ("/state", "/log", "/frames", "/stream", "/replay", "/choices"):
        refused = http.get(f"/games/{room['id']}{part}", headers=bearer(anna["token"]))
        assert code(refused) == (409, "game_waiting"), part


def test_the_last_taker_begins_the_game_and_its_log_keeps_what_was_promised(
    http: httpx.Client,
) -> None:
    room = opened(http)
    taken = take(http, room, 1, "  Béla ", salt="yours")
    assert taken.status_code == 201, taken.text
    told = taken.json()
    assert (told["name"], told["status"], told["version"]) == ("Béla", "running", 1)
    summary = http.get(f"/games/{room['id']}").json()
    assert (summary["status"], summary["open"], summary["expires"]) == ("running", None, None)
    assert summary["commitment"] == room["commitment"]
    listed = http.get("/games", params={"limit": 100}).json()["games"]
    assert [game["status"] for game in listed if game["id"] == room["id"]] == ["running"]
    first = http.get(f"/games/{room['id']}/log").text.splitlines()[0]
    action = msgspec.json.decode(first)["action"]
    assert action["commitment"] == room["commitment"]
    assert [seat["salt"] for seat in action["seats"]] == ["mine", "yours"]
    for seat, token in ((0, room["seats"][0]["token"]), (1, told["token"])):
        state = http.get(f"/games/{room['id']}/state", headers=bearer(token)).json()
        assert (state["seat"], state["players"][seat]["name"]) == (seat, ("Anna", "Béla")[seat])


@pytest.fixture(scope="module")
def played(http: httpx.Client) -> tuple[str, bytes]:
    """A game that was begun in a room, to its end: its commitment and its replay."""
    room = opened(http)
    token = take(http, room, 1, salt="yours").json()["token"]
    room["seats"][1]["token"] = token
    table = Table(http, room)
    table.play_on(random.Random(4))
    return room["commitment"], table.get("/replay").content


def test_the_secret_of_a_finished_game_is_the_one_that_was_committed_to(
    played: tuple[str, bytes],
) -> None:
    commitment, data = played
    seals = [msgspec.json.decode(line) for line in data.splitlines() if line.startswith(b'{"seal"')]
    [secret] = [seal["data"]["secret"] for seal in seals if "secret" in seal["data"]]
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    verdicts = verify(data).verdicts
    unsure = {name for name, found in verdicts.items() if found.verdict != "holds"}
    assert unsure == {"signature", "log"}, "whose keys are not given here"


def test_an_invitation_is_good_once_and_a_wrong_one_for_nothing(http: httpx.Client) -> None:
    wish = {**WISH, "seats": [{"name": "Anna"}, OPEN, OPEN]}
    room = opened(http, wish)
    assert take(http, room, 1).json()["status"] == "waiting"
    assert code(take(http, room, 1, "Cili")) == (409, "seat_taken")
    wrong = take(http, room, 2, invite=room["seats"][1]["invite"])
    assert code(wrong) == (401, "token_unknown")
    assert code(take(http, room, 0, invite=room["seats"][2]["invite"])) == (401, "token_unknown")
    bare = http.post(f"/games/{room['id']}/seats/2/take", json={"name": "Cili"})
    assert code(bare) == (401, "token_needed")
    unfit = take(http, room, 2, "\u202e")
    assert code(unfit) == (422, "name_invalid")
    assert code(take(http, room, 2, salt="\n")) == (422, "salt_invalid")
    assert take(http, room, 2, "Cili").json()["status"] == "running"
    assert code(take(http, room, 1, "Dora")) == (409, "seat_taken"), "also in the running game"
    assert code(take(http, room, 1, invite="nothing")) == (401, "token_unknown")
    gone = {**room, "id": "no-such-game"}
    assert code(take(http, gone, 1)) == (404, "game_unknown")


def test_of_two_who_take_a_seat_at_once_one_sits(http: httpx.Client) -> None:
    room = opened(http)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda at: take(http, room, 1, f"P{at}"), range(8)))
    sitting = [answer.json() for answer in answers if answer.status_code == 201]
    assert [answer.status_code for answer in answers].count(409) == 7
    state = http.get(f"/games/{room['id']}/state", headers=bearer(sitting[0]["token"])).json()
    assert state["players"][1]["name"] == sitting[0]["name"]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_retry_with_its_key_gets_the_same_answer(http: httpx.Client, seats: int) -> None:
    wish = {**WISH, "seats": [{"name": "Anna"}, *[OPEN] * (seats - 1)]}
    keyed = {"Idempotency-Key": f"room-{seats}"}
    room = opened(http, wish, **keyed)
    assert opened(http, wish, **keyed)["seats"] == room["seats"]
    other = http.post("/games", json=wish | {"edition": "hu"}, headers=keyed)
    assert code(other) == (409, "idempotency_key_reused")
    closed = {**wish, "seats": [{"name": "Anna"}, {"name": "Béla"}]}
    assert code(http.post("/games", json=closed, headers=keyed)) == (409, "idempotency_key_reused")
    first = take(http, room, 1, key="mine")
    assert take(http, room, 1, key="mine").content == first.content
    assert code(take(http, room, 1, key="yours")) == (409, "seat_taken")
    if first.json()["status"] == "waiting":
        assert code(take(http, room, 1, "Cili", key="mine")) == (409, "idempotency_key_reused")
    again = opened(http, wish, **keyed)
    assert [seat["invite"] for seat in again["seats"]][1] is None
    assert again["seats"][0]["token"] == room["seats"][0]["token"]
    assert again["status"] == first.json()["status"]


def test_a_lost_link_is_made_anew_by_the_creator(http: httpx.Client) -> None:
    bot = {"name": "Bot", "bot": "random"}
    room = opened(http, {**WISH, "seats": [{"name": "Anna"}, OPEN, bot]})
    where, key = f"/games/{room['id']}/seats/1/token", bearer(room["key"])
    assert code(http.post(where)) == (401, "token_needed")
    own_token = bearer(room["seats"][0]["token"])
    assert code(http.post(where, headers=own_token)) == (403, "seat_forbidden")
    anew = http.post(where, headers=key).json()
    assert (anew["token"], len(anew["invite"])) == (None, 43)
    assert code(take(http, room, 1)) == (401, "token_unknown")
    own = http.post(f"/games/{room['id']}/seats/0/token", headers=key).json()
    assert (own["name"], own["invite"]) == ("Anna", None)
    bots = http.post(f"/games/{room['id']}/seats/2/token", headers=key)
    assert code(bots) == (409, "seat_is_bot")
    assert take(http, room, 1, invite=anew["invite"]).json()["status"] == "running"
    state = http.get(f"/games/{room['id']}/state", headers=bearer(own["token"]))
    assert state.json()["seat"] == 0, "the new token holds in the game, too"


def test_what_could_never_begin_is_refused_at_once(http: httpx.Client) -> None:
    alone = http.post("/games", json={**WISH, "seats": [OPEN]})
    assert alone.status_code == 422
    named = http.post("/games", json={**WISH, "seats": [{"name": "Anna"}, {**OPEN, "name": "B"}]})
    assert (code(named), named.json()["path"]) == ((422, "invalid_body"), "$.seats[1]")
    unnamed = http.post("/games", json={**WISH, "seats": [{}, OPEN]})
    assert unnamed.json()["detail"] == "Object missing required field `name`, at $.seats[0]"
    edition = http.post("/games", json={**WISH, "edition": "xx"})
    assert code(edition) == (422, "invalid_setup")


def test_a_room_that_nobody_uses_is_gone_after_a_day(house: House, http: httpx.Client) -> None:
    room = opened(http)
    with redis.Redis.from_url(house.server.url) as server:
        left: Any = server.ttl(room_key(room["id"]))
        assert 86_000 < left <= 86_400
        server.expire(room_key(room["id"]), 0)
    assert code(http.get(f"/games/{room['id']}")) == (404, "game_unknown")
    assert code(take(http, room, 1)) == (404, "game_unknown")

    def is_listed() -> bool:
        with redis.Redis.from_url(house.server.url) as server:
            shelf: Any = server.zrange("schichtbuch:index:any:waiting", 0, -1)
        return any(room["id"].encode() in member for member in shelf)

    eventually(lambda: not is_listed())


def test_a_full_room_whose_server_died_begins_when_somebody_looks(
    house: House, http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(http)

    async def dies(*_: object) -> bool:
        raise RuntimeError("killed between the last seat and entry 1")

    with monkeypatch.context() as patched:
        patched.setattr("services.games.Games.begin", dies)
        assert take(http, room, 1, key="mine").status_code == 500
    eventually(lambda: http.get(f"/games/{room['id']}").json()["status"] == "running")
    assert take(http, room, 1, key="mine").json()["status"] == "running"
    assert not house.has(room_key(room["id"]))


def test_one_address_has_so_many_rooms_open(house: House) -> None:
    api = house.open_api(room_limit=2)
    with redis.Redis.from_url(house.server.url) as server:
        server.delete("schichtbuch:rooms:127.0.0.1")
    first, _ = opened(api.http), opened(api.http)
    refused = api.http.post("/games", json=WISH)
    assert code(refused) == (429, "rooms_too_many")
    assert refused.headers["Retry-After"]
    take(api.http, first, 1)
    opened(api.http)
    assert api.http.post("/games", json=WISH, headers=house.organizer).status_code == 201
