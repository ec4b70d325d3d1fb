"""A real cluster of three masters with a replica each: games spread, and a master may die."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace
from redis.crc import key_slot

from domain.kernel.actions import SeatSetup
from domain.registry import GAMES
from infra.connections import connect
from infra.game_log import GameLog, StorageUnavailable, log_key
from infra.games_index import Filing, GamesIndex, Search
from infra.snapshots import Snapshots
from replays.entry import sha256
from services.errands import filing_of
from services.games import Games
from tests.cluster import Cluster, Node, three_masters

GLUCK_AUF = GAMES["gluck-auf"]
SEATS = [SeatSetup("Anna"), SeatSetup("Béla")]
GAMES_AT_ONCE = 6
MOVES = 60
T = TypeVar("T")
PATIENCE = 200
"""Tries of a tenth of a second each: a failover takes two seconds or so."""


async def insist(attempt: Callable[[], Awaitable[T]]) -> T:
    """Again and again until the cluster answers."""
    for _ in range(PATIENCE):
        try:
            return await attempt()
        except StorageUnavailable:
            await asyncio.sleep(0.1)
    raise AssertionError("the cluster did not come back")


async def play_on(
    games: Games, game_id: str, acknowledged: list[bytes], moves: range = range(MOVES)
) -> None:
    """Whatever is not acknowledged is tried again with the same key."""
    for move in moves:
        aggregate = await insist(lambda: games.current(game_id))
        version = aggregate.version
        if aggregate.state.phase == "scoring":
            await insist(partial(games.settle, game_id, version))
            continue
        [seat] = GLUCK_AUF.awaited(aggregate.state)
        action = next(c.action for c in GLUCK_AUF.choices(aggregate.state, seat) if c.complete)
        attempt = partial(games.act, game_id, seat, [action], None, f"move {move}")
        acknowledged += [entry.line for entry in (await insist(attempt)).entries]


def promoted(replica: Node) -> bool:
    return str(replica.client.info("replication")["role"]) == "master"


def master_of(cluster: Cluster, game_id: str) -> Node:
    slot = key_slot(log_key(game_id).encode())
    share = 16384 // len(cluster.masters)
    return cluster.masters[min(slot // share, len(cluster.masters) - 1)]


async def killed_under_load(cluster: Cluster) -> None:
    client: Any = connect(cluster.url)
    games = Games(GameLog(client, replicas=1, wait_ms=300), Snapshots(client))
    ids = [(await games.create(GLUCK_AUF, SEATS)).aggregate.game_id for _ in range(GAMES_AT_ONCE)]
    acknowledged: dict[str, list[bytes]] = {game_id: [] for game_id in ids}
    players = [
        asyncio.create_task(play_on(games, game_id, acknowledged[game_id])) for game_id in ids
    ]
    while sum(map(len, acknowledged.values())) < 30:
        await asyncio.sleep(0.01)
    struck = master_of(cluster, ids[0])
    struck.kill()
    while not any(promoted(replica) for replica in cluster.replicas):
        await asyncio.sleep(0.02)
    struck.start()
    await asyncio.gather(*players)
    await client.aclose()

    fresh: Any = connect(cluster.url)
    log = GameLog(fresh)
    for game_id in ids:
        stored = [entry.line for entry in await log.read(game_id)]
        assert len(set(acknowledged[game_id])) >= MOVES - 5
        assert set(acknowledged[game_id]) <= set(stored), "an acknowledged action was lost"
        assert all(f'"prev":"{sha256(a)}"'.encode() in b for a, b in pairwise(stored))
    await fresh.aclose()


def test_a_master_that_dies_under_load_takes_nothing_acknowledged_along(tmp_path: Path) -> None:
    with three_masters(tmp_path) as cluster:
        asyncio.run(killed_under_load(cluster))


async def spread_out(cluster: Cluster) -> None:
    client: Any = connect(cluster.url)
    games, index = Games(GameLog(client), Snapshots(client)), GamesIndex(client)
    created = [(await games.create(GLUCK_AUF, SEATS)).aggregate for _ in range(24)]
    await index.put([filing_of(aggregate) for aggregate in created])
    homes = {master_of(cluster, aggregate.game_id).port for aggregate in created}
    assert homes == {master.port for master in cluster.masters}
    found = {game_id async for game_id in games.log.games()}
    assert found == {aggregate.game_id for aggregate in created}
    page = await index.page(Search(status="running"), 100)
    assert set(page.game_ids) == found
    await packed_alike(index, [replace(filing_of(one), status="finished") for one in created])
    await client.aclose()


async def packed_alike(index: GamesIndex, over: Sequence[Filing]) -> None:
    """As if all of them had moved to the archive."""
    searches = Search(), Search(player="Anna", status="finished", game="gluck-auf")
    await index.put(over)
    before = [await index.page(search, 10) for search in searches]
    await asyncio.gather(*(index.pack([filing]) for filing in over))
    await index.clear(over)
    assert await index.unpacked(over) == []
    assert [await index.page(search, 10) for search in searches] == before
    assert await index.count("gluck-auf", "finished") == len(over)


def test_games_spread_over_all_masters(tmp_path: Path) -> None:
    with three_masters(tmp_path) as cluster:
        asyncio.run(spread_out(cluster))
