"""Finished, audited games move out of Redis to the archive, some time after their end.

What is killed in between is begun again: a game stays a candidate until it is marked. How a game
moves, and why it is never in none of the two places: `infra/archived_games.py`.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
import structlog
from msgspec import Raw, Struct

from domain.table.clock import milliseconds
from infra.archive_file import digest_of_archive, read_archive, written_archive
from infra.archive_mark import (
    Listing,
    Mark,
    is_old,
    listing_of,
    read_listing,
    renewed_mark,
    written_mark,
)
from infra.archive_store import ArchiveUnavailable
from infra.archived_games import ArchivedGames, InRedis, Moving
from infra.clock import now
from infra.game_log import GameLog
from infra.game_setup import GameSetup
from infra.games_index import FINISHED, Filing, GamesIndex
from infra.log_errors import UnknownGame
from infra.signing_key import load_or_create
from replays.aggregate import Aggregate, DamagedLog
from replays.checkpoint import Signer
from replays.entry import Entry
from replays.file import write_replay
from services.api.clock import written_at
from services.api.kept_summaries import Kept, overall
from services.api.origins import origin_of
from services.api.summaries import summarized
from services.exporting import footer_of
from services.transparency.proofs import Proofs, comes_from_elsewhere

log = structlog.get_logger()

HOUR_MS = 3_600_000

Outcome: TypeAlias = Literal["archived", "already", "kept", "moving"]
"""`kept`: it is not for the archive, or not yet. `moving`: somebody else is at it."""


class Move(Struct, frozen=True):
    """A game as it is moved."""

    moved: InRedis
    aggregate: Aggregate
    setup: GameSetup
    proof: str | None
    """That it stands in the transparency log."""

    @property
    def version(self) -> int:
        return len(self.moved.entries)

    @property
    def report(self) -> bytes:
        """Of the audit of this very version, or nothing."""
        return self.moved.beside.audits.get(str(self.version).encode(), b"")

    @property
    def is_fit(self) -> bool:
        """It is over, nobody waits for a ruling, and its audit found nothing broken."""
        if not self.aggregate.over or self.aggregate.table.needs_arbiter or not self.report:
            return False
        return overall(self.report) not in (None, "broken")


class Archiving:
    def __init__(
        self,
        game_log: GameLog,
        archived: ArchivedGames,
        proofs: Proofs,
        index: GamesIndex,
        data: Path,
        after: float | None,
    ) -> None:
        """`after`: hours after the end of a game; None: never. `data` has the signing key."""
        self._log, self._archived, self._data = game_log, archived, data
        self._proofs, self._index = proofs, index
        self.after = after

    async def note(self, game_id: str, version: int) -> None:
        """A game that is audited; whether it is over is looked at when its time has come."""
        for last in await self._log.read(game_id, version, version):
            await self._archived.note_new(game_id, written_ms(last))

    async def run(self, most: int, after: float | None = None) -> list[Outcome]:
        """Some of the games that are due, and what was begun; `after` in place of the setting."""
        hours = self.after if after is None else after
        until = 0 if hours is None else milliseconds(now()) - round(hours * HOUR_MS)
        outcomes: list[Outcome] = []
        for game_id in await self._archived.candidates(until, most):
            outcomes.append(await self.move(game_id, until))
        return outcomes

    async def move(self, game_id: str, until_ms: int) -> Outcome:
        """If its last entry was written by then. What was left behind is cleared away."""
        try:
            async with self._archived.lease(game_id) as lease:
                outcome = await self._move(game_id, until_ms, lease)
                await self._file(game_id)
        except Moving:
            return "moving"
        if outcome in ("archived", "already"):
            await self._archived.done(game_id)
        return outcome

    async def file(self, game_ids: Sequence[str]) -> None:
        """Those in the archive that do not stand where the index has such games: an older release
        has moved them, or whoever did was killed, or the index was deleted."""
        found = zip(game_ids, await self._archived.marks(game_ids), strict=True)
        marks = {game_id: mark for game_id, mark in found if mark}
        filings = [one for one in map(_filing, marks, marks.values()) if one]
        late = {filing.game_id for filing in await self._index.unpacked(filings)}
        for game_id, mark in marks.items():
            if game_id in late or is_old(mark):
                with suppress(Moving):
                    async with self._archived.lease(game_id):
                        await self._file(game_id)

    async def _file(self, game_id: str) -> None:
        """Under its lease, so that nobody erases the names meanwhile. Whoever writes to the game
        does not ask for the lease, so it is looked for once more before it leaves the others."""
        mark = await self._archived.where(game_id)
        filing = _filing(game_id, mark) if isinstance(mark, Mark) else None
        if filing is None or not isinstance(mark, Mark):
            return
        await self._index.pack([filing])
        if not isinstance(await self._archived.where(game_id), Mark):
            await self._index.unpack([filing])
            return
        await self._index.clear([filing])
        if is_old(mark):
            await self._archived.replace_mark(game_id, mark, renewed_mark(game_id, mark))

    async def restore(self, game_id: str) -> bool:
        """Back into the log; False if it is there. UnknownGame if it is nowhere."""
        where = await self._archived.where(game_id)
        if where == "log":
            return False
        if where is None:
            await self._adopt(game_id)
        await self._log.move_back(game_id)
        await self._archived.note_new(game_id, milliseconds(now()))
        return True

    async def _move(self, game_id: str, until_ms: int, lease: str) -> Outcome:
        if isinstance(await self._archived.where(game_id), Mark):
            return "already"
        move = await self._read(game_id)
        since = _since(move) if move and move.is_fit else None
        if move is None or since is None or since > until_ms or not await self._is_final(move):
            # It was begun, and then somebody wrote to it, or had the names erased.
            await self._archived.store.delete(game_id)
            await self._keep(game_id, since)
            return "kept"
        await self._archived.note({game_id: 0})  # begun
        signer = load_or_create(self._data)
        content, mark = await asyncio.to_thread(_written, game_id, move, signer)
        await self._archived.store.put(game_id, content)
        await self._check(game_id, content, move)
        if await self._archived.move_out(game_id, lease, move.moved, mark):
            return "archived"
        return "moving"  # it is looked at again in the next round

    async def _is_final(self, move: Move) -> bool:
        """Its replay has its proof, so that it keeps its bytes; or the log has never begun."""
        if move.proof or comes_from_elsewhere(move.setup, move.version):
            return True
        return not await self._proofs.is_in_use()

    async def _read(self, game_id: str) -> Move | None:
        """None if it is nowhere, or cannot be folded."""
        entries = await self._log.read(game_id)
        if not entries:
            return None
        setup = await self._log.setup(game_id)
        proof = await self._proofs.of_finished(game_id, entries, setup)
        moved = await self._archived.in_redis(game_id, entries)
        try:
            aggregate = await asyncio.to_thread(_folded, game_id, entries, setup)
        except DamagedLog:
            return None
        return Move(moved, aggregate, setup, proof if aggregate.over else None)

    async def _keep(self, game_id: str, since: int | None) -> None:
        """A game that goes on is a candidate again when it is over."""
        if since is None:
            await self._archived.done(game_id)
        else:
            await self._archived.note({game_id: since})

    async def _check(self, game_id: str, content: bytes, move: Move) -> None:
        """What can be read there is what is here, byte for byte, before anything is deleted."""
        found = await self._archived.store.get(game_id)
        if found != content:
            raise ArchiveUnavailable(f"the file of {game_id} is not what was written")
        game = await asyncio.to_thread(read_archive, found)
        if game.entries != move.moved.entries or game.beside != move.moved.beside:
            raise ArchiveUnavailable(f"the file of {game_id} does not hold the game")

    async def _adopt(self, game_id: str) -> None:
        content = await self._archived.store.get(game_id)
        if content is None:
            raise UnknownGame(game_id)
        game = await asyncio.to_thread(read_archive, content)
        listing = Listing(Raw(b"null"), {}, "")
        digest = digest_of_archive(content)
        mark = written_mark(game_id, game.version, digest, listing)
        await self._archived.adopt(game_id, mark)


def written_ms(entry: Entry) -> int:
    return milliseconds(written_at(entry.line))


class _Seat(Struct):
    name: str


class _Shown(Struct):
    game: str
    created: str
    seats: list[_Seat]


class _Kept(Struct):
    """As much of a summary of any release as the index needs."""

    summary: _Shown


def _filing(game_id: str, mark: Mark) -> Filing | None:
    """None if the mark does not say it: a file that was adopted, or a later release."""
    listing = read_listing(game_id, mark)
    kept = msgspec.json.decode(listing.summary, type=_Kept | None) if listing else None
    if kept is None:
        return None
    shown = kept.summary
    names = tuple(seat.name for seat in shown.seats if seat.name)
    return Filing(game_id, shown.game, FINISHED, shown.created, names)


def _since(move: Move) -> int:
    """In milliseconds: its last entry, or when it came back from the archive."""
    came_back = move.moved.restored
    last = written_ms(move.moved.entries[-1])
    return max(last, milliseconds(came_back.decode())) if came_back else last


def _folded(game_id: str, entries: Sequence[Entry], setup: GameSetup) -> Aggregate:
    aggregate = Aggregate.begin(game_id, entries[0], setup.catalog)
    aggregate.follow_all(entries[1:])
    return aggregate


def _written(game_id: str, move: Move, signer: Signer) -> tuple[bytes, bytes]:
    """The file, and the mark."""
    aggregate, entries = move.aggregate, move.moved.entries
    replay = write_replay(
        aggregate.game,
        game_id,
        aggregate.catalog,
        entries,
        reader=None,
        open_all=True,
        footer=footer_of(game_id, entries, move.setup, signer, move.proof),
    )
    content = written_archive(replay, move.moved.beside)
    summary = summarized(aggregate, origin_of(aggregate, entries[0], move.setup.imported))
    points = {int(period): points for period, points in move.moved.beside.points.items()}
    kept = msgspec.json.encode(Kept(move.version, summary))
    listing = listing_of(kept, points, overall(move.report) or "")
    return content, written_mark(game_id, move.version, digest_of_archive(content), listing)
