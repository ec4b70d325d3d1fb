"""What waits for an arbiter, over all games."""

import httpx
import redis

from infra.attention import KEY
from tests.services.api.arbiters import new_arbiter
from tests.services.api.house import House
from tests.services.api.table import Table
from tests.waiting import eventually


def test_claims_and_pauses_stand_there_until_they_are_ruled_on(
    house: House, http: httpx.Client, table: Table
) -> None:
    ria = new_arbiter(house, http)

    def waiting(what: str) -> list[int | str]:
        found = http.get("/attention", headers=ria.key).json()[what]
        return [one.get("claim", "") for one in found if one["game_id"] == table.id]

    claim = table.act(0, {"type": "table_claim", "about": "1.1", "text": "Too few workers."})
    assert claim.status_code == 201, claim.text
    number = claim.json()["v"]
    eventually(lambda: waiting("claims") == [number])
    ria.rule(table, {"type": "table_pause", "reason": "Let me look."})
    assert waiting("paused") == [""]
    ruling = {"type": "table_answer_claim", "claim": number, "upheld": False}
    ria.rule(table, {**ruling, "reason": "All are there.", "sections": ["4"]})
    ria.rule(table, {"type": "table_resume", "reason": "Go on."})
    assert (waiting("claims"), waiting("paused")) == ([], [])
    with redis.Redis.from_url(house.server.url) as client:
        assert not client.sismember(KEY, table.id), "other games of this house may wait"


def test_only_arbiters_and_the_organizer_are_told(
    house: House, http: httpx.Client, table: Table
) -> None:
    assert http.get("/attention").status_code == 401
    assert http.get("/attention", headers=table.tokens[0]).status_code == 401
    assert http.get("/attention", headers=house.organizer).status_code == 200
