"""Leaves that move to the archive while whoever moves them is killed with -9, and on a cluster."""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from infra.appends import Appends
from infra.archive_store import FolderArchive
from infra.embedded import EmbeddedServer
from infra.settings import Settings
from replays.tlog.leaf import Leaf
from replays.tlog.tiles import FULL
from services.bootstrap import Resources, open_resources
from services.transparency.sequencer import Sequencer
from tests.cluster import three_masters
from tests.services.transparency.test_moved_leaves import OUT, SIZE, check, moved, signed

Task = Callable[[Resources], Coroutine[Any, Any, Any]]


def run(settings: Settings, task: Task) -> Any:
    async def work() -> Any:
        resources = open_resources(settings)
        try:
            return await task(resources)
        finally:
            await resources.close()

    return asyncio.run(work())


def killed(settings: Settings, task: Task, step: int) -> bool:
    """In a process of its own, before it has taken so many steps; False if it came to its end."""
    child = os.fork()
    if child == 0:
        count_down(step)
        run(settings, task)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


def count_down(step: int) -> None:
    left = iter(range(step))

    def dying(method: Any) -> Any:
        def counted(*given: Any) -> Any:
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)
            return method(*given)

        return counted

    Appends.send = dying(Appends.send)  # type: ignore[method-assign]
    for name in ("_put", "get_file"):
        setattr(FolderArchive, name, dying(getattr(FolderArchive, name)))


async def move(resources: Resources) -> None:
    await Sequencer(resources)._move_out()


def test_a_process_killed_at_any_step_leaves_all_leaves_behind(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    server.start()
    settings = Settings(data=tmp_path, redis_url=server.url)
    try:
        leaves: list[Leaf] = run(settings, signed)
        steps, seen = 0, set[int]()
        while killed(settings, move, steps):
            steps += 1
            assert run(settings, lambda found: found.transparency.leaves(0, SIZE)) == leaves
            seen.add(run(settings, lambda found: found.transparency.oldest()))
        assert steps >= 8
        assert len(seen) > 1
        assert run(settings, lambda found: found.transparency.oldest()) == OUT * FULL
        run(settings, lambda found: check(found, leaves))
    finally:
        server.stop()


def test_leaves_move_on_a_cluster(tmp_path: Path) -> None:
    async def work(resources: Resources) -> list[Leaf]:
        leaves = await moved(resources)
        await check(resources, leaves)
        return leaves

    with three_masters(tmp_path / "cluster") as cluster:
        queue = EmbeddedServer(tmp_path / "queue")
        queue.start()
        try:
            settings = Settings(
                data=tmp_path / "data",
                redis_url=cluster.url,
                queue_url=queue.url,
                wait_replicas=1,
            )
            leaves: list[Leaf] = run(settings, work)
            run(settings, lambda found: check(found, leaves))
        finally:
            queue.stop()
