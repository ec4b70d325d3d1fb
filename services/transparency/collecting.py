"""What the log lacks: leaves of entries that were written since a game or an event was taken last.

Of a game under an embargo there is its first leaf only, until nobody plays its deal any more: how
many entries a table needed, and what was ruled there, is nobody's business before that.
"""

import asyncio
from collections.abc import AsyncIterator

import structlog

from infra.game_log import UnknownGame
from infra.tournament_log import UnknownTournament
from infra.transparency_log import Batch, Taken, TransparencyLog
from replays.aggregate import DamagedLog
from replays.leaves import Kind, leaves_of, stream_of
from services.bootstrap import Resources
from services.embargo import Embargo

log = structlog.get_logger()

ENTRIES = 500
"""Of one log that are looked at together."""
SWEPT = 300
"""Logs per round of the sweep."""


class Collecting:
    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._log: TransparencyLog = resources.transparency
        self._embargo = Embargo(resources.log, resources.tournaments)
        self._swept = self._everything()

    async def batches(self, most: int) -> list[Batch]:
        """Of some of those who are noted. Those that have nothing, or wait, are none any more."""
        due = await self._log.due(most)
        taken = await self._log.taken(list(due))
        found = await asyncio.gather(*map(self._batch, due, taken, due.values()))
        return [batch for batch in found if batch]

    async def _batch(self, stream: str, taken: Taken, noted: int) -> Batch | None:
        kind, _, name = stream.partition("/")
        waits_for = await self._waits_for(name) if kind == "game" else ""
        last = 1 if waits_for else taken.version + ENTRIES
        lines = await self._lines(stream, taken.version + 1, last)
        if waits_for:
            await self._log.hold_back(stream, waits_for)
        elif not lines:
            await self._log.forget(stream, noted)
        if not lines:
            return None
        of: Kind = "tournament" if kind == "tournament" else "game"
        leaves = leaves_of(of, name, taken.version + 1, lines)
        return Batch(stream, taken.version, taken.version + len(lines), leaves)

    async def _waits_for(self, game_id: str) -> str:
        """The log of the event that must go on before this game may be told of."""
        try:
            event = await self._embargo.event_of(game_id)
            return stream_of("tournament", event) if event else ""
        except DamagedLog:
            return ""

    async def _lines(self, stream: str, first: int, last: int) -> list[bytes]:
        kind, _, name = stream.partition("/")
        if last < first:
            return []
        try:
            if kind == "tournament":
                entries = await self._resources.tournament_log.read(name, first, last)
                return [entry.line for entry in entries]
            return await self._resources.log.lines(name, first, last)
        except DamagedLog as error:
            log.error("a log is damaged", stream=stream, version=error.version)
        except (UnknownGame, UnknownTournament):
            log.error("a log is gone", stream=stream)
        return []

    async def sweep(self) -> bool:
        """Note some of the logs that have more than was taken; True when all have been looked at.

        Whoever has written to one may have died before it was noted.
        """
        names = [name async for name in _some(self._swept, SWEPT)]
        lengths = await asyncio.gather(*map(self._length, names))
        taken = await self._log.taken(names)
        await self._log.note(
            {
                name: length
                for name, length, so_far in zip(names, lengths, taken, strict=True)
                if length > so_far.version
            }
        )
        if len(names) == SWEPT:
            return False
        self._swept = self._everything()
        return True

    async def _everything(self) -> AsyncIterator[str]:
        async for tournament in self._resources.tournament_log.tournaments():
            yield stream_of("tournament", tournament)
        async for game_id in self._resources.log.every_game():
            yield stream_of("game", game_id)

    async def _length(self, stream: str) -> int:
        kind, _, name = stream.partition("/")
        if kind == "tournament":
            try:
                return await self._resources.tournament_log.version(name)
            except UnknownTournament:
                return 0
        return await self._resources.log.length(name)


async def _some(names: AsyncIterator[str], most: int) -> AsyncIterator[str]:
    for _ in range(most):
        name = await anext(names, None)
        if name is None:
            return
        yield name
