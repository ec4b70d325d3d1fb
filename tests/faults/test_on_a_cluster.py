"""The whole service on a real cluster, with a server of its own for the queue."""

from pathlib import Path

import httpx

from infra.embedded import EmbeddedServer
from replays.verify import verify
from tests.cluster import three_masters
from tests.faults.service import Service
from tests.waiting import eventually

BOTS = [{"name": "Anna", "bot": "random"}, {"name": "Béla", "bot": "random"}]


def test_bots_play_whole_games_on_a_cluster(tmp_path: Path) -> None:
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
    body = {"game": "gluck-auf", "seats": BOTS}
    ids = [httpx.post(f"{api}/games", json=body).json()["id"] for _ in range(3)]

    def all_finished() -> bool:
        found = httpx.get(f"{api}/games", params={"status": "finished"}).json()["games"]
        return {game["id"] for game in found} == set(ids)

    eventually(all_finished, 120)
    for game_id in ids:
        assert verify(httpx.get(f"{api}/games/{game_id}/replay").content).ok
    assert httpx.get(f"{service.url}/health/ready").status_code == 200
