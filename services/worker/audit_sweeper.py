"""The sweeper of audits: asks for every one that nobody asks for, and clears away old files.

A queue that lost its data or a worker that died leaves files unjudged and finished games without
their audit. Asking heals; so every waiting file is asked for on each round, and finished games in
turn, so that a round costs the same with a hundred games and with a million. Those that are audited
and whose time has come move to the archive; of those that are there, some are looked at whether the
index has them where it should.
"""

import asyncio
from contextlib import suppress

import structlog

from infra.archive_store import ArchiveUnavailable
from infra.game_log import UnknownGame
from services.audits import UnknownAudit
from services.bootstrap import Resources
from services.worker.games_in_turn import GamesInTurn
from services.worker.sweeper import is_filed_as_finished

log = structlog.get_logger()

LOGS_PER_ROUND = 100
ARCHIVED_PER_ROUND = 100
MARKS_PER_ROUND = 100


class AuditSweeper:
    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._logs = GamesInTurn(resources.log.games)
        self._marked = GamesInTurn(resources.archived.marked)

    async def sweep(self) -> None:
        await asyncio.to_thread(self._resources.uploads.sweep)
        for audit_id in await asyncio.to_thread(self._resources.uploads.waiting):
            with suppress(UnknownAudit):  # another worker has just judged it
                await self._resources.auditing.of_file(audit_id)
        await self._some_games()
        await self._archive_some()
        await self._file_some()

    async def _some_games(self) -> None:
        async for game_id in self._logs.some(LOGS_PER_ROUND):
            if await is_filed_as_finished(self._resources, game_id):
                await self._ask_for(game_id)

    async def _ask_for(self, game_id: str) -> None:
        try:
            version = await self._resources.log.version(game_id)
        except UnknownGame:
            return
        if isinstance(await self._resources.auditing.of_game(game_id, version), bytes):
            await self._resources.archiving.note(game_id, version)

    async def _archive_some(self) -> None:
        """An archive that cannot be reached holds up nothing else."""
        try:
            await self._resources.archiving.run(ARCHIVED_PER_ROUND)
        except ArchiveUnavailable as error:
            log.warning("the archive cannot be used", error=str(error))

    async def _file_some(self) -> None:
        some = [game_id async for game_id in self._marked.some(MARKS_PER_ROUND)]
        await self._resources.archiving.file(some)
