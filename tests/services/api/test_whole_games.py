"""Whole games, played by a client that knows HTTP and `choices` and nothing else."""

import random

import httpx
import pytest

from domain.registry import GAMES
from replays.checkpoint import VerifierKey
from replays.verify import verify
from services.api.rulesets import rule_set
from tests.replays.verdicts import judged
from tests.services.api.table import Table
from tests.waiting import eventually

TABLES = [
    (game, counts[at % len(counts)])
    for at, (game, counts) in enumerate((game, rule_set(game).player_counts) for game in GAMES)
]
"""Every game once; the rules for other numbers of players are tested without HTTP."""


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_whole_game_over_http_ends_and_proves_itself(
    http: httpx.Client, game: str, players: int
) -> None:
    table = Table.open(http, game, players)
    table.play_on(random.Random(players))
    summary = table.summary()
    assert (summary["status"], summary["turn"], summary["awaited"]) == ("finished", None, [])
    assert summary["winners"]
    key, *_ = http.get("/keys").json()["keys"]
    report = verify(table.get("/replay").content, [VerifierKey.parse(key["key"])])
    assert judged(report) == {"holds"}, report.verdicts
    assert report.version == summary["version"]


def test_one_person_and_bots_play_to_the_end(http: httpx.Client) -> None:
    seats = [{"name": "Anna"}, {"name": "R", "bot": "random"}, {"name": "G", "bot": "greedy"}]
    begun = http.post("/games", json={"game": "gluck-auf", "seats": seats}).json()
    table, luck = Table(http, begun), random.Random(5)

    def annas_turn_or_end() -> bool:
        summary = table.summary()
        return bool(summary["status"] == "finished" or summary["turn"] == 0)

    while True:
        eventually(annas_turn_or_end, 60)
        if table.summary()["status"] == "finished":
            break
        assert table.act(0, table.pick(0, luck)).status_code == 201
    assert len(table.summary()["scores"]) == 3
