"""Batches of appends, on a real server: everybody gets an answer, and the right one."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import redis
from redis.exceptions import ConnectionError, ResponseError

from infra.appends import Appends, TooFewReplicas
from infra.connections import connect
from infra.embedded import EmbeddedServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    started = EmbeddedServer(tmp_path_factory.mktemp("appends"))
    started.start()
    yield started
    started.stop()


def on(server: EmbeddedServer, talk: Callable[[Appends], Awaitable[Any]], replicas: int = 0) -> Any:
    async def connected() -> Any:
        client = connect(server.url)
        try:
            return await talk(Appends(client, replicas, 10))
        finally:
            await client.aclose()

    return asyncio.run(connected())


def commands(server: EmbeddedServer, name: str) -> int:
    with redis.from_url(server.url) as client:
        return int(client.info("commandstats").get(f"cmdstat_{name}", {}).get("calls", 0))


def test_everybody_gets_the_answer_to_his_own_command(server: EmbeddedServer) -> None:
    async def talk(appends: Appends) -> Any:
        return await asyncio.gather(
            *(appends.send(f"sum-{n}", "INCRBY", f"sum-{n}", n) for n in range(300))
        )

    assert on(server, talk) == list(range(300))


def test_a_command_that_fails_fails_alone(server: EmbeddedServer) -> None:
    async def talk(appends: Appends) -> list[Any]:
        add = ("XADD", "stream", "1-0", "line", b"x")
        return await asyncio.gather(
            *(appends.send("stream", *add) for _ in range(3)),
            appends.send("other", "SET", "other", 1),
            return_exceptions=True,
        )

    first, *taken, other = on(server, talk)
    assert (first, other) == (b"1-0", b"OK")
    assert all(isinstance(error, ResponseError) for error in taken)
    assert all("equal or smaller" in str(error) for error in taken)


def test_who_leaves_takes_nobody_along(server: EmbeddedServer) -> None:
    async def talk(appends: Appends) -> Any:
        leaving = asyncio.create_task(appends.send("a", "SET", "a", 1))
        staying = asyncio.create_task(appends.send("b", "SET", "b", 1))
        await asyncio.sleep(0)
        leaving.cancel()
        with suppress(asyncio.CancelledError):
            await leaving
        return await staying

    assert on(server, talk) == b"OK"


def test_a_batch_is_waited_for_on_the_connection_that_wrote_it(server: EmbeddedServer) -> None:
    """There is no replica here, so the batch is written and yet not acknowledged."""

    async def talk(appends: Appends) -> list[Any]:
        sends = (appends.send(f"w{n}", "SET", f"w{n}", 1) for n in range(50))
        return await asyncio.gather(*sends, return_exceptions=True)

    before = commands(server, "wait")
    answers = on(server, talk, replicas=1)
    assert all(isinstance(answer, TooFewReplicas) for answer in answers)
    assert 1 <= commands(server, "wait") - before < 50
    with redis.from_url(server.url) as client:
        assert client.exists(*(f"w{n}" for n in range(50))) == 50


def test_when_the_server_is_gone_everybody_hears_it_and_later_all_is_well(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    server.start()

    async def talk(appends: Appends) -> None:
        assert await appends.send("a", "INCR", "a") == 1
        await asyncio.to_thread(server.stop)
        sends = (appends.send(f"k{n}", "SET", f"k{n}", 1) for n in range(5))
        lost = await asyncio.gather(*sends, return_exceptions=True)
        assert all(isinstance(error, ConnectionError) for error in lost)
        await asyncio.to_thread(server.start)
        assert await appends.send("a", "INCR", "a") == 2

    try:
        on(server, talk)
    finally:
        server.stop()
