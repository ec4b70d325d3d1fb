"""A real master with a replica, watched by a real Sentinel: the master may die."""

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import redis

from infra.connections import connect, disconnect
from infra.game_log import GameLog
from infra.server_binary import find_server
from infra.snapshots import Snapshots
from services.games import Games
from tests.cluster import free_port
from tests.services.test_cluster import GLUCK_AUF, SEATS, insist, play_on
from tests.waiting import eventually

WATCHED = """
port {port}
bind 127.0.0.1
dir {folder}
sentinel monitor mine 127.0.0.1 {master} 1
sentinel down-after-milliseconds mine 500
sentinel failover-timeout mine 3000
"""


class Server:
    def __init__(self, folder: Path, *words: str) -> None:
        folder.mkdir()
        self.port = free_port()
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(folder)]
        durable = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
        logs = ["--logfile", str(folder / "server.log")]
        self.process = subprocess.Popen([str(find_server()), *options, *durable, *logs, *words])
        self.client: Any = redis.Redis(port=self.port, decode_responses=True)
        eventually(self.answers)

    def answers(self) -> bool:
        with suppress(redis.RedisError):
            return bool(self.client.ping())
        return False

    def role(self) -> str:
        return str(self.client.info("replication")["role"])

    def in_step(self) -> bool:
        return bool(self.client.info("replication").get("master_link_status") == "up")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.client.close()


class Sentinel:
    def __init__(self, folder: Path, master: int) -> None:
        folder.mkdir()
        self.port = free_port()
        config = folder / "sentinel.conf"
        config.write_text(WATCHED.format(port=self.port, folder=folder, master=master))
        words = [str(config), "--sentinel", "--logfile", str(folder / "sentinel.log")]
        self.process = subprocess.Popen([str(find_server()), *words])
        self.client: Any = redis.Redis(port=self.port, decode_responses=True)
        eventually(self.knows_the_replica, 30)

    def knows_the_replica(self) -> bool:
        with suppress(redis.RedisError):
            return len(self.client.sentinel_slaves("mine")) == 1
        return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.client.close()


@contextmanager
def watched(folder: Path) -> Iterator[tuple[str, Server, Server]]:
    parts: list[Server | Sentinel] = []
    try:
        master = Server(folder / "master")
        parts.append(master)
        replica = Server(folder / "replica", "--replicaof", f"127.0.0.1 {master.port}")
        parts.append(replica)
        eventually(replica.in_step, 30)
        sentinel = Sentinel(folder / "sentinel", master.port)
        parts.append(sentinel)
        yield f"redis+sentinel://127.0.0.1:{sentinel.port}/mine", master, replica
    finally:
        for part in parts:
            part.kill()


async def killed_under_load(url: str, master: Server, replica: Server) -> None:
    client: Any = connect(url)
    games = Games(GameLog(client, replicas=1, wait_ms=300), Snapshots(client))
    ids = [(await games.create(GLUCK_AUF, SEATS)).aggregate.game_id for _ in range(3)]
    acknowledged: dict[str, list[bytes]] = {game_id: [] for game_id in ids}
    players = [asyncio.create_task(play_on(games, i, acknowledged[i])) for i in ids]
    while sum(map(len, acknowledged.values())) < 15:
        await asyncio.sleep(0.01)
    master.kill()
    while replica.role() != "master":
        await asyncio.sleep(0.02)
    # The new master has no replica, so nothing more is acknowledged, and that is as promised.
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    await disconnect(client)

    fresh: Any = connect(url)
    games = Games(GameLog(fresh), Snapshots(fresh))
    for game_id in ids:
        entries = await insist(partial(games.log.read, game_id))
        stored = [entry.line for entry in entries]
        assert set(acknowledged[game_id]) <= set(stored), "an acknowledged action was lost"
        await play_on(games, game_id, [], range(1000, 1005))
    await disconnect(fresh)


def test_a_master_that_dies_under_load_takes_nothing_acknowledged_along(tmp_path: Path) -> None:
    with watched(tmp_path) as (url, master, replica):
        asyncio.run(killed_under_load(url, master, replica))
