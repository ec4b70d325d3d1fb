"""Notes for every entry who is to be told of it: soon after the append, whoever acts does not wait.

Nothing here is the truth. If the process dies before the note, the next entry of the stream or the
sweeper of webhooks finds what was not delivered. Without subscriptions an entry costs nothing but
its place in a dict, and all entries of a moment one question.
"""

import asyncio
from collections.abc import Iterable, Mapping

import structlog
from msgspec import UNSET

from domain.table.clock import milliseconds
from infra.clock import now
from infra.game_log import StorageUnavailable
from infra.webhook_backlogs import Backlog, Backlogs
from infra.webhook_subscriptions import OneSeat, Subscription, Subscriptions
from replays.aggregate import Aggregate
from replays.tournaments.aggregate import Tournament
from services.webhooks.message_ids import Stream, game_stream, hears, tournament_stream

log = structlog.get_logger()

GATHERING = 0.05
"""Seconds in which entries gather, so that many of them cost one question."""


class Interest:
    """All subscriptions to which something is sent, as they are now."""

    def __init__(self, subscriptions: Subscriptions) -> None:
        self._subscriptions = subscriptions
        self._known: list[Subscription] = []
        self._changes = -1

    async def all(self) -> list[Subscription]:
        changes = await self._subscriptions.changes()
        if changes != self._changes:
            found = await self._subscriptions.all() if changes else []
            self._known = [one for one in found if one.is_enabled]
            self._changes = changes
        return self._known


class WebhookNotes:
    def __init__(self, subscriptions: Subscriptions, backlogs: Backlogs) -> None:
        self._backlogs = backlogs
        self.interest = Interest(subscriptions)
        self._due: dict[Stream, str | None] = {}
        self._freed: dict[Stream, str | None] = {}
        """Whose messages were held back until now, as far as there are any."""
        self._running: asyncio.Task[None] | None = None
        self._hurry: asyncio.Event | None = None

    def after_append(self, game: Aggregate) -> None:
        belongs = None if game.tournament is UNSET else game.tournament.id
        self._note(game_stream(game.game_id), belongs)

    def after_event(self, event: Tournament) -> None:
        """Of a tournament. A result may set the deal of its round free: then its games are due."""
        self._note(tournament_stream(event.tournament_id), None)
        self._freed |= {game_stream(game): event.tournament_id for game in freed_games(event)}

    async def done(self) -> None:
        """When all that was noted so far can be found by others."""
        if self._running:
            if self._hurry:
                self._hurry.set()
            await self._running

    def _note(self, stream: Stream, tournament: str | None) -> None:
        self._due[stream] = tournament
        if self._running is None or self._running.done():
            self._hurry = asyncio.Event()
            self._running = asyncio.create_task(self._run(self._hurry))

    async def _run(self, hurry: asyncio.Event) -> None:
        while self._due:
            try:
                async with asyncio.timeout(GATHERING):
                    await hurry.wait()
            except TimeoutError:
                pass
            due, self._due = self._due, {}
            freed, self._freed = self._freed, {}
            try:
                await self._write(due)
                await self._hasten(freed)
            except StorageUnavailable as error:
                # The appends have happened: what is missed here, the sweeper finds.
                log.warning("webhooks not noted", streams=len(due), error=str(error))

    async def _write(self, due: Mapping[Stream, str | None]) -> None:
        found = await self._told(due)
        if found:
            await self._backlogs.note(found, milliseconds(now()))

    async def _hasten(self, freed: Mapping[Stream, str | None]) -> None:
        for one in await self._told(freed) if freed else ():
            await self._backlogs.postpone(one, milliseconds(now()))

    async def _told(self, streams: Mapping[Stream, str | None]) -> list[Backlog]:
        interested = await self.interest.all()
        return [
            backlog
            for stream, tournament in streams.items()
            for backlog in backlogs_of(interested, stream, tournament)
        ]


def freed_games(event: Tournament) -> list[str]:
    """Of the latest round, where all tables that play the same deal have a result."""
    latest = event.state.round_now
    if event.state.rules.deals != "duplicate" or latest is None:
        return []
    waiting = {len(table.seats) for table in latest.tables if table.result is None}
    return [t.game for t in latest.tables if t.game and len(t.seats) not in waiting]


def backlogs_of(
    interested: Iterable[Subscription], stream: Stream, tournament: str | None
) -> Iterable[Backlog]:
    """Those of a stream as everybody sees it, and as seats of the same game do."""
    for one in interested:
        scope = one.scope
        if isinstance(scope, OneSeat):
            if stream == game_stream(scope.game):
                yield Backlog(one.id, game_stream(scope.game, scope.seat).name)
        elif hears(scope, stream, tournament):
            yield Backlog(one.id, stream.name)
