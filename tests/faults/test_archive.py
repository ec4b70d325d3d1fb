"""Killed with -9 before every single thing that moving a game says to Redis or to the archive.

A child process does the moving and kills itself, each time one step later, until it gets through.
"""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis

from domain.table.clock import milliseconds
from infra.appends import Appends
from infra.archive_mark import Mark
from infra.archive_store import FolderArchive
from infra.archived_games import lease_key
from infra.clock import now
from infra.embedded import EmbeddedServer
from infra.game_log import GameSetup
from infra.games_index import Search
from infra.settings import Settings
from replays.verify import verify
from services.bootstrap import Resources, open_resources
from services.errands import filing_of
from services.exporting import replay_file
from tests.services.api.archive import played

Task = Callable[[Resources], Coroutine[Any, Any, Any]]
NAMES = ("Quirin Quendel", "Wilhelmine Wacholder")


class Mine:
    """A server with one game that is over and audited."""

    def __init__(self, server: EmbeddedServer, data: Path) -> None:
        self.settings = Settings(data=data, redis_url=server.url, queue_url=server.url)
        self.record = played("gluck-auf", NAMES)
        self.game_id = self.record.game_id
        self.run(self._bring)
        self.replay = self.run(lambda resources: replay_file(resources, self.game_id))

    async def _bring(self, resources: Resources) -> None:
        await resources.log.restore(self.game_id, self.record.entries, GameSetup({}))
        await resources.index.put([filing_of(await resources.games.current(self.game_id))])
        await self._audit(resources)

    async def _audit(self, resources: Resources) -> None:
        version = await resources.log.version(self.game_id)
        report = verify(await replay_file(resources, self.game_id))
        await resources.audits.keep_game(self.game_id, version, msgspec.json.encode(report))
        await resources.archiving.note(self.game_id, version)

    def run(self, task: Task) -> Any:
        async def work() -> Any:
            resources = open_resources(self.settings)
            try:
                return await task(resources)
            finally:
                await resources.close()

        return asyncio.run(work())

    def killed(self, task: Task, step: int) -> bool:
        """Whether it was killed before it came to its end; its lease is over then, too."""
        child = os.fork()
        if child == 0:
            count_down(step)
            self.run(task)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        with redis.Redis.from_url(self.settings.redis_url or "") as server:
            server.delete(lease_key(self.game_id))
        if os.WIFSIGNALED(status):
            return True
        assert os.WEXITSTATUS(status) == 0
        return False

    def audit(self) -> None:
        self.run(self._audit)

    def where(self) -> Any:
        return self.run(lambda resources: resources.archived.where(self.game_id))

    def answers_as_before(self) -> bool:
        return bool(self.run(lambda found: replay_file(found, self.game_id)) == self.replay)

    def is_listed(self) -> bool:
        """Once, among all games and among those of a player."""
        searches = Search(), Search(player=NAMES[0], status="finished")

        async def pages(resources: Resources) -> list[list[str]]:
            return [(await resources.index.page(one, 10)).game_ids for one in searches]

        return bool(self.run(pages) == [[self.game_id]] * 2)

    def has_places_outside_the_archive(self) -> bool:
        with redis.Redis.from_url(self.settings.redis_url or "") as server:
            return bool(server.exists("schichtbuch:index:any:any"))

    @property
    def file(self) -> Path:
        return self.settings.data / "archive" / f"{self.game_id}.schicht"


def count_down(step: int) -> None:
    """In the child: whatever writes or asks, so many times, and then no more."""
    left = iter(range(step))

    def dying(method: Any) -> Any:
        def counted(*given: Any) -> Any:
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)
            return method(*given)

        return counted

    Appends.send = dying(Appends.send)  # type: ignore[method-assign]
    for name in ("put", "get", "delete"):
        setattr(FolderArchive, name, dying(getattr(FolderArchive, name)))


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Mine]:
    server = EmbeddedServer(tmp_path)
    server.start()
    yield Mine(server, tmp_path)
    server.stop()


async def sweep(resources: Resources) -> Any:
    return await resources.archiving.run(10, 0.0)


def test_a_game_that_moves_out_or_back_is_never_in_none_of_the_places(mine: Mine) -> None:
    steps = 0
    while mine.killed(sweep, steps):
        steps += 1
        assert mine.where() == "log" or isinstance(mine.where(), Mark)
        assert mine.answers_as_before()
        assert mine.is_listed()
        mine.run(sweep)  # the sweeper finishes what was begun
        assert isinstance(mine.where(), Mark)
        assert mine.answers_as_before()
        assert mine.is_listed()
        assert not mine.has_places_outside_the_archive()
        mine.run(lambda resources: resources.archiving.restore(mine.game_id))
        mine.audit()
        forget_that_it_came_back(mine)
    assert steps >= 14
    back = 0
    while mine.killed(lambda resources: resources.archiving.restore(mine.game_id), back):
        back += 1
        assert mine.answers_as_before()
        assert mine.is_listed()
        mine.run(lambda resources: resources.archived.note({mine.game_id: 0}))
        mine.run(lambda resources: resources.archiving.move(mine.game_id, later()))
    assert back > 1
    assert mine.where() == "log"


def forget_that_it_came_back(mine: Mine) -> None:
    with redis.Redis.from_url(mine.settings.redis_url or "") as server:
        server.hdel(f"schichtbuch:{{{mine.game_id}}}:founding", "restored")


def later() -> int:
    return milliseconds(now()) + 1000


def test_names_that_are_erased_while_everything_dies_are_gone(mine: Mine) -> None:
    mine.run(sweep)
    assert isinstance(mine.where(), Mark)
    steps = 0
    while mine.killed(lambda resources: resources.games.erase_names(mine.game_id), steps):
        steps += 1
        here = mine.run(lambda resources: resources.games.current(mine.game_id))
        assert here.names in (NAMES, ())
    mine.audit()
    mine.run(lambda resources: resources.archiving.move(mine.game_id, later()))
    assert isinstance(mine.where(), Mark)
    with redis.Redis.from_url(mine.settings.redis_url or "") as server:
        stored = b"".join(server.dump(key) or b"" for key in server.scan_iter())
    assert not any(name.encode() in stored for name in NAMES)
    assert b"Quirin" not in mine.run(lambda found: replay_file(found, mine.game_id))
