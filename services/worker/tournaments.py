"""Looks after tournaments beside the jobs: pairs rounds, opens games, reads results.

What is due is told by whoever has written it. A sweep over all open events finds what was lost on
the way: a worker that died in the middle, an API that crashed after the append.
"""

import asyncio
from contextlib import suppress
from time import monotonic

import structlog
from redis.exceptions import RedisError

from domain.kernel.errors import RuleViolation
from domain.tournament.state import State
from infra.game_log import StorageUnavailable, UnknownGame
from infra.tournament_log import UnknownTournament
from replays.aggregate import DamagedLog
from replays.tournaments.aggregate import Tournament
from services.bootstrap import Resources
from services.games import StaleVersion
from services.table_games import open_games
from services.table_results import games_to_read, read_result
from services.tournaments import Wish
from services.worker.confined import Interrupted
from services.worker.pairing import answered, asked_of

log = structlog.get_logger()

PAUSE = 0.2
SWEEP = 10.0
"""Seconds between two looks at all open events."""
AT_ONCE = 20
PAIRING_SECONDS = 6
"""After so long without a sign a worker that pairs is taken for dead, and another begins anew."""


async def look_after_tournaments(resources: Resources) -> None:
    """For ever."""
    keeper = TournamentKeeper(resources)
    while True:
        try:
            await keeper.look_around()
        except (StorageUnavailable, RedisError) as error:
            log.warning("tournaments wait for the server", error=str(error))
        await asyncio.sleep(PAUSE)


class TournamentKeeper:
    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._swept = -SWEEP
        self._pairings: dict[str, asyncio.Task[None]] = {}

    async def look_around(self) -> None:
        chores = self._resources.chores
        for game_id in await chores.take_results(AT_ONCE):
            await self._read(game_id)
        due = await chores.take(AT_ONCE)
        is_sweep = monotonic() - self._swept >= SWEEP
        if is_sweep:
            self._swept = monotonic()
            due = sorted({*due, *await chores.all_open()})
        for tournament_id in due:
            await self._look_after(tournament_id, is_sweep=is_sweep)

    async def _read(self, game_id: str) -> None:
        try:
            await read_result(self._resources, game_id)
        except (DamagedLog, UnknownGame, UnknownTournament, RuleViolation, StaleVersion) as error:
            log.error("a result cannot be read", game=game_id, error=repr(error))

    async def _look_after(self, tournament_id: str, *, is_sweep: bool) -> None:
        try:
            tournament = await self._resources.tournaments.current(tournament_id)
            if tournament.over:
                await self._resources.chores.finished(tournament_id)
            elif tournament.state.phase == "asked":
                self._pair(tournament_id)
            elif tournament.state.phase == "started":
                await open_games(self._resources, tournament_id)
                await self._read_missing(tournament.state, is_sweep=is_sweep)
        except (DamagedLog, UnknownTournament, RuleViolation, StaleVersion) as error:
            log.error("a tournament cannot go on", tournament=tournament_id, error=repr(error))

    async def _read_missing(self, state: State, *, is_sweep: bool) -> None:
        """Games tell by themselves that they are over; what was lost on the way is swept up.

        A deal that all tables play may have waited for what was just written: a typed result.
        """
        if is_sweep or state.rules.deals == "duplicate":
            for game_id in games_to_read(state):
                await self._read(game_id)

    def _pair(self, tournament_id: str) -> None:
        """In the background: other events, and results, go on meanwhile."""
        known = self._pairings.get(tournament_id)
        if known is None or known.done():
            self._pairings[tournament_id] = asyncio.create_task(self._paired(tournament_id))

    async def _paired(self, tournament_id: str) -> None:
        try:
            await pair(self._resources, tournament_id)
        except Interrupted:
            return
        except Exception as error:
            # The sweep comes back to it.
            log.error("a round cannot be paired", tournament=tournament_id, error=repr(error))
        finally:
            self._pairings.pop(tournament_id, None)


async def pair(resources: Resources, tournament_id: str) -> bool:
    """Answer what was asked; False if somebody else is at it, or nothing is asked any more."""
    tournament = await resources.tournaments.current(tournament_id)
    asked, version = asked_of(tournament), tournament.version
    chores = resources.chores
    if asked is None or not await chores.begin_pairing(tournament_id, version, PAIRING_SECONDS):
        return False
    signs = asyncio.create_task(_give_signs(resources, tournament_id))
    try:
        action = await asyncio.to_thread(answered, asked)

        def wishes(now: Tournament) -> list[Wish]:
            """What was asked may have changed meanwhile."""
            return [Wish(action)] if now.version == version else []

        return await resources.tournaments.serve(tournament_id, wishes)
    finally:
        signs.cancel()
        await chores.end_pairing(tournament_id)


async def _give_signs(resources: Resources, tournament_id: str) -> None:
    """For as long as the pairing takes."""
    while True:
        await asyncio.sleep(PAIRING_SECONDS / 3)
        with suppress(StorageUnavailable):
            await resources.chores.still_pairing(tournament_id, PAIRING_SECONDS)
