"""Replay files as games of a house."""

import asyncio

from services.archive import import_replay
from services.bootstrap import open_workplace
from tests.services.api.house import House


def imported(house: House, data: bytes) -> None:
    async def put() -> None:
        workplace = open_workplace(house.settings)
        try:
            await import_replay(workplace, data)
        finally:
            await workplace.close()

    asyncio.run(put())
