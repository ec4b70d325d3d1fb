"""What there is to know of the games, and the keys."""

import json
from importlib.resources import files

import httpx
import pytest

from domain.kernel.texts import LANGUAGES
from domain.registry import GAMES
from domain.table.actions import TABLE_ACTIONS
from domain.table.events import TABLE_EVENTS
from domain.table.refusals import REFUSALS
from replays.checkpoint import VerifierKey
from tests.services.api.test_documentation import schemas_in


def test_every_registered_game_is_listed(http: httpx.Client) -> None:
    listed = http.get("/rules").json()["games"]
    assert [rules["game"] for rules in listed] == list(GAMES)
    assert all(set(rules["player_counts"]) >= {2, 3, 4} for rules in listed)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_tells_its_rules(http: httpx.Client, game: str) -> None:
    rules = http.get(f"/rules/{game}").json()
    assert rules["default_edition"] in rules["editions"]
    assert "random" in rules["bots"]
    assert rules["refusals"].keys() == GAMES[game].refusals.keys()
    assert all(
        set(refusal["sentences"]) == set(LANGUAGES) and refusal["section"]
        for refusal in rules["refusals"].values()
    )
    assert set(rules["schemas"]) == {"actions", "events", "view"}
    assert http.get(f"/rules/{game}/catalog").json() == GAMES[game].catalog.named


def test_an_edition_says_what_holds_where_an_option_is_not_set(http: httpx.Client) -> None:
    rules = http.get("/rules/gluck-auf").json()
    said = rules["options_of_editions"]
    assert set(said) == set(rules["editions"])
    assert said["de"]["second_place_points"] == rules["options"]["second_place_points"]["default"]
    assert said["hu"]["second_place_points"] == "hungarian"
    changed = http.get("/rules/schichtwechsel").json()
    assert changed["options_of_editions"]["standard"]["milestone_with_goal"] is False


def test_the_table_tells_its_rules(http: httpx.Client) -> None:
    rules = http.get("/rules/table").json()
    assert http.get("/rules").json()["table"] == rules["links"]
    assert rules["refusals"].keys() == REFUSALS.keys()
    tags = {str(kind.__struct_config__.tag) for kind in (*TABLE_ACTIONS, *TABLE_EVENTS)}
    assert {tag for tag in tags if tag in str(rules["schemas"])} == tags
    for name, schema in rules["schemas"].items():
        for where, inner in schemas_in(schema, name):
            for property_name, described in inner.get("properties", {}).items():
                assert described.get("description"), f"{where}.{property_name}"


def test_every_refusal_of_the_table_leads_to_its_sentence(http: httpx.Client) -> None:
    page = http.get("/rules/table/text", headers={"Accept": BROWSER})
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    for section in {refusal.section for refusal in REFUSALS.values()}:
        assert page.text.count(f' id="{section}"') == 1, section
    plain = http.get("/rules/table/text", headers={"Accept": "text/markdown"})
    assert plain.text == document("table")


@pytest.mark.parametrize("game", GAMES)
def test_no_code_means_one_thing_on_the_board_and_another_around_it(game: str) -> None:
    assert not GAMES[game].refusals.keys() & REFUSALS.keys()


def test_the_schema_of_actions_demands_what_must_be_sent(http: httpx.Client) -> None:
    schemas = http.get("/rules/gluck-auf").json()["schemas"]["actions"]["$defs"]
    assert {"steps", "space_id"} <= set(schemas["SentMine"]["required"])
    assert schemas["SentChooseTunnelTile"]["required"] == ["type", "keep", "return_order"]


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def document(game: str) -> str:
    return files("domain").joinpath(game.replace("-", "_"), "RULES.md").read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_document_is_a_page_with_an_anchor_per_section(
    http: httpx.Client, game: str
) -> None:
    answer = http.get(f"/rules/{game}/text", headers={"Accept": BROWSER})
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Language"] == "en"
    assert "style-src 'self'" in answer.headers["Content-Security-Policy"]
    refusals = http.get(f"/rules/{game}").json()["refusals"].values()
    for section in {refusal["section"].rpartition(", ")[2] for refusal in refusals}:
        assert f' id="{section}"' in answer.text
    assert "<noscript" not in answer.text
    [listed] = [one for one in http.get("/rules").json()["games"] if one["game"] == game]
    assert listed["links"]["text"] == f"/api/v1/rules/{game}/text"


@pytest.mark.parametrize("accept", ["text/markdown", "text/plain", "text/html;q=0.1,text/markdown"])
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_document_itself(http: httpx.Client, game: str, accept: str) -> None:
    answer = http.get(f"/rules/{game}/text", headers={"Accept": accept})
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert answer.headers["Vary"].startswith("Accept")
    assert answer.text == document(game)


@pytest.mark.parametrize("accept", ["*/*", "text/markdown"])
def test_a_rules_document_is_sent_once(http: httpx.Client, accept: str) -> None:
    asked = {"Accept": accept}
    etag = http.get("/rules/gluck-auf/text", headers=asked).headers["ETag"]
    known = {"If-None-Match": etag}
    again = http.get("/rules/gluck-auf/text", headers={**asked, **known})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    other = http.get("/rules/kartenspiel/text", headers={**asked, **known})
    assert other.status_code == 200


def test_page_and_text_are_kept_apart(http: httpx.Client) -> None:
    page, text = (
        http.get("/rules/gluck-auf/text", headers={"Accept": kind}).headers
        for kind in ("text/html", "text/markdown")
    )
    assert page["ETag"] != text["ETag"]
    assert (page["Cache-Control"], text["Cache-Control"]) == ("no-cache", "public, max-age=3600")


@pytest.mark.parametrize("game", ["kartenspiel", "schichtwechsel"])
def test_the_start_player_is_an_option(http: httpx.Client, game: str) -> None:
    """Listed, though Schichtwechsel records it only if it is set."""
    assert http.get(f"/rules/{game}").json()["options"]["start_player"]["default"] == "random"
    seats = [{"name": "Anna"}, {"name": "Bela"}]
    wish = {"game": game, "seats": seats, "options": {"start_player": 1}}
    created = http.post("/games", json=wish)
    assert created.status_code == 201, created.text
    log = http.get(f"/games/{created.json()['id']}/log").text.splitlines()
    determined = [
        event for event in json.loads(log[0])["events"] if "start_player" in event["type"]
    ]
    assert [(event["seat"], event["method"]) for event in determined] == [(1, "table")]
    for value, said in ((2, "random, 0, 1"), ("01", "write 1")):
        refused = http.post("/games", json={**wish, "options": {"start_player": value}})
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid_setup")
        assert said in refused.json()["detail"]


def test_unknown_rules(http: httpx.Client) -> None:
    assert http.get("/rules/chess").json()["code"] == "rules_unknown"
    for part in ("catalog", "text"):
        answer = http.get(f"/rules/chess/{part}", headers={"Accept": BROWSER})
        assert (answer.status_code, answer.json()["code"]) == (404, "rules_unknown")


def test_the_keys_as_json_and_as_text(http: httpx.Client) -> None:
    listed = http.get("/keys").json()["keys"]
    text = http.get("/keys", headers={"Accept": "text/plain"})
    assert text.headers["Content-Type"].startswith("text/plain")
    assert text.text.splitlines() == [key["key"] for key in listed]
    assert str(VerifierKey.parse(listed[0]["key"])) == listed[0]["key"]
    assert listed[0]["use"] == "replay"


@pytest.mark.parametrize("part", ["", "/gluck-auf", "/gluck-auf/catalog"])
def test_whoever_has_the_rules_gets_304(http: httpx.Client, part: str) -> None:
    first = http.get(f"/rules{part}")
    again = http.get(f"/rules{part}", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
