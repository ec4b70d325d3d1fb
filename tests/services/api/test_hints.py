"""Hints for learners: only where the game was created with them, and on what the seat sees."""

import httpx
import msgspec
import pytest

from domain.registry import GAMES
from tests.services.api.table import Table


@pytest.mark.parametrize("game", GAMES)
def test_the_seat_that_is_to_act_is_told_what_the_bot_would_do(
    http: httpx.Client, game: str
) -> None:
    table = Table.open(http, game, hints=True)
    assert table.summary()["hints"] is True
    first = msgspec.json.decode(table.get("/log").text.splitlines()[0])
    assert first["action"]["hints"] is True
    turn = table.summary()["turn"]
    hint = table.get("/hint?lang=de", turn)
    told = hint.json()
    assert (hint.headers["Content-Language"], told["seat"]) == ("de", turn)
    assert told["effects"]
    assert "Bot" in told["why"]
    assert table.act(turn, told["action"]).status_code == 201
    other = table.summary()["turn"]
    waiting = table.get("/hint", 1 - other).json()
    assert (waiting["action"], waiting["effects"], waiting["why"]) == (None, [], None)


def test_without_hints_nobody_is_told(table: Table) -> None:
    for language, said in (
        ("en", "This game was created without hints."),
        ("de", "Diese Partie wurde ohne Tipps eröffnet."),
        ("hu", "Ez a játszma tippek nélkül jött létre."),
    ):
        refused = table.get(f"/hint?lang={language}", 0)
        assert (refused.status_code, refused.json()["code"]) == (403, "hints_off")
        assert (refused.json()["detail"], refused.headers["Content-Language"]) == (said, language)
    assert table.summary()["hints"] is False
    assert "hints" not in table.get("/log").text
    assert table.get("/hint").json()["code"] == "token_needed"
