"""Everything is killed again and again while games are played over HTTP; nothing is lost.

`make soak` runs it for longer: SCHICHTBUCH_SOAK is the number of kills.
"""

import json
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx

from domain.registry import GAMES
from replays.verify import verify
from tests.faults.service import Service
from tests.faults.stubborn_client import StubbornClient
from tests.services.api.served_log import ServedLog
from tests.waiting import eventually

KILLS = int(os.environ.get("SCHICHTBUCH_SOAK", "8"))
ENDURANCE = max(1, KILLS // 25)
"""More kills need more and longer games."""
TABLES = ENDURANCE * [
    [{"name": "Anna"}, {"name": "Béla"}],
    [{"name": "Anna"}, {"name": "Bot", "bot": "random"}],
    [{"name": "Anna"}, {"name": "Béla"}, {"name": "Bot", "bot": "greedy"}],
]
"""Each game in turn is played at one."""
CLOCK = {"kind": "move", "seconds": 5, "on_flag": "out"}
"""At every third table."""


class Founder(threading.Thread):
    """Creates games as long as things are killed, each with a name and a key of its own."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.is_enough = False
        self._created: dict[str, Any] = {}
        self._client = StubbornClient(url, TABLES[0], 0, "gluck-auf", 240.0 * ENDURANCE)

    def run(self) -> None:
        while not self.is_enough:
            name = f"Founder {len(self._created)}"
            self._created[name] = self._create(name)
            time.sleep(0.05)  # the players want to be served, too

    def _create(self, name: str) -> Any:
        wish = {"game": "schichtwechsel", "seats": [{"name": name}, {"name": "Béla"}]}
        return self._client.create(wish, name)

    def check(self, service: Service) -> None:
        """A retry gets the first answer, and there is one game for each key."""
        for name, created in self._created.items():
            assert self._create(name) == created
        self._client.close()
        names = Counter(seat["name"] for game in all_games(service) for seat in game["seats"])
        assert self._created
        assert {name: names[name] for name in self._created} == dict.fromkeys(self._created, 1)


def all_games(service: Service) -> Iterator[Any]:
    query: dict[str, str | int] = {"limit": 100}
    while True:
        page = httpx.get(f"{service.url}/api/v1/games", timeout=30, params=query).json()
        yield from page["games"]
        if page["cursor"] is None:
            return
        query["cursor"] = page["cursor"]


def test_nothing_acknowledged_is_lost_and_no_game_is_stranded(tmp_path: Path) -> None:
    service = Service(tmp_path)
    try:
        clients = [
            StubbornClient(
                service.url, seats, seed, game, 240.0 * ENDURANCE, None if seed % 3 else CLOCK
            )
            for seed, (seats, game) in enumerate(zip(TABLES, cycle(GAMES), strict=False))
        ]
        founder = Founder(service.url)
        players = [threading.Thread(target=client.play) for client in clients]
        for player in (*players, founder):
            player.start()
        killed = wreak_havoc(service, clients)
        founder.is_enough = True
        for player in (*players, founder):
            player.join()
        assert killed.keys() == {"api", "worker", "server"}
        eventually(service.ready, 30)
        happened = {kind for client in clients for kind in check(service, client)}
        assert happened >= {"table_flagged", "table_claimed", "table_taken_back"}
        founder.check(service)
        ServedLog(service.url).check()
    finally:
        assert service.stop() == 0


def wreak_havoc(service: Service, clients: list[StubbornClient]) -> Counter[str]:
    """Kill one part after the other, whenever a few more actions were acknowledged."""
    luck, killed = random.Random(7), Counter[str]()
    victims = ["api", "worker", "server"]
    for number in range(KILLS):
        goal = progress(clients) + luck.randrange(1, 8)
        eventually(lambda goal=goal: progress(clients) >= goal or finished(service, clients), 60)  # type: ignore[misc]
        victim = victims[number % 3] if number < 3 else luck.choice(victims)
        eventually(lambda victim=victim: service.kill(victim), 30)  # type: ignore[misc]
        killed[victim] += 1
    return killed


def progress(clients: list[StubbornClient]) -> int:
    return sum(len(client.acknowledged) for client in clients)


def finished(service: Service, clients: list[StubbornClient]) -> bool:
    try:
        states = [
            httpx.get(f"{service.url}/api/v1/games/{client.game_id}", timeout=5).json()
            for client in clients
        ]
    except (httpx.HTTPError, ValueError):
        return False
    return all(state.get("status") == "finished" for state in states)


def check(service: Service, client: StubbornClient) -> set[str]:
    """Every acknowledged action is in the log exactly once, and the whole game verifies: the types
    of its events.
    """
    path = f"{service.url}/api/v1/games/{client.game_id}"
    lines = [json.loads(line) for line in httpx.get(f"{path}/log", timeout=30).content.splitlines()]
    keys = Counter(line["key"] for line in lines)
    assert client.acknowledged
    for version, (key, answer) in client.acknowledged.items():
        assert keys[key] == 1
        assert lines[version - 1]["key"] == key
        assert json.loads(answer)["prev"] == lines[version - 1]["prev"]
    report = verify(httpx.get(f"{path}/replay", timeout=30).content)
    assert report.ok
    assert report.phase == "finished"
    for guarantee in ("rules", "clock", "rulings"):
        assert report.verdicts[guarantee].verdict == "holds"
    return {event["type"] for line in lines for event in line["events"]}
