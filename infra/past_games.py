"""A game as it was at a version: its entry 1 and the last snapshot, and then what followed.

That is two round trips. The entries are read from the snapshot's own on, because only the log can
say whether a snapshot is believed; if it is not, an earlier one is tried, or the whole log.
"""

from infra.game_log import GameLog
from infra.snapshots import Snapshots, Stored, Wanted, is_due, last_wanted, read
from replays.aggregate import Aggregate
from replays.entry import Entry


class PastGames:
    def __init__(self, log: GameLog, snapshots: Snapshots) -> None:
        self._log, self._snapshots = log, snapshots

    async def at(self, game_id: str, version: int, *, to_act: bool = False) -> Aggregate:
        """The caller's own; UnknownGame if there is none, DamagedLog if the log does not fold."""
        wanted = last_wanted(game_id, version, to_act=to_act)
        first, setup, stored = await self._log.beginning(game_id, wanted.key, wanted.fields)
        past = Aggregate.begin(game_id, first, setup.catalog)
        entries, is_spoilt = await self._restore(past, version, wanted, stored)
        for entry in entries:
            past.follow(entry)
            # Whoever only looks has no keys to write with it.
            if is_spoilt and to_act and is_due(past):
                await self._snapshots.save(past)
        return past

    async def _restore(
        self, begun: Aggregate, version: int, wanted: Wanted, stored: Stored
    ) -> tuple[list[Entry], bool]:
        """What is left to be folded, and whether a snapshot had to be thrown away."""
        is_spoilt = False
        while wanted.version:
            snapshot = read(begun, wanted, stored)
            if snapshot:
                entries = await self._log.read(begun.game_id, wanted.version, version)
                if entries and snapshot.restore(begun, entries[0]):
                    return entries[1:], is_spoilt
            if stored and stored[0] is not None:
                is_spoilt = True
                await self._snapshots.throw_away(wanted)
            wanted, stored = await self._snapshots.before(wanted)
        return await self._log.read(begun.game_id, 2, version), is_spoilt
