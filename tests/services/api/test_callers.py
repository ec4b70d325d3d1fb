"""Tokens: a seat acts and sees for itself only, and a spectator for nobody."""

import httpx
import pytest

from tests.services.api.house import House
from tests.services.api.table import Table, bearer

NEW = {"game": "gluck-auf", "seats": [{"name": "A"}, {"name": "B"}]}
PARTS = [
    "",
    "/state",
    "/log",
    "/frames",
    "/picture",
    "/stream",
    "/scorings",
    "/replay",
    "/audit",
    "/choices",
]


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("part", PARTS)
def test_a_wrong_token_opens_nothing(table: Table, part: str) -> None:
    for wrong in ("nonsense", "ü"):
        headers = [(b"Authorization", f"Bearer {wrong}".encode())]
        answer = table.http.get(table.path(part), headers=headers)
        assert code(answer) == (401, "token_unknown")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    basic = table.http.get(table.path(part), headers={"Authorization": "Basic YTpi"})
    assert code(basic) == (401, "token_unknown")


def test_acting_takes_the_token_of_a_seat(table: Table) -> None:
    _, move = table.first_move()
    where = table.path("/actions")
    assert code(table.http.post(where, json=move)) == (401, "token_needed")
    creator = table.http.post(where, json=move, headers=bearer(table.begun["key"]))
    assert code(creator) == (403, "seat_forbidden")
    assert code(table.http.get(table.path("/choices"))) == (401, "token_needed")


def test_a_token_is_good_for_its_own_game_only(http: httpx.Client, table: Table) -> None:
    other = Table.open(http)
    answer = http.get(table.path("/state"), headers=other.tokens[0])
    assert code(answer) == (401, "token_unknown")


def test_a_seat_does_not_see_through_other_eyes(table: Table, house: House) -> None:
    for part in (
        "/state?seat=1",
        "/state?seat=1&at=1",
        "/frames?seat=1",
        "/picture?seat=1",
        "/choices?seat=1",
    ):
        assert code(table.get(part)) == (401, "token_needed")
        assert code(table.get(part, seat=0)) == (403, "seat_forbidden")
        own = table.get(part, seat=1)
        assert own.status_code == 200
        seen = table.http.get(table.path(part), headers=house.organizer)
        assert (seen.status_code, seen.content) == (200, own.content)


def test_the_organizer_sees_choices_of_any_seat(table: Table, house: House) -> None:
    turn = table.summary()["turn"]
    answer = table.http.get(table.path(f"/choices?seat={turn}"), headers=house.organizer)
    assert answer.json()["choices"] == table.choices(turn)
    unnamed = table.http.get(table.path("/choices"), headers=house.organizer)
    assert code(unnamed) == (403, "seat_forbidden")
    beyond = table.http.get(table.path("/choices?seat=2"), headers=house.organizer)
    assert code(beyond) == (404, "seat_unknown")


def test_on_this_machine_anybody_creates_games_if_that_is_allowed(house: House) -> None:
    http = house.open_api().http
    assert http.post("/games", json=NEW).status_code == 201
    for foreign in (
        {"X-Forwarded-For": "192.0.2.1"},
        {"Host": "evil.example"},
        {"Origin": "https://evil.example"},
    ):
        assert code(http.post("/games", json=NEW, headers=foreign)) == (401, "token_needed")
    assert code(http.post("/games", json=NEW, headers=bearer("no"))) == (401, "token_unknown")


def test_elsewhere_it_takes_the_organizer_key(house: House) -> None:
    http = house.open_api(open_creation=False).http
    assert code(http.post("/games", json=NEW)) == (401, "token_needed")
    assert http.post("/games", json=NEW, headers=house.organizer).status_code == 201
    given = house.open_api(open_creation=False, organizer_key="mine alone").http
    assert code(given.post("/games", json=NEW, headers=house.organizer)) == (401, "token_unknown")
    assert given.post("/games", json=NEW, headers=bearer("mine alone")).status_code == 201


@pytest.mark.parametrize("part", PARTS[:-1])
@pytest.mark.parametrize("game", ["unknown", "..%2f", "a" * 65, "{x}", "%00", "*"])
def test_games_that_are_not_there(http: httpx.Client, part: str, game: str) -> None:
    answer = http.get(f"/games/{game}{part}")
    assert answer.status_code == 404
    assert answer.json()["code"] in ("game_unknown", "not_found")
    known = http.get(f"/games/{game}{part}", headers=bearer("x"))
    assert known.status_code == 404


@pytest.mark.parametrize(
    "part", ["/state", "/state?at={last}", "/frames?from={last}", "/stream?after={before}"]
)
def test_the_organizer_sees_what_all_seats_see(
    looked: tuple[Table, int], house: House, part: str
) -> None:
    """The same, however it is asked: what lies before the seat that looks, and no seal is left."""
    table, seat = looked
    last = table.summary()["version"]
    where = part.format(last=last, before=last - 1)

    def seen(headers: dict[str, str]) -> str:
        with table.http.stream("GET", table.path(where), headers=headers) as answer:
            assert answer.status_code == 200
            lines = answer.iter_lines()
            return next(line for line in lines if "look" in line)

    cards = table.get("/state", seat).json()["look_area"]["cards"]
    assert cards
    for who, shown in ((house.organizer, True), (table.tokens[seat], True), ({}, False)):
        assert all((f'"{card}"' in seen(who)) == shown for card in cards)


def test_the_organizer_may_look_through_one_pair_of_eyes(
    looked: tuple[Table, int], house: House
) -> None:
    table, _ = looked
    for asked in (0, 1):
        answer = table.http.get(table.path(f"/state?seat={asked}"), headers=house.organizer)
        assert answer.json() == table.get("/state", asked).json()
    everything = table.http.get(table.path("/state"), headers=house.organizer)
    assert everything.json()["seat"] is None
    assert everything.headers["ETag"] != table.get("/state").headers["ETag"]
    assert "private" in everything.headers["Cache-Control"]
