"""Creating, finding and summing up games."""

import httpx
import msgspec
import pytest

from domain.registry import GAMES
from replays.entry import sha256
from tests.services.api.house import House
from tests.services.api.table import Table
from tests.waiting import eventually

SEATS = [{"name": "Anna"}, {"name": "Béla"}]
WRONG_OPTIONS: list[tuple[str, dict[str, object], str]] = [
    (
        "gluck-auf",
        {"starting_player_method": "assigned"},
        "'assigned' needs starting_player: a seat from 0 to 1",
    ),
    ("kartenspiel", {"start_player": "01"}, "option 'start_player' cannot be '01'; write 1"),
    ("kartenspiel", {"start_player": 7}, "it can be: random, 0, 1"),
    ("schichtwechsel", {"house_removal": "x"}, "it can be: free, left_to_right"),
    ("schichtwechsel", {"leader_ties_score": 7}, "it can be: true, false"),
    ("schichtwechsel", {"leader_min_position": "9" * 30}, "more than 9 digits"),
    ("schichtwechsel", {"leader_min_position": 10**30}, "more than 9 digits"),
    ("schichtwechsel", {"x" * 1000: 1}, "no option has a name of 1000 letters"),
]
"""As `schichtbuch simulate` says it."""


def wished(game: str, **options: object) -> dict[str, object]:
    return {"game": game, "seats": SEATS, "options": options}


@pytest.mark.parametrize("game", GAMES)
def test_a_created_game_has_a_token_a_seat_and_links_that_lead_somewhere(
    http: httpx.Client, game: str
) -> None:
    answer = http.post("/games", json={"game": game, "seats": SEATS})
    begun = answer.json()
    assert answer.status_code == 201
    assert answer.headers["Location"] == begun["links"]["self"]
    assert [seat["name"] for seat in begun["seats"]] == ["Anna", "Béla"]
    assert len({seat["token"] for seat in begun["seats"]}) == 2
    summary = http.get(f"/games/{begun['id']}").json()
    assert (summary["game"], summary["version"], summary["status"]) == (game, 1, "running")
    assert summary["turn"] in (0, 1)
    points = summary["scores"][0]
    head = {"seat": 0, "name": "Anna", "points": points, "place": None}
    assert summary["seats"][0] == {**head, "bot": None}
    assert len(summary["scores"]) == 2


def test_the_commitment_is_the_digest_that_entry_1_names_for_nobody(table: Table) -> None:
    first = msgspec.json.decode(table.get("/log").content.split(b"\n")[0])
    [sealed] = [seal["sha256"] for seal in first["seals"] if seal["for"] is None]
    assert table.begun["commitment"] == sealed


@pytest.mark.parametrize(
    ("wish", "about"),
    [
        ({"game": "chess", "seats": SEATS}, "chess"),
        ({"game": "gluck-auf", "seats": SEATS, "edition": "xx"}, "xx"),
        ({"game": "gluck-auf", "seats": SEATS, "edition": ""}, "no edition ''"),
        ({"game": "schichtwechsel", "seats": SEATS, "edition": ""}, "no edition ''"),
        ({"game": "gluck-auf", "seats": SEATS, "options": {"colour": "red"}}, "colour"),
        ({"game": "gluck-auf", "seats": [{"name": "A", "bot": "hal"}, *SEATS]}, "hal"),
        *((wished(game, **options), said) for game, options, said in WRONG_OPTIONS),
        ({"game": "gluck-auf", "seats": SEATS, "catalog": {"a": 1}}, "catalog"),
    ],
)
def test_a_setup_that_cannot_be_is_refused_with_a_sentence(
    http: httpx.Client, wish: object, about: str
) -> None:
    answer = http.post("/games", json=wish)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_setup")
    assert about in answer.json()["detail"]


def test_too_few_players_break_a_rule(http: httpx.Client) -> None:
    answer = http.post("/games", json={"game": "gluck-auf", "seats": SEATS[:1]})
    assert (answer.status_code, answer.json()["code"]) == (422, "game_full_or_short")
    assert answer.json()["section"] == "3"


def test_an_own_catalog_is_played_on_and_travels_in_the_replay(http: httpx.Client) -> None:
    catalog = http.get("/rules/gluck-auf/catalog").json()
    catalog["catalog_version"] = 77
    table = Table.open(http, catalog=catalog)
    header = msgspec.json.decode(table.get("/replay").content.split(b"\n")[0])
    assert header["catalog"]["catalog_version"] == 77
    assert table.get("/state?at=1").status_code == 200
    assert "catalog" not in Table.open(http).get("/replay").text.split("\n")[0]


def test_pages_list_every_game_once_newest_first(house: House) -> None:
    http = house.open_api().http
    made = [Table.open(http, "kartenspiel").id for _ in range(5)]
    found: list[str] = []
    cursor = None
    while cursor is not None or not found:
        query = {"game": "kartenspiel", "limit": "2", **({"cursor": cursor} if cursor else {})}
        page = http.get("/games", params=query).json()
        assert len(page["games"]) <= 2
        found += [game["id"] for game in page["games"]]
        cursor = page["cursor"]
    assert len(found) == len(set(found))
    assert [game for game in found if game in made] == made[::-1]


def test_games_are_found_by_status(http: httpx.Client, finished: Table, table: Table) -> None:
    def ids(status: str) -> list[str]:
        page = http.get("/games", params={"status": status, "limit": 100}).json()
        return [game["id"] for game in page["games"]]

    assert table.id in ids("running")
    assert table.id not in ids("finished")
    eventually(lambda: finished.id in ids("finished"))


def test_bots_hold_seats_and_are_named(http: httpx.Client) -> None:
    seats = [{"name": "Anna"}, {"name": "Robot", "bot": "random"}]
    game = http.post("/games", json={"game": "gluck-auf", "seats": seats}).json()["id"]
    assert http.get(f"/games/{game}").json()["seats"][1]["bot"] == "random"
    eventually(lambda: http.get(f"/games/{game}").json()["turn"] == 0)


def test_the_log_never_holds_a_token(table: Table) -> None:
    said = table.get("/log").text + table.get("/replay").text
    for seat in table.begun["seats"]:
        assert seat["token"] not in said
        assert sha256(seat["token"].encode()) not in said


def test_a_game_names_the_rules_it_is_played_under(http: httpx.Client) -> None:
    body = {"game": "gluck-auf", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    known = http.get("/rules/gluck-auf").json()["rules"]
    for asked in (None, *known):
        created = http.post("/games", json=body | {"rules": asked}).json()
        line = http.get(f"/games/{created['id']}/log").json()
        assert line["action"]["rules"] == line["events"][0]["rules"] == (asked or known[-1])


@pytest.mark.parametrize("rules", ["gluck-auf/99", "gluck-auf/0", "gluck-auf", "kartenspiel/1", ""])
def test_rules_that_are_not_known_are_refused(http: httpx.Client, rules: str) -> None:
    body = {"game": "gluck-auf", "seats": [{"name": "Ada"}, {"name": "Ben"}], "rules": rules}
    refused = http.post("/games", json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_setup")


def test_a_game_serves_the_catalog_it_is_played_on(http: httpx.Client) -> None:
    ours = http.get("/rules/gluck-auf/catalog").json()
    body = {"game": "gluck-auf", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    for catalog in (None, ours, ours | {"catalog_version": 77}):
        created = http.post("/games", json=body | {"catalog": catalog}).json()
        served = http.get(f"/games/{created['id']}/catalog")
        assert served.json() == (catalog or ours)
        again = http.get(
            f"/games/{created['id']}/catalog", headers={"If-None-Match": served.headers["ETag"]}
        )
        assert again.status_code == 304
