"""Somebody who runs commands beside a server."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from domain.kernel.actions import SeatSetup
from domain.registry import GAMES
from infra.embedded import EmbeddedServer
from infra.game_log import GameSetup
from infra.settings import Settings
from replays.record import Record
from services.bootstrap import Resources, open_resources
from services.games import Created
from tests.services.cli.running import schichtbuch

T = TypeVar("T")
SEATS = [SeatSetup("Anna"), SeatSetup("Béla")]


class Operator:
    """A server, and somebody who runs commands beside it."""

    def __init__(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.data, self._monkeypatch = data, monkeypatch
        self.server = EmbeddedServer(data)
        self.server.start()

    def runs(self, *args: str, expect: int = 0) -> str:
        self._monkeypatch.setenv("SCHICHTBUCH_REDIS_URL", self.server.url)
        return schichtbuch(*args, data=self.data, expect=expect)

    def ask(self, task: Callable[[Resources], Coroutine[Any, Any, T]]) -> T:
        async def work() -> T:
            resources = open_resources(Settings(data=self.data, redis_url=self.server.url))
            try:
                return await task(resources)
            finally:
                await resources.close()

        return asyncio.run(work())

    def has(self, made: Record) -> None:
        self.ask(lambda w: w.log.restore(made.game_id, made.entries, GameSetup({})))

    def version(self, game_id: str) -> int:
        return self.ask(lambda resources: resources.log.version(game_id))

    def creates(self) -> Created:
        return self.ask(lambda resources: resources.games.create(GAMES["gluck-auf"], SEATS))
