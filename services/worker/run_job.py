"""Runs the jobs of a worker process: one event loop and one set of connections for all its jobs."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, TypeVar

from infra.settings import Settings
from services.bootstrap import Resources, open_resources

T = TypeVar("T")


def run_job(job: Callable[[Resources], Coroutine[Any, Any, T]]) -> T:
    """Run the job to its end. A process that was forked off gets its own."""
    loop, resources = _of_process(os.getpid())
    return loop.run_until_complete(_to_the_end(job, resources))


async def _to_the_end(
    job: Callable[[Resources], Coroutine[Any, Any, T]], resources: Resources
) -> T:
    try:
        return await job(resources)
    finally:
        await resources.errands_done()


@cache
def _of_process(_pid: int) -> tuple[asyncio.AbstractEventLoop, Resources]:
    return asyncio.new_event_loop(), open_resources(Settings.from_environment())
