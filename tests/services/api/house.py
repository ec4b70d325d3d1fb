"""A whole house for tests: the real embedded server, the API over HTTP, and worker processes."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import msgspec
import redis

from infra.embedded import EmbeddedServer
from infra.organizer_key import load_or_create
from infra.settings import Settings
from services.api.http.connection_limits import ConnectionLimits
from services.api.http.server import Server
from services.site import create_app
from tests.waiting import eventually


class LiveApi:
    """The API as uvicorn runs it, in a thread; a second one is another process in all but name."""

    def __init__(
        self, settings: Settings, limits: ConnectionLimits | None = None, port: int = 0
    ) -> None:
        self._server = Server(create_app(settings), limits, port=port)
        self.connections = self._server.shared
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        eventually(lambda: self._server.started or not self._thread.is_alive())
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.http = httpx.Client(base_url=f"{self.url}/api/v1", timeout=30)

    def stop(self) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join()


class House:
    def __init__(self, data: Path, max_memory: int = 0) -> None:
        self.data = data
        self.server = EmbeddedServer(data, max_memory)
        self.server.start()
        self.settings = Settings(data=data, redis_url=self.server.url, rate_limit=0)
        self.organizer_key = load_or_create(data)
        self.organizer = {"Authorization": f"Bearer {self.organizer_key}"}
        self.apis: list[LiveApi] = []
        self.workers: list[subprocess.Popen[bytes]] = []

    def open_api(self, limits: ConnectionLimits | None = None, **settings: object) -> LiveApi:
        api = LiveApi(msgspec.structs.replace(self.settings, **settings), limits)
        self.apis.append(api)
        return api

    def open_api_at(self, port: int) -> LiveApi:
        """Where another one was before."""
        api = LiveApi(self.settings, port=port)
        self.apis.append(api)
        return api

    def stored(self, key: str) -> dict[str, str]:
        """A hash as the server has it."""
        with redis.Redis.from_url(self.server.url) as client:
            found: Any = client.hgetall(key)
        return {name.decode(): value.decode() for name, value in found.items()}

    def has(self, key: str) -> bool:
        with redis.Redis.from_url(self.server.url) as client:
            return bool(client.exists(key))

    def start_workers(self) -> None:
        """One of each queue."""
        self.start_worker()
        self.start_worker("audits")

    def start_worker(self, queue: str = "games", **settings: str) -> None:
        environment = {
            **os.environ,
            "SCHICHTBUCH_DATA": str(self.data),
            "SCHICHTBUCH_REDIS_URL": self.server.url,
            "SCHICHTBUCH_ARCHIVE_AFTER": "never",  # samples have ended long ago
            **{f"SCHICHTBUCH_{name.upper()}": value for name, value in settings.items()},
        }
        command = [sys.executable, "-m", "services.cli.main", "worker", "--queue", queue]
        with (self.data / "worker.log").open("ab") as log:
            worker = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self.workers.append(worker)

    def end_workers(self) -> None:
        for worker in self.workers:
            worker.terminate()
            worker.wait()
        self.workers.clear()

    def close(self) -> None:
        for api in self.apis:
            api.stop()
        self.end_workers()
        self.server.stop()
