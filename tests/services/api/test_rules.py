"""What there is to know of the games, and the keys."""

import httpx
import pytest

from domain.registry import GAMES
from replays.checkpoint import VerifierKey


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
        set(refusal["sentences"]) == {"en", "de", "hu"} and refusal["section"]
        for refusal in rules["refusals"].values()
    )
    assert set(rules["schemas"]) == {"actions", "events", "view"}
    assert http.get(f"/rules/{game}/catalog").json() == GAMES[game].catalog.named


def test_unknown_rules(http: httpx.Client) -> None:
    assert http.get("/rules/chess").json()["code"] == "rules_unknown"
    assert http.get("/rules/chess/catalog").status_code == 404


def test_the_keys_as_json_and_as_text(http: httpx.Client) -> None:
    [key] = http.get("/keys").json()["keys"]
    text = http.get("/keys", headers={"Accept": "text/plain"})
    assert text.headers["Content-Type"].startswith("text/plain")
    assert VerifierKey.parse(text.text) == VerifierKey.parse(key["key"])
