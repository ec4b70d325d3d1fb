"""A real Redis Cluster on this machine: three masters and a replica each, on loopback."""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import redis

from infra.server_binary import find_server
from tests.waiting import eventually

SLOTS = 16384
MASTERS = 3


class Node:
    def __init__(self, folder: Path, port: int) -> None:
        folder.mkdir(parents=True)
        self.port, self.bus = port, free_port()
        options: dict[str, object] = {
            "port": port,
            "bind": "127.0.0.1",
            "dir": folder,
            "cluster-enabled": "yes",
            "cluster-config-file": "nodes.conf",
            "cluster-node-timeout": 1000,
            "cluster-port": self.bus,
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "logfile": folder / "server.log",
        }
        self._words = [w for name, value in options.items() for w in (f"--{name}", str(value))]
        self.start()
        self.id = str(self.client.cluster("MYID"))

    def start(self) -> None:
        command = [str(find_server()), *self._words]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        self.client: Any = redis.Redis(port=self.port, decode_responses=True)
        eventually(self.answers)

    def answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis.RedisError:
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.client.close()


class Cluster:
    def __init__(self, folder: Path) -> None:
        self.nodes = [Node(folder / str(at), free_port()) for at in range(2 * MASTERS)]
        self.masters, self.replicas = self.nodes[:MASTERS], self.nodes[MASTERS:]
        first = self.nodes[0]
        for node in self.nodes[1:]:
            first.client.execute_command("CLUSTER", "MEET", "127.0.0.1", node.port, node.bus)
        share = SLOTS // MASTERS
        for at, master in enumerate(self.masters):
            last = SLOTS - 1 if at == MASTERS - 1 else (at + 1) * share - 1
            master.client.execute_command("CLUSTER", "ADDSLOTSRANGE", at * share, last)
        eventually(lambda: all(self._knows_all(node) for node in self.nodes), 30)
        for master, replica in zip(self.masters, self.replicas, strict=True):
            replica.client.execute_command("CLUSTER", "REPLICATE", master.id)
        eventually(self.healthy, 30)

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def healthy(self) -> bool:
        """All slots served, and every replica in step with its master."""
        living = [node for node in self.nodes if node.process.poll() is None]
        served = all(node.client.cluster("INFO")["cluster_state"] == "ok" for node in living)
        roles = [node.client.info("replication") for node in living]
        return served and all(
            r["role"] == "master" or r["master_link_status"] == "up" for r in roles
        )

    def _knows_all(self, node: Node) -> bool:
        return len(node.client.cluster("NODES")) == len(self.nodes)

    def close(self) -> None:
        for node in self.nodes:
            node.kill()


@contextmanager
def three_masters(folder: Path) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.close()


def free_port() -> int:
    """Below 55536, so that nothing has to be added to it."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port < 55536:
            return port
