"""Batches of appends, on a real server: everybody gets an answer, and the right one."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import redis
from redis.exceptions import ConnectionError, ResponseError, TimeoutError

from infra.appends import AT_ONCE, Appends, TooFewReplicas
from infra.connections import connect
from infra.embedded import EmbeddedServer
from tests.waiting import eventually


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


def test_what_cannot_be_sent_hinders_nobody(server: EmbeddedServer) -> None:
    async def talk(appends: Appends) -> list[Any]:
        sends = [("SET", "s", 1), ("SET", "s", object()), *[("INCR", "s")] * 20]
        return await asyncio.gather(
            *(appends.send("s", *command) for command in sends), return_exceptions=True
        )

    first, wrong, *others = on(server, talk)
    assert (first, type(wrong), others) == (b"OK", TypeError, list(range(2, 22)))


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


async def on_the_way(appends: Appends, other: "redis.Redis") -> list[asyncio.Task[Any]]:
    """One that the server does not answer, and twenty that followed it all the same."""
    await appends.send("n", "SET", "n", 0)
    other.client_pause(60_000, all=False)
    sends = [asyncio.create_task(appends.send("n", "INCR", "n"))]
    await asyncio.to_thread(eventually, lambda: unanswered(other) == [0])
    sends += [asyncio.create_task(appends.send("n", "INCR", "n")) for _ in range(20)]
    await asyncio.to_thread(eventually, lambda: unanswered(other) > [0])
    return sends


def unanswered(client: "redis.Redis") -> list[int]:
    """Of every client that is made to wait, the bytes it has sent since."""
    return [int(one["qbuf"]) for one in client.client_list() if "b" in one["flags"]]


def test_the_next_ones_do_not_wait_for_the_answers_to_the_last(server: EmbeddedServer) -> None:
    async def talk(appends: Appends) -> list[Any]:
        with redis.from_url(server.url) as other:
            sends = await on_the_way(appends, other)
            other.client_unpause()
        return await asyncio.gather(*sends)

    assert on(server, talk) == list(range(1, 22))


def test_a_lost_connection_is_told_to_all_whose_command_was_on_its_way(
    server: EmbeddedServer,
) -> None:
    """The others go over the next one."""

    async def talk(appends: Appends) -> list[Any]:
        with redis.from_url(server.url) as other:
            sends = await on_the_way(appends, other)
            other.client_kill_filter(_type="normal", skipme=True)
            other.client_unpause()
        return await asyncio.gather(*sends, return_exceptions=True)

    answers = on(server, talk)
    lost = 1 + 20 // AT_ONCE * AT_ONCE
    assert [type(error) for error in answers[:lost]] == [ConnectionError] * lost
    assert answers[lost:] == list(range(1, 22 - lost))


def test_a_server_that_does_not_answer_is_not_waited_for_forever(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infra.appends.TIMEOUT", 0.3)

    async def talk(appends: Appends) -> list[Any]:
        with redis.from_url(server.url) as other:
            sends = await on_the_way(appends, other)
            tired = await asyncio.gather(*sends, return_exceptions=True)
            other.client_unpause()
        return [*tired, await appends.send("m", "INCR", "m")]

    *tired, later = on(server, talk)
    assert [type(error) for error in tired] == [TimeoutError] * 21
    assert later == 1
