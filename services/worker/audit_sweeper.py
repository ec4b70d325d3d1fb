"""The sweeper of audits: asks for every one that nobody asks for, and clears away old files.

A queue that lost its data or a worker that died leaves files unjudged and finished games without
their audit. Asking heals; so every waiting file is asked for on each round, and finished games in
turn, so that a round costs the same with a hundred games and with a million.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from infra.game_log import UnknownGame
from services.audits import UnknownAudit
from services.bootstrap import Workplace
from services.worker.sweeper import is_filed_as_finished

LOGS_PER_ROUND = 100


class AuditSweeper:
    def __init__(self, workplace: Workplace) -> None:
        self._workplace = workplace
        self._logs: AsyncIterator[str] = workplace.log.games()

    async def sweep(self) -> None:
        await asyncio.to_thread(self._workplace.uploads.sweep)
        for audit_id in await asyncio.to_thread(self._workplace.uploads.waiting):
            with suppress(UnknownAudit):  # another worker has just judged it
                await self._workplace.auditing.of_file(audit_id)
        await self._some_games()

    async def _some_games(self) -> None:
        for _ in range(LOGS_PER_ROUND):
            game_id = await anext(self._logs, None)
            if game_id is None:
                self._logs = self._workplace.log.games()
                return
            if await is_filed_as_finished(self._workplace, game_id):
                await self._ask_for(game_id)

    async def _ask_for(self, game_id: str) -> None:
        try:
            version = await self._workplace.log.version(game_id)
        except UnknownGame:
            return
        await self._workplace.auditing.of_game(game_id, version)
