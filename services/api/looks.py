"""One look at a time, shared by all who ask; who would wait too long for its end goes without.

A server that hangs must not make a thousand callers hang with it, each with a thread of its own.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import structlog

log = structlog.get_logger()

T = TypeVar("T")

PATIENCE = 2.0
"""Seconds."""


class Looks:
    def __init__(self) -> None:
        self._under_way: dict[str, asyncio.Task[Any]] = {}

    async def take(self, what: str, look: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        """What is seen; none if it takes too long."""
        task = self._under_way.get(what)
        if task is None:
            task = self._under_way[what] = asyncio.create_task(look())
            task.add_done_callback(lambda done: self._ended(what, done))
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        return task.result() if done else None

    def _ended(self, what: str, task: "asyncio.Task[Any]") -> None:
        del self._under_way[what]
        if not task.cancelled() and (error := task.exception()):
            # Perhaps nobody waits for it any more.
            log.error("a bug of ours", look=what, exc_info=error)

    def close(self) -> None:
        for task in self._under_way.values():
            task.cancel()
