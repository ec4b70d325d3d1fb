"""One after the other, and not too many who wait: whoever comes then is asked to come again."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from services.api.http.problems import RETRY_SECONDS, problem

SOON = {"Retry-After": RETRY_SECONDS}
MOST_WAITING = 20


class Turns:
    def __init__(self, too_many: Callable[[], Exception]) -> None:
        self._too_many = too_many
        self._turn = asyncio.Semaphore(1)
        self._there = 0

    @asynccontextmanager
    async def take(self) -> AsyncIterator[None]:
        if self._there > MOST_WAITING:
            raise self._too_many()
        self._there += 1
        try:
            async with self._turn:
                yield
        finally:
            self._there -= 1


def file_turns() -> Turns:
    return Turns(files_busy)


def files_busy() -> Exception:
    said = "Too many ask about files just now; try again."
    return problem(503, "files_busy", said, headers=SOON)


def sheet_turns() -> Turns:
    said = "Too many ask for sheets just now; try again."
    return Turns(lambda: problem(503, "sheets_busy", said, headers=SOON))


def picture_turns() -> Turns:
    said = "Too many ask for pictures just now; try again."
    return Turns(lambda: problem(503, "pictures_busy", said, headers=SOON))
