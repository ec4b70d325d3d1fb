"""The sweeper of audits: asks for every one that nobody asks for, and clears away old files.

A queue that lost its data or a worker that died leaves files unjudged and finished games without
their audit. Asking heals; so every waiting file is asked for on each round, and finished games in
turn, so that a round costs the same with a hundred games and with a million. Those that are audited
and whose time has come move to the archive; of those that are there, some are looked at whether the
index has them where it should.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import structlog

from infra.archive_store import ArchiveUnavailable
from infra.game_log import UnknownGame
from services.audits import UnknownAudit
from services.bootstrap import Resources
from services.worker.sweeper import is_filed_as_finished

log = structlog.get_logger()

LOGS_PER_ROUND = 100
ARCHIVED_PER_ROUND = 100
MARKS_PER_ROUND = 100


class AuditSweeper:
    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._logs: AsyncIterator[str] = resources.log.games()
        self._marked: AsyncIterator[str] = resources.archived.marked()

    async def sweep(self) -> None:
        await asyncio.to_thread(self._resources.uploads.sweep)
        for audit_id in await asyncio.to_thread(self._resources.uploads.waiting):
            with suppress(UnknownAudit):  # another worker has just judged it
                await self._resources.auditing.of_file(audit_id)
        await self._some_games()
        await self._archive_some()
        await self._file_some()

    async def _some_games(self) -> None:
        for _ in range(LOGS_PER_ROUND):
            game_id = await anext(self._logs, None)
            if game_id is None:
                self._logs = self._resources.log.games()
                return
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
        """The next ones; from the first on again after the last."""
        some: list[str] = []
        while len(some) < MARKS_PER_ROUND and (game_id := await anext(self._marked, None)):
            some.append(game_id)
        if len(some) < MARKS_PER_ROUND:
            self._marked = self._resources.archived.marked()
        await self._resources.archiving.file(some)
