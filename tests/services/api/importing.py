"""Replay files as games of a house."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from replays.checkpoint import VerifierKey
from services.bootstrap import Resources, open_resources
from services.exporting import import_replay
from tests.services.api.house import House

T = TypeVar("T")


def with_resources(house: House, task: Callable[[Resources], Coroutine[Any, Any, T]]) -> T:
    async def work() -> T:
        resources = open_resources(house.settings)
        try:
            return await task(resources)
        finally:
            await resources.close()

    return asyncio.run(work())


def imported(house: House, data: bytes, *trusted: VerifierKey, foreign: bool = False) -> bool:
    return with_resources(
        house, lambda resources: import_replay(resources, data, trusted, foreign=foreign)
    )
