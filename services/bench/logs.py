"""Logs on the server that is measured, written as the service writes them: entry by entry, with
the snapshots beside them.
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import cache

from domain.bots import bots_for
from domain.gluck_auf.actions.mine import Mine, MoveCage
from domain.gluck_auf.events import CageMoved
from domain.kernel.chance import CommittedChance
from domain.registry import GAMES
from infra.connections import AnyRedis, connect
from infra.game_log import GameLog, GameSetup
from infra.snapshots import EVERY, Snapshots, is_due
from replays.aggregate import Aggregate
from replays.entry import Entry, write_entry
from replays.record import Record
from replays.simulation import Plan, advance, clock

PLAN = Plan("gluck-auf", 4, ("greedy",), seed=50)
REAL = EVERY
"""So many entries of a long log were really played. Whatever is asked behind them starts from a
snapshot, in a short log as in a long one."""
TRIPS = 3
"""So many times there and back: about as long as a real entry."""


def store(url: str, logs: Mapping[str, Sequence[Entry]]) -> None:
    """Each under its id."""
    asyncio.run(_store(url, logs))


async def _store(url: str, logs: Mapping[str, Sequence[Entry]]) -> None:
    redis = connect(url)
    for game_id, entries in logs.items():
        await write_log(redis, game_id, entries, {})
    await redis.aclose()


async def write_log(
    redis: AnyRedis, game_id: str, entries: Sequence[Entry], access: Mapping[str, str]
) -> Aggregate:
    log, snapshots = GameLog(redis), Snapshots(redis)
    await log.create(game_id, entries[0], GameSetup(access))
    aggregate = Aggregate.begin(game_id, entries[0])
    for version, entry in enumerate(entries[1:], 2):
        await log.append(game_id, version, entry)
        aggregate.follow(entry)
        if is_due(aggregate):
            await snapshots.save(aggregate)
    return aggregate


@cache
def long_log(game_id: str, length: int, *, with_keys: bool = False) -> list[Entry]:
    """A real game up to its entry `REAL`, and from there on a cage that goes there and back.

    No real game is this long. The hash chain is right and the state stays what it was; `with_keys`
    gives each of those entries an idempotency key, as from a caller that always sends one.
    """
    entries = _beginning(game_id)
    aggregate = folded(game_id, entries)
    while aggregate.version < length:
        entries.append(_trip(aggregate, f"key-{aggregate.version:06}" if with_keys else None))
        aggregate.follow(entries[-1])
    return entries


def folded(game_id: str, entries: Sequence[Entry]) -> Aggregate:
    aggregate = Aggregate.begin(game_id, entries[0])
    for entry in entries[1:]:
        aggregate.follow(entry)
    return aggregate


def _beginning(game_id: str) -> list[Entry]:
    """The secret decides what is dealt, so that every id gets the same game."""
    game, secret = GAMES[PLAN.game], PLAN.digest(0, "secret")
    seats = PLAN.seats(0)
    record = Record.create(
        game, game_id=game_id, seats=seats, secret=secret, names_salt="0" * 32, at=clock(0)
    )
    bots = [bots_for(game)[seat.bot or "random"] for seat in seats]
    luck = CommittedChance(PLAN.digest(0, "luck"))
    while record.version < REAL:
        advance(record, bots, luck)
    return record.entries


def _trip(aggregate: Aggregate, key: str | None) -> Entry:
    [player] = aggregate.game.awaited(aggregate.state)
    here = aggregate.state.players[player].pit.level
    there = 1 if here == 0 else 0
    return write_entry(
        version=aggregate.version + 1,
        at=clock(aggregate.version),
        by=player,
        key=key,
        action=Mine("mining-10", (MoveCage(there), MoveCage(here)) * TRIPS),
        events=[CageMoved(player, here, there), CageMoved(player, there, here)] * TRIPS,
        prev=aggregate.last_hash,
        chance=aggregate.chance,
    )
