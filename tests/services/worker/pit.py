"""A server and workers for tests, all real."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from domain.kernel.actions import SeatSetup
from domain.registry import GAMES
from infra.embedded import EmbeddedServer
from infra.settings import Settings
from replays.verify import Report, verify
from services.bootstrap import Resources, open_resources
from services.exporting import replay_file

BOTS = [SeatSetup("Anna", "random"), SeatSetup("Béla", "random")]


class Pit:
    """A server and as many workers as the test wants, all real."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.server = EmbeddedServer(data)
        self.server.start()
        self.queue_url: str | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def settings(self) -> Settings:
        return Settings(data=self.data, redis_url=self.server.url, queue_url=self.queue_url)

    def start_worker(self, queue: str = "games", **settings: str) -> subprocess.Popen[bytes]:
        worker = subprocess.Popen(
            [sys.executable, "-m", "services.cli.main", "worker", "--queue", queue],
            env={
                **os.environ,
                "SCHICHTBUCH_DATA": str(self.data),
                "SCHICHTBUCH_REDIS_URL": self.server.url,
                "SCHICHTBUCH_QUEUE_URL": self.queue_url or "",
                **{f"SCHICHTBUCH_{name.upper()}": value for name, value in settings.items()},
            },
            stdin=subprocess.DEVNULL,
        )
        self.workers.append(worker)
        return worker

    def close(self) -> None:
        for worker in self.workers:
            worker.kill()
            worker.wait()
        self.workers.clear()
        self.server.stop()

    def ask(self, question: Callable[[Resources], Any]) -> Any:
        async def asked() -> Any:
            resources = open_resources(self.settings())
            try:
                return await question(resources)
            finally:
                await resources.close()

        return asyncio.run(asked())

    def create(self) -> str:
        game = GAMES["gluck-auf"]
        created = self.ask(lambda resources: resources.games.create(game, BOTS))
        return str(created.aggregate.game_id)

    def phase(self, game_id: str) -> str:
        aggregate = self.ask(lambda resources: resources.games.current(game_id))
        return str(aggregate.state.phase)

    def version(self, game_id: str) -> int:
        return int(self.ask(lambda resources: resources.log.version(game_id)))

    def verified(self, game_id: str) -> Report:
        return verify(self.ask(lambda resources: replay_file(resources, game_id)))
