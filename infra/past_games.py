"""The game at a moment: its entry 1 and the last snapshot, and then what followed.

That is two round trips. The entries are read from the snapshot's own on, because only the log can
say whether a snapshot is believed; if it is not, an earlier one is tried, or the whole log. So it
is, too, if an entry takes back to before the snapshot.
"""

from collections.abc import Sequence

from infra.game_log import GameLog
from infra.snapshots import Snapshots, Stored, Wanted, is_due, last_wanted, read
from replays.aggregate import Aggregate
from replays.entry import Entry
from replays.position import Recall, take_back_targets


class PastGames:
    def __init__(self, log: GameLog, snapshots: Snapshots) -> None:
        self._log, self._snapshots = log, snapshots

    async def at(self, game_id: str, version: int, *, to_act: bool = False) -> Aggregate:
        """The caller's own; UnknownGame if there is none, DamagedLog if the log does not fold."""
        past, _ = await self.before(game_id, version + 1, version, to_act=to_act)
        past.recall = Recall()
        return past

    async def before(
        self, game_id: str, first: int, last: int, *, to_act: bool = False
    ) -> tuple[Aggregate, list[Entry]]:
        """The game before an entry, and the entries from that one on, which it can follow.

        Before entry 1 there is an empty table.
        """
        version = first - 1
        wanted = last_wanted(game_id, version, to_act=to_act)
        entry, setup, stored = await self._log.beginning(game_id, wanted.key, wanted.fields)
        past = Aggregate.before(game_id, entry, setup.catalog)
        if version:
            past.follow(entry)
        entries, is_spoilt = await self._restore(past, last, wanted, stored)
        if not version:
            entries = [entry, *entries]
        _remember(past, entries)
        reached = version - past.version
        for entry in entries[:reached]:
            past.follow(entry)
            # Whoever only looks has no keys to write with it.
            if is_spoilt and to_act and is_due(past):
                await self._snapshots.save(past)
        return past, entries[reached:]

    async def _restore(
        self, begun: Aggregate, version: int, wanted: Wanted, stored: Stored
    ) -> tuple[list[Entry], bool]:
        """What is left to be folded, and whether a snapshot had to be thrown away."""
        is_spoilt = False
        while wanted.version:
            snapshot = read(begun, wanted, stored)
            if snapshot:
                entries = await self._log.read(begun.game_id, wanted.version, version)
                if any(to < wanted.version for to in take_back_targets(entries[1:]).values()):
                    break
                if entries and snapshot.restore(begun, entries[0]):
                    return entries[1:], is_spoilt
            if stored and stored[0] is not None:
                is_spoilt = True
                await self._snapshots.throw_away(wanted)
            wanted, stored = await self._snapshots.before(wanted)
        return await self._log.read(begun.game_id, 2, version), is_spoilt


def _remember(past: Aggregate, entries: Sequence[Entry]) -> None:
    """What take-backs among the entries go back to."""
    past.recall = Recall(take_back_targets(entries).values())
    if past.version in past.recall.wanted:
        past.recall.keep(past.version, past.state)
