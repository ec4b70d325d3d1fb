"""Replay files as games of a house."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from replays.checkpoint import VerifierKey
from services.archive import import_replay
from services.bootstrap import Workplace, open_workplace
from tests.services.api.house import House

T = TypeVar("T")


def at_work(house: House, task: Callable[[Workplace], Coroutine[Any, Any, T]]) -> T:
    async def work() -> T:
        workplace = open_workplace(house.settings)
        try:
            return await task(workplace)
        finally:
            await workplace.close()

    return asyncio.run(work())


def imported(house: House, data: bytes, *trusted: VerifierKey, foreign: bool = False) -> bool:
    return at_work(
        house, lambda workplace: import_replay(workplace, data, trusted, foreign=foreign)
    )
