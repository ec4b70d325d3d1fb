"""A seat's token made anew: the old one ends at once, everywhere."""

import random
from typing import Any

import httpx
import pytest

from infra.access import Holder
from infra.game_log import GameLog, setup_key
from replays.entry import Entry
from services.api import viewers
from tests.services.api.house import House
from tests.services.api.streams import watching
from tests.services.api.table import Table, bearer

UNKNOWN = (401, "token_unknown")
PARTS = ("", "/state", "/choices", "/frames", "/log", "/replay", "/scorings", "/stream")


def renewed(table: Table, seat: int, key: dict[str, str] | None = None) -> httpx.Response:
    key = bearer(table.begun["key"]) if key is None else key
    return table.http.post(table.path(f"/seats/{seat}/token"), headers=key)


def said(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_the_creator_and_the_organizer_make_tokens_anew(house: House, table: Table) -> None:
    for key in (None, house.organizer):
        answer = renewed(table, 1, key)
        assert answer.status_code == 201
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.json().keys() == {"seat", "name", "token"}
        assert (answer.json()["seat"], answer.json()["name"]) == (1, "Béla")
        own = table.http.get(table.path("/state"), headers=bearer(answer.json()["token"]))
        assert own.json()["seat"] == 1


def test_the_old_token_opens_nothing_in_any_process(house: House, table: Table) -> None:
    elsewhere = table.through(house.open_api().http)
    seat, move = table.first_move()
    both = (table, elsewhere)
    for at in both:  # both know the token by now
        assert at.get("/choices", seat).status_code == 200
    token = bearer(renewed(table, seat).json()["token"])
    # An action first: what this process remembers of the token is as old as it can be.
    assert said(elsewhere.act(seat, move)) == UNKNOWN
    for at in both:
        for part in PARTS:
            assert said(at.get(part, seat)) == UNKNOWN
        assert said(at.act(seat, move)) == UNKNOWN
    assert table.summary()["version"] == 1
    assert elsewhere.http.post(table.path("/actions"), headers=token, json=move).status_code == 201


def test_it_does_not_get_old_answers_by_their_keys_either(house: House, table: Table) -> None:
    elsewhere = table.through(house.open_api().http)
    seat, move = table.first_move()
    assert elsewhere.act(seat, move, idempotency_key="mine").status_code == 201
    renewed(table, seat)
    assert said(elsewhere.act(seat, move, idempotency_key="mine")) == UNKNOWN


def test_a_refusal_is_not_told_to_it(house: House, table: Table) -> None:
    elsewhere = table.through(house.open_api().http)
    seat, move = table.first_move()
    other = 1 - seat
    assert said(elsewhere.act(other, move))[0] == 422
    renewed(table, other)
    assert said(elsewhere.act(other, move)) == UNKNOWN


@pytest.mark.parametrize("told", ["", "?frames=1"])
def test_a_stream_that_was_opened_with_it_ends_before_the_next_entry(
    house: House, table: Table, told: str
) -> None:
    elsewhere = table.through(house.open_api().http)
    with watching(elsewhere, 0, told) as old, watching(elsewhere, None, told) as public:
        assert next(old)["id"] == next(public)["id"] == "1"
        for seat in range(2):
            table.tokens[seat] = bearer(renewed(table, seat).json()["token"])
        table.play_on(random.Random(1), 1)
        assert next(public)["id"] == "2"
        assert next(old, None) is None


def test_an_idle_stream_ends_with_the_next_beat(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewers, "HEARTBEAT", 0.05)
    with watching(table.through(house.open_api().http), 0) as old:
        assert next(old)["id"] == "1"
        renewed(table, 0)
        assert next(old, None) is None


@pytest.mark.parametrize("told", ["", "?frames=1"])
def test_a_stream_that_lags_behind_is_told_nothing_more(
    house: House, table: Table, monkeypatch: pytest.MonkeyPatch, told: str
) -> None:
    """It reads the log itself; there, too, the token is asked for again."""
    read = GameLog.read
    with monkeypatch.context() as patch:

        async def renewed_meanwhile(self: GameLog, *parts: Any) -> list[Entry]:
            patch.undo()
            await self.hand_over(table.id, Holder(0, "another"))
            return await read(self, *parts)

        elsewhere = table.through(house.open_api().http)
        assert elsewhere.get("/state", 0).status_code == 200
        patch.setattr(GameLog, "read", renewed_meanwhile)
        with watching(elsewhere, 0, told) as old:
            assert next(old, None) is None


@pytest.mark.parametrize(
    ("who", "refused"),
    [("nobody", (401, "token_needed")), ("a seat", (403, "seat_forbidden")), ("?", UNKNOWN)],
)
def test_others_may_not(table: Table, who: str, refused: tuple[int, str]) -> None:
    keys = {"nobody": {}, "a seat": table.tokens[0], "?": bearer("x")}
    assert said(renewed(table, 0, keys[who])) == refused
    assert table.get("/choices", 0).status_code == 200


def test_a_key_of_another_game_opens_nothing(http: httpx.Client, table: Table) -> None:
    other = Table.open(http)
    assert said(renewed(table, 0, bearer(other.begun["key"]))) == UNKNOWN


def test_seats_that_are_not_there(table: Table) -> None:
    assert said(renewed(table, 2)) == (404, "seat_unknown")
    for name in ("x", "-1", "99999999999999999999"):
        answer = table.http.post(table.path(f"/seats/{name}/token"), headers=table.tokens[0])
        assert answer.status_code in (403, 404)


def test_bots_have_no_token(house: House, http: httpx.Client) -> None:
    seats = [{"name": "Anna"}, {"name": "Robot", "bot": "random"}]
    answer = http.post("/games", json={"game": "gluck-auf", "seats": seats}).json()
    assert answer["seats"][1] == {"seat": 1, "name": "Robot", "token": None}
    table = Table(http, answer)
    assert said(renewed(table, 1)) == (409, "seat_is_bot")
    assert said(renewed(table, 1, house.organizer)) == (409, "seat_is_bot")
    assert "token:1" not in house.stored(setup_key(table.id))


def test_the_creators_key_sees_what_a_spectator_sees(table: Table) -> None:
    key = bearer(table.begun["key"])
    assert table.http.get(table.path("/state"), headers=key).json() == table.get("/state").json()
    move = table.first_move()[1]
    acted = table.http.post(table.path("/actions"), headers=key, json=move)
    assert said(acted) == (403, "seat_forbidden")
    assert said(table.http.get(table.path("/state?seat=0"), headers=key)) == (403, "seat_forbidden")
