"""Proofs that an entry stands in the transparency log, and the one that a finished game keeps.

That one is taken once, from whichever head contains the entry by then, and stored with the game, so
that the finished replay keeps its bytes.
"""

import asyncio
from collections.abc import Sequence

from infra.archive_store import ArchiveUnavailable
from infra.game_log import GameLog, GameSetup
from infra.tournament_log import TournamentLog
from infra.transparency_log import DamagedLeaves, Head, Taken, TransparencyLog
from replays.entry import Entry
from replays.leaves import Kind, last_with_leaf, leaf_of, stream_of
from services.transparency.tiles import LogTiles

PATIENCE, PAUSE = 40, 0.05
"""How often, and after how many seconds, it is looked again whether an entry is signed."""


class NotYetSigned(Exception):
    """The entry has a leaf, or will have one, but no head that others see contains it."""


NONE_NOW = (NotYetSigned, DamagedLeaves, ArchiveUnavailable)
"""Why a file is given without its proof: it is no worse for what has happened to the log."""


class Proofs:
    def __init__(self, log: TransparencyLog, games: GameLog, events: TournamentLog) -> None:
        self.log, self._games, self._events = log, games, events
        self.tiles = LogTiles(log)

    async def taken(self, kind: Kind, name: str) -> Taken:
        [found] = await self.log.taken([stream_of(kind, name)])
        return found

    async def of_entry(self, kind: Kind, name: str, version: int, line: bytes) -> str:
        """NotYetSigned if it is not in a signed head, or another entry stands there for it."""
        index = (await self.taken(kind, name)).places.get(version)
        head = await self.log.head()
        if index is None or index >= head.size:
            raise NotYetSigned(name)
        return await self._proof(index, head, kind, name, version, line)

    async def _proof(
        self, index: int, head: Head, kind: Kind, name: str, version: int, line: bytes
    ) -> str:
        [leaf] = await self.log.leaves(index, index + 1)
        if leaf != leaf_of(stream_of(kind, name), version, line):
            raise NotYetSigned(name)
        return (await self.tiles.proof(index, head)).text()

    async def of_finished(
        self, game_id: str, entries: Sequence[Entry], setup: GameSetup
    ) -> str | None:
        """The one that the replay of a finished game has, for ever; None if it has none yet."""
        version = last_with_leaf([entry.line for entry in entries])
        if version is None or comes_from_elsewhere(setup, len(entries)):
            return None
        if setup.proof and setup.proof.version == version:
            return setup.proof.text
        try:
            text = await self.of_entry("game", game_id, version, entries[version - 1].line)
        except NONE_NOW:
            return None
        return await self._games.keep_proof(game_id, version, text)

    async def of_event(self, tournament: str, entries: Sequence[Entry]) -> str | None:
        """The one that the file of an event at this version has; None if it has none yet."""
        version = len(entries)
        kept = await self._events.proof(tournament)
        if kept and kept.version == version:
            return kept.text
        try:
            text = await self.of_entry("tournament", tournament, version, entries[-1].line)
        except NONE_NOW:
            return None
        return await self._events.keep_proof(tournament, version, text)

    async def until_signed(self, kind: Kind, name: str, version: int) -> None:
        """Wait until its entries up to this one are in a signed head; not for long, and not if
        nobody signs."""
        for _ in range(PATIENCE):
            taken, head = await self.taken(kind, name), await self.log.head()
            last = max(taken.places.values(), default=-1)
            if taken.version >= version and last < head.size:
                return
            is_held = await self.log.is_held(stream_of(kind, name))
            if is_held or not await self.log.is_looked_after():
                return
            await asyncio.sleep(PAUSE)

    async def is_in_use(self) -> bool:
        """Whether heads are signed, or were."""
        return bool((await self.log.head()).size) or await self.log.is_looked_after()


def comes_from_elsewhere(setup: GameSetup, version: int) -> bool:
    """Then its footer stays what it was when it came."""
    came = setup.imported
    return came is not None and (version <= came.version or not came.trusted)
