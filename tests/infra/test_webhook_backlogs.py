"""Backlogs and subscriptions: notes that come in between, locks, limits; on one server and on a
cluster, where scripts may touch one slot only."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from infra.connections import AnyRedis, connect, disconnect
from infra.embedded import EmbeddedServer
from infra.webhook_backlogs import ASKED, MOST_ASKED, Backlog, Backlogs, Delivery, Failure
from infra.webhook_subscriptions import EveryGame, Notice, Subscription, Subscriptions
from tests.cluster import three_masters

AT = "2026-11-16T12:00:00.000Z"
GAME = Backlog("1", "game_x")
TRIED = Delivery(
    message="game_x_2_game-action",
    kind="game.action",
    at=AT,
    attempt=1,
    delivered=True,
    took_ms=1,
)
Story = Callable[[Subscriptions, Backlogs], Awaitable[None]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    started = EmbeddedServer(tmp_path_factory.mktemp("backlogs"))
    started.start()
    yield started
    started.stop()


def told(url: str, story: Story) -> None:
    async def run() -> None:
        client: AnyRedis = connect(url)
        plain: Any = client
        await plain.flushall()
        try:
            await story(Subscriptions(client), Backlogs(client))
        finally:
            await disconnect(client)

    asyncio.run(run())


def subscription(name: str) -> Subscription:
    return Subscription(
        id=name,
        url="http://127.0.0.1/",
        kinds=("game.action",),
        scope=EveryGame(),
        owner="organizer",
        secret="whsec_AAAA",
        created=AT,
    )


async def a_life(subscriptions: Subscriptions, backlogs: Backlogs) -> None:
    assert await subscriptions.changes() == 0
    assert await subscriptions.add(subscription("1"), most=2, most_of_owner=2)
    assert await subscriptions.changes() == 1

    await backlogs.note([GAME], 1000)
    assert await backlogs.take(999, 2000, 10) == []
    assert await backlogs.take(1000, 2000, 10) == [GAME]
    assert await backlogs.take(1000, 2000, 10) == [], "somebody has it"
    noted = await backlogs.noted(GAME)
    await backlogs.note([GAME], 1500)
    assert not await backlogs.finish(GAME, noted, 1500), "something came in between"
    assert await backlogs.take(1500, 2000, 10) == [GAME]
    assert await backlogs.finish(GAME, await backlogs.noted(GAME), 1500)
    assert (await backlogs.waiting("1"), await backlogs.take(9999, 9999, 10)) == (0, [])

    failure = Failure(1, 1, 2, "answered 500")
    await backlogs.failed(GAME, failure, TRIED, of_receiver=True)
    assert await backlogs.failure("1") == failure
    await backlogs.failed(GAME, failure, TRIED, of_receiver=False)
    assert await backlogs.failure("1") is None, "whoever answers is there"
    assert await backlogs.failure("1", GAME.stream) == failure
    await backlogs.delivered(GAME, "2:game.action", TRIED)
    assert await backlogs.failures("1") == []
    assert await backlogs.cursor(GAME) == "2:game.action"
    assert len(await backlogs.deliveries("1")) == 3
    assert await backlogs.figures() == {"delivered": 1, "failed": 2, "waiting": 0}

    [known] = await subscriptions.all()
    assert await subscriptions.of_owner("organizer") == [known]
    assert await subscriptions.remove(known)
    await backlogs.forget("1")
    await backlogs.delivered(GAME, "3:game.action", TRIED)
    assert (await backlogs.deliveries("1"), await backlogs.streams("1")) == ([], [])
    assert await subscriptions.find("1") is None


async def limits(subscriptions: Subscriptions, backlogs: Backlogs) -> None:
    assert await subscriptions.add(subscription("1"), most=2, most_of_owner=1)
    assert not await subscriptions.add(subscription("2"), most=2, most_of_owner=1)
    other = msgspec.structs.replace(subscription("3"), owner="other")
    assert await subscriptions.add(other, most=2, most_of_owner=1)
    fourth = msgspec.structs.replace(subscription("4"), owner="fourth")
    assert not await subscriptions.add(fourth, most=2, most_of_owner=1)
    for number in range(MOST_ASKED):
        assert await backlogs.ask_for("1", f"test_{number}", 0)
    assert not await backlogs.ask_for("1", "test_more", 0)
    assert await backlogs.first_asked("1") == "test_0"
    await backlogs.end_asked("1", "test_0")
    assert await backlogs.first_asked("1") == "test_1"
    assert await backlogs.take(0, 1, 10) == [Backlog("1", ASKED)]


async def turns(subscriptions: Subscriptions, backlogs: Backlogs) -> None:
    """One at a time works on a backlog, and a subscription is changed by one after the other."""
    token = await backlogs.lock(GAME, 60_000)
    assert token
    assert await backlogs.lock(GAME, 60_000) is None
    assert await backlogs.still_mine(GAME, token, 60_000)
    assert not await backlogs.still_mine(GAME, "somebody else's", 60_000)
    await backlogs.release(GAME, token)
    assert await backlogs.lock(GAME, 60_000)

    await subscriptions.add(subscription("1"), most=2, most_of_owner=2)

    def with_kind(number: int) -> Callable[[Subscription], Subscription]:
        return lambda one: msgspec.structs.replace(one, kinds=(*one.kinds, f"kind.{number}"))

    await asyncio.gather(*(subscriptions.change("1", with_kind(n)) for n in range(5)))
    found = await subscriptions.find("1")
    assert found
    assert set(found.kinds) == {"game.action", *(f"kind.{n}" for n in range(5))}
    stopped = await subscriptions.change(
        "1", lambda one: msgspec.structs.replace(one, notice=Notice("gone", AT))
    )
    assert stopped
    assert not stopped.is_enabled
    await backlogs.note([GAME], 0)
    await backlogs.rest("1")
    assert await backlogs.take(1, 2, 10) == []
    assert (await backlogs.waiting("1"), await backlogs.streams("1")) == (1, ["game_x"])


@pytest.mark.parametrize("story", [a_life, limits, turns])
def test_on_one_server(server: EmbeddedServer, story: Story) -> None:
    told(server.url, story)


def test_on_a_cluster(tmp_path: Path) -> None:
    with three_masters(tmp_path) as cluster:
        for story in (a_life, limits, turns):
            told(cluster.url, story)
