"""Every registered game lives in the log like the first: stored, snapshot, settled, verified."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from domain.bots.random_choice import random_choice
from domain.kernel.actions import SeatSetup
from domain.kernel.chance import CommittedChance
from domain.registry import GAMES
from infra.connections import connect
from infra.embedded import EmbeddedServer
from infra.game_log import GameLog
from infra.snapshots import EVERY, Snapshots, snapshot_key
from replays.aggregate import Aggregate
from services.games import Games

SEATS = [SeatSetup("Anna"), SeatSetup("Béla"), SeatSetup("Cili")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    embedded = EmbeddedServer(tmp_path_factory.mktemp("data"))
    embedded.start()
    yield embedded
    embedded.stop()


async def advance(games: Games, aggregate: Aggregate, luck: CommittedChance) -> None:
    game, state = aggregate.game, aggregate.state
    if state.phase == "scoring":
        assert await games.settle(aggregate.game_id, aggregate.version)
        return
    seat = game.awaited(state)[0]
    action = random_choice(
        game.view(state, seat),
        lambda draft: game.choices(state, seat, draft),
        luck,
        f"move {aggregate.version}",
        aggregate.catalog,
    )
    await games.act(aggregate.game_id, seat, [action])


async def story(server: EmbeddedServer, name: str) -> None:
    client: Any = connect(server.url)
    games = Games(GameLog(client), Snapshots(client))
    luck = CommittedChance(b"luck")
    game_id = (await games.create(GAMES[name], SEATS)).aggregate.game_id
    while not (aggregate := await games.current(game_id)).over:
        await advance(games, aggregate, luck)
    kept = [field for field in await client.hkeys(snapshot_key(game_id)) if field.isdigit()]
    assert len(kept) == aggregate.version // EVERY
    restored = await Games(GameLog(client), Snapshots(client)).current(game_id)
    await client.delete(snapshot_key(game_id))
    folded = await Games(GameLog(client), Snapshots(client)).current(game_id)
    assert restored.state == folded.state == aggregate.state
    await client.aclose()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_live_from_a_snapshot_and_from_the_log(
    server: EmbeddedServer, name: str
) -> None:
    asyncio.run(story(server, name))
