"""The past of a game that was taken back: cold caches, with snapshots and without, it is the same.

The model that keeps all states is that of tests/replays/random_tables.py.
"""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.registry import GAMES
from infra import snapshots
from infra.connections import connect
from infra.embedded import EmbeddedServer
from infra.game_log import GameLog, GameSetup, log_key
from infra.past_games import PastGames
from infra.snapshots import Snapshots, is_due, snapshot_key
from replays.aggregate import Aggregate
from replays.position import Recall, take_back_targets
from tests.replays.random_tables import Story

FEW = max(1, settings().max_examples // 100)
WITH_BOTH_KINDS = 15
"""A seed with agreed and ruled take-backs in every game."""
STEPS = 50
EVERY = 8
"""Snapshots are closer together here, so that take-backs reach over several."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    embedded = EmbeddedServer(tmp_path_factory.mktemp("data"))
    embedded.start()
    yield embedded
    embedded.stop()


@pytest.fixture(scope="module", autouse=True)
def _many_snapshots() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "EVERY", EVERY)
        yield


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 10**6))
@example(seed=WITH_BOTH_KINDS)
@settings(max_examples=FEW)
def test_every_version_of_a_random_game_is_what_it_was(
    server: EmbeddedServer, game: str, seed: int
) -> None:
    story = Story(game, seed, STEPS)
    if seed == WITH_BOTH_KINDS:
        assert len({event["reason"] for _, event in story.take_backs()}) == 2
    asyncio.run(tell_right(server.url, story))


async def tell_right(url: str, story: Story) -> None:
    client = connect(url)
    try:
        await store(client, story)
        kept = await client.hlen(snapshot_key(story.record.game_id))
        assert kept >= story.record.version // EVERY
        await look_back(client, story)
        await client.delete(snapshot_key(story.record.game_id))
        await look_back(client, story)
    finally:
        await client.aclose()


async def store(client: Any, story: Story) -> None:
    game_id, entries = story.record.game_id, story.record.entries
    await client.delete(log_key(game_id), snapshot_key(game_id))
    log = GameLog(client)
    await log.create(game_id, entries[0], GameSetup({}))
    aggregate = Aggregate.before(game_id, entries[0])
    aggregate.recall = Recall(take_back_targets(entries).values())
    for version, entry in enumerate(entries, 1):
        if version > 1:
            await log.append(game_id, version, entry)
        aggregate.follow(entry)
        if is_due(aggregate):
            await Snapshots(client).save(aggregate)


async def look_back(client: Any, story: Story) -> None:
    """Each time as a process that was just started."""
    game_id, last = story.record.game_id, story.record.version
    for version in story.moments(12):
        for to_act in (True, False):
            games = PastGames(GameLog(client), Snapshots(client))
            past = await games.at(game_id, version, to_act=to_act)
            assert past.version == version
            assert (past.state, past.table) == (story.states[version], story.tables[version])
    first = story.luck.randint(1, last)
    past, entries = await PastGames(GameLog(client), Snapshots(client)).before(game_id, first, last)
    for entry in entries:
        past.follow(entry)
        assert (past.state, past.table) == (story.states[past.version], story.tables[past.version])
    assert past.version == last
