"""The sweeper of webhooks: finds what nobody has noted, by comparing logs with cursors.

An API that was killed between an append and its note leaves a message unsent if nothing follows in
that stream. Every round looks at some subscriptions of one game or tournament, and, for those that
hear everything, at some running games, some logs and the newest tournaments, so that a round costs
the same with a hundred games and with a million.
"""

from collections.abc import Iterable

import msgspec

from domain.table.clock import milliseconds
from infra.clock import now
from infra.game_log import UnknownGame
from infra.games_index import Search
from infra.tournament_log import UnknownTournament
from infra.webhook_backlogs import Backlog
from infra.webhook_subscriptions import EveryGame, OneGame, OneSeat, OneTournament, Subscription
from replays.aggregate import DamagedLog
from services.api.clock import seconds_since
from services.bootstrap import Resources
from services.webhooks.message_ids import Stream, game_stream, tournament_stream
from services.webhooks.reading import Cursor, StreamGone, StreamReader
from services.worker.games_in_turn import GamesInTurn

SUBSCRIPTIONS_PER_ROUND = 50
GAMES_PER_ROUND = 100
LOGS_PER_ROUND = 100
TOURNAMENTS_PER_ROUND = 20
KEPT_AFTER_END = 30 * 24 * 3600.0
"""Seconds after the end of a game the subscriptions to that game alone are gone."""


class WebhookSweeper:
    def __init__(self, resources: Resources) -> None:
        self._resources, self._reader = resources, StreamReader(resources)
        self._running: str | None = None
        self._logs = GamesInTurn(resources.log.games)
        self._next = 0

    async def sweep(self) -> None:
        interested = await self._resources.webhook_notes.interest.all()
        narrow = [one for one in interested if not isinstance(one.scope, EveryGame)]
        for one in self._some(narrow):
            await self._look_after(one)
        wide = [one for one in interested if isinstance(one.scope, EveryGame)]
        if wide:
            await self._look_at_everything(wide)

    def _some(self, narrow: list[Subscription]) -> list[Subscription]:
        if self._next >= len(narrow):
            self._next = 0
        first, self._next = self._next, self._next + SUBSCRIPTIONS_PER_ROUND
        return narrow[first : self._next]

    async def _look_after(self, one: Subscription) -> None:
        match one.scope:
            case OneGame(game):
                await self._game_alone(one, game_stream(game))
            case OneSeat(game, seat):
                await self._game_alone(one, game_stream(game, seat))
            case OneTournament(tournament):
                await self._compare([one], tournament_stream(tournament))
                for game in await self._games_of(tournament):
                    await self._compare([one], game_stream(game))

    async def _game_alone(self, one: Subscription, stream: Stream) -> None:
        await self._compare([one], stream)
        try:
            ended = (await self._resources.games.current(stream.id)).finished_at
        except (UnknownGame, DamagedLog):
            return
        if ended and seconds_since(ended) > KEPT_AFTER_END and not await self._waits(one):
            await self._resources.subscriptions.remove(one)
            await self._resources.backlogs.forget(one.id)

    async def _waits(self, one: Subscription) -> bool:
        return bool(await self._resources.backlogs.waiting(one.id))

    async def _games_of(self, tournament: str) -> list[str]:
        """Of the latest round: those of earlier ones have been looked at while they were it."""
        try:
            latest = (await self._resources.tournaments.current(tournament)).state.round_now
        except (UnknownTournament, DamagedLog):
            return []
        return [game for table in latest.tables for game in table.opened] if latest else []

    async def _look_at_everything(self, wide: list[Subscription]) -> None:
        search = Search(status="running", after=self._running)
        page = await self._resources.index.page(search, GAMES_PER_ROUND)
        self._running = page.cursor
        for game_id in page.game_ids:
            await self._compare(wide, game_stream(game_id))
        async for found in self._logs.some(LOGS_PER_ROUND):
            await self._compare(wide, game_stream(found))
        for tournament, _ in await self._resources.tournament_log.newest(TOURNAMENTS_PER_ROUND):
            await self._compare(wide, tournament_stream(tournament))

    async def _compare(self, subscriptions: Iterable[Subscription], stream: Stream) -> None:
        """Note for each of them that it is behind, if it is."""
        try:
            reached = await self._reader.version(stream)
            behind = [
                Backlog(one.id, stream.name)
                for one in subscriptions
                if await self._is_behind(one, stream, reached)
            ]
        except (StreamGone, UnknownGame, msgspec.MsgspecError, ValueError):
            return
        if behind:
            await self._resources.backlogs.note(behind, milliseconds(now()))

    async def _is_behind(self, one: Subscription, stream: Stream, reached: int) -> bool:
        known = await self._resources.backlogs.cursor(Backlog(one.id, stream.name))
        if known is None:
            return await self._reader.is_newer(stream, one)
        return Cursor.read(known).next_version <= reached
