"""The workplace of a worker process: one event loop and one set of connections for all its jobs."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, TypeVar

from infra.settings import Settings
from services.bootstrap import Workplace, open_workplace

T = TypeVar("T")


def at_work(job: Callable[[Workplace], Coroutine[Any, Any, T]]) -> T:
    """Run the job to its end. A process that was forked off gets a workplace of its own."""
    loop, workplace = _of_process(os.getpid())
    return loop.run_until_complete(_to_the_end(job, workplace))


async def _to_the_end(
    job: Callable[[Workplace], Coroutine[Any, Any, T]], workplace: Workplace
) -> T:
    try:
        return await job(workplace)
    finally:
        await workplace.errands.done()


@cache
def _of_process(_pid: int) -> tuple[asyncio.AbstractEventLoop, Workplace]:
    return asyncio.new_event_loop(), open_workplace(Settings.from_environment())
