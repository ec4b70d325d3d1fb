"""Where a game is: in the log, or in the archive that a finished game may have moved to.

Whoever reads does not notice: what is not in the stream is looked for in the archive, and a game
that is here costs no question more. Whoever writes has it moved back first.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, TypeVar

from infra.archive_file import ArchivedGame
from infra.archive_mark import Mark
from infra.archived_games import ArchivedGames
from infra.clock import now
from infra.log_errors import StorageUnavailable, UnknownGame

T = TypeVar("T")

MOVES = 5
"""So often a game may move to the archive, or back, while somebody asks for it."""


class Whereabouts:
    def __init__(self, archive: ArchivedGames | None) -> None:
        self._archive = archive

    async def read(
        self,
        game_id: str,
        asked: Callable[[], Awaitable[T | None]],
        archived: Callable[[ArchivedGame], T],
        marked: Callable[[Mark], T] | None = None,
    ) -> T | None:
        """From the log, else from the archive, or from the mark alone; None if it is nowhere.

        A game that was found in the archive before is looked for there first.
        """
        is_here = False
        for _ in range(MOVES):
            if self._archive is None or not self._archive.is_open(game_id):
                found = await asked()
                if found is not None or self._archive is None or is_here:
                    return found
            where = await self._archive.where(game_id)
            is_here = where == "log"
            if where is None:
                return None
            if isinstance(where, Mark):
                if marked:
                    return marked(where)
                game = await self._archive.load(game_id, where)
                if game is not None:
                    return archived(game)
        raise StorageUnavailable(f"{game_id} moves all the time")

    async def write(
        self, game_id: str, asked: Callable[[], Awaitable[Any]], gone: int | None
    ) -> Any:
        """What the server answers; `gone` is what it says if the game has no log there."""
        for _ in range(MOVES):
            answer = await asked()
            if answer != gone:
                return answer
            if not await self.move_back(game_id):
                raise UnknownGame(game_id)
        raise StorageUnavailable(f"{game_id} moves all the time")

    async def move_back(self, game_id: str) -> bool:
        """From the archive, if it is there; False if there is no such game."""
        return bool(self._archive and await self._archive.move_back(game_id, now().encode()))

    def without_file(self, game_id: str) -> AbstractAsyncContextManager[None]:
        """A file in the archive is gone, and stays so for as long as this is held."""
        archive = self._archive
        return archive.without_file(game_id, now().encode()) if archive else nullcontext()

    async def marked(self) -> AsyncIterator[str]:
        """Every game in the archive."""
        if self._archive:
            async for game_id in self._archive.marked():
                yield game_id
