"""What has to follow an entry of a tournament's log: a worker looks after the event soon, and the
transparency log gets its leaf.

If the process dies before that, the worker's sweep over all open events finds it.
"""

import asyncio

import structlog

from infra.game_log import StorageUnavailable
from infra.tournament_chores import TournamentChores
from infra.transparency_log import TransparencyLog
from replays.leaves import stream_of
from replays.tournaments.aggregate import Tournament

log = structlog.get_logger()

WAITING = ("asked", "started")
"""Phases in which a worker has something to do."""


class TournamentErrands:
    def __init__(self, chores: TournamentChores, transparency: TransparencyLog) -> None:
        self._chores, self._transparency = chores, transparency
        self._due: dict[str, Tournament] = {}
        self._running: asyncio.Task[None] | None = None

    def after_append(self, tournament: Tournament) -> None:
        self._due[tournament.tournament_id] = tournament
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())

    async def done(self) -> None:
        """When all that was noted so far is on its way."""
        if self._running:
            await self._running

    async def _run(self) -> None:
        while self._due:
            due, self._due = self._due, {}
            for tournament_id, tournament in due.items():
                try:
                    await self._tell(tournament_id, tournament)
                except StorageUnavailable as error:
                    log.warning("errand missed", tournament=tournament_id, error=str(error))

    async def _tell(self, tournament_id: str, tournament: Tournament) -> None:
        stream = stream_of("tournament", tournament_id)
        await self._transparency.note({stream: tournament.version})
        if tournament.over:
            await self._chores.finished(tournament_id)
            return
        if tournament.version == 1:
            await self._chores.opened(tournament_id)
        if tournament.state.phase in WAITING:
            await self._chores.put(tournament_id)
