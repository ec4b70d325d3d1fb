"""The whole service on a real cluster, with a server of its own for the queue."""

from pathlib import Path

import httpx

from infra.embedded import EmbeddedServer
from replays.verify import verify
from tests.cluster import three_masters
from tests.faults.service import Service
from tests.waiting import eventually

CLOCK = {"kind": "game", "seconds": 1, "on_flag": "out"}
BOTS = [{"name": "Anna", "bot": "random"}, {"name": "Béla", "bot": "random"}]


def test_bots_play_whole_games_on_a_cluster_also_for_whoever_is_out_of_time(tmp_path: Path) -> None:
    queue = EmbeddedServer(tmp_path / "queue")
    queue.start()
    try:
        with three_masters(tmp_path / "cluster") as cluster:
            service = Service(
                tmp_path / "data",
                redis_url=cluster.url,
                queue_url=queue.url,
                wait_replicas="1",
                open_creation="yes",
            )
            try:
                play(service)
            finally:
                service.stop()
    finally:
        queue.stop()


def play(service: Service) -> None:
    api = f"{service.url}/api/v1"
    of_bots = {"game": "gluck-auf", "seats": BOTS}
    with_a_clock = {"game": "gluck-auf", "seats": [{"name": "Anna"}, BOTS[1]], "clock": CLOCK}
    bodies = [of_bots, of_bots, with_a_clock]
    ids = [httpx.post(f"{api}/games", timeout=30, json=body).json()["id"] for body in bodies]

    def all_finished() -> bool:
        found = httpx.get(f"{api}/games", timeout=30, params={"status": "finished"}).json()["games"]
        return {game["id"] for game in found} == set(ids)

    eventually(all_finished, 120)
    for game_id in ids:
        assert verify(httpx.get(f"{api}/games/{game_id}/replay", timeout=30).content).ok
    assert httpx.get(f"{service.url}/health/ready", timeout=30).status_code == 200
