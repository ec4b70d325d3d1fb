"""Over HTTP a damaged snapshot is no answer of ours: the log is told, and played on."""

import random
from typing import Any

import httpx
import redis

from infra.snapshots import snapshot_key
from tests.services.api.house import House
from tests.services.api.table import Table

MOMENT = "/state?at=55"


def test_no_turned_bit_changes_what_is_seen_or_played(house: House, http: httpx.Client) -> None:
    table = Table.open(http)
    table.play_on(random.Random(6), 60)
    name = snapshot_key(table.id)
    seen = table.get(MOMENT).content
    with redis.from_url(house.server.url) as server:
        found: Any = server.hget(name, "50")
        for at in range(0, len(found), 29):
            spoilt = bytearray(found)
            spoilt[at] ^= 1 << at % 8
            server.hset(name, "50", bytes(spoilt))
            assert table.get(MOMENT).content == seen
        wrong = bytearray(found)
        wrong[found.index(b"last_hash") + 20] ^= 1
        server.hset(name, "50", bytes(wrong))
    after_restart = table.through(house.open_api().http)
    after_restart.play_on(random.Random(7), 1)
    assert table.get().status_code == after_restart.get("/log").status_code == 200
    fresh = table.through(house.open_api().http)
    assert fresh.get("/state").status_code == 200
