"""A whole house for tests: the real embedded server, the API over HTTP, and worker processes."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import msgspec
import uvicorn

from infra.embedded import EmbeddedServer
from infra.organizer_key import load_or_create
from infra.settings import Settings
from services.api.app import create_app
from services.api.one_write import OneWriteProtocol
from tests.waiting import eventually


class LiveApi:
    """The API as uvicorn runs it, in a thread; a second one is another process in all but name."""

    def __init__(self, settings: Settings) -> None:
        config = uvicorn.Config(
            create_app(settings),
            http=OneWriteProtocol,
            port=0,
            log_config=None,
            access_log=False,
            lifespan="on",
            ws="none",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
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
    def __init__(self, data: Path) -> None:
        self.data = data
        self.server = EmbeddedServer(data)
        self.server.start()
        self.settings = Settings(data=data, redis_url=self.server.url, rate_limit=0)
        self.organizer = {"Authorization": f"Bearer {load_or_create(data)}"}
        self.apis: list[LiveApi] = []
        self.workers: list[subprocess.Popen[bytes]] = []

    def open_api(self, **settings: object) -> LiveApi:
        api = LiveApi(msgspec.structs.replace(self.settings, **settings))
        self.apis.append(api)
        return api

    def start_worker(self) -> None:
        environment = {
            **os.environ,
            "SCHICHTBUCH_DATA": str(self.data),
            "SCHICHTBUCH_REDIS_URL": self.server.url,
        }
        command = [sys.executable, "-m", "services.cli.main", "worker"]
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
