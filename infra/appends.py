"""What is written, sent to the server in batches.

While one batch is on its way the next one gathers, so a round trip and an `fsync` are shared by all
who wait for them. Each node of a cluster has batches of its own: one that is gone holds up nobody
else. `WAIT` counts the replicas that have what *its own connection* has written, so it closes the
batch whose writes it speaks of.
"""

import asyncio
import builtins
import math
from typing import Any

import hiredis
from redis.asyncio import RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.exceptions import (
    AskError,
    ClusterError,
    ConnectionError,  # redis-py's own
    MovedError,
    ResponseError,
    TimeoutError,  # redis-py's own
)

from infra.connections import TIMEOUT, AnyRedis

Command = tuple[Any, ...]

ELSEWHERE = (AskError, MovedError, ClusterError, ConnectionError, TimeoutError)
"""What a node says, or does, that has not got the slot any more."""


class TooFewReplicas(Exception):
    """It is written, but not everywhere it should be."""


class Appends:
    def __init__(self, redis: AnyRedis, replicas: int, wait_ms: int) -> None:
        self._redis: Any = redis
        self._spread = isinstance(redis, RedisCluster)
        self._closing = ("WAIT", replicas, wait_ms) if replicas else None
        self._waiting: dict[ClusterNode | None, list[tuple[Command, asyncio.Future[Any]]]] = {}
        self._senders: set[asyncio.Task[None]] = set()

    async def send(self, key: str, *command: Any) -> Any:
        """A command that writes this key; its answer, once so many replicas have it too."""
        node = await self._node(key) if self._spread else None
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        waiting = self._waiting.get(node)
        if waiting is None:
            self._waiting[node] = [(command, answer)]
            sender = asyncio.create_task(self._send_all(node))
            self._senders.add(sender)
            sender.add_done_callback(self._senders.discard)
        else:
            waiting.append((command, answer))
        return await answer

    async def _node(self, key: str) -> ClusterNode | None:
        await self._redis.initialize()
        node: ClusterNode | None = self._redis.get_node_from_key(key)
        return node

    async def _send_all(self, node: ClusterNode | None) -> None:
        while batch := self._waiting[node]:
            self._waiting[node] = []
            for (_, future), answer in zip(
                batch, await self._send([command for command, _ in batch], node), strict=True
            ):
                if future.done():  # whoever waited has left
                    continue
                if isinstance(answer, Exception):
                    future.set_exception(answer)
                else:
                    future.set_result(answer)
        del self._waiting[node]

    async def _send(self, commands: list[Command], node: ClusterNode | None) -> list[Any]:
        """An answer or an exception for each."""
        closed = [*commands, self._closing] if self._closing else commands
        try:
            answers = await (self._ask(closed) if node is None else _ask_node(closed, node))
        except Exception as error:
            answers = [error] * len(closed)
        if node is not None and any(isinstance(answer, ELSEWHERE) for answer in answers):
            answers = [await self._redirected(command) for command in closed]
        return self._replicated(answers) if self._closing else answers

    async def _ask(self, commands: list[Command]) -> list[Any]:
        pool = self._redis.connection_pool
        connection = await pool.get_connection()
        try:
            return await _answers(commands, connection)
        finally:
            await pool.release(connection)

    async def _redirected(self, command: Command) -> Any:
        """One by one, as redis-py finds its way when the slots have moved.

        What is written already answers that its version is taken. How many replicas have it, this
        way cannot tell.
        """
        if command is self._closing:
            return 0
        try:
            return await self._redis.execute_command(*command)
        except Exception as error:
            return error

    def _replicated(self, answers: list[Any]) -> list[Any]:
        *written, reached = answers
        if isinstance(reached, int) and self._closing and reached >= self._closing[1]:
            return written
        missing = TooFewReplicas(f"only {reached} replicas have the entry")
        return [one if isinstance(one, Exception) else missing for one in written]


async def _ask_node(commands: list[Command], node: ClusterNode) -> list[Any]:
    connection = node.acquire_connection()
    try:
        return await _answers(commands, connection)
    finally:
        node.release(connection)


async def _answers(commands: list[Command], connection: Any) -> list[Any]:
    """As redis-py's pipeline would, but packed by hiredis, which took most of its time."""
    try:
        async with asyncio.timeout(TIMEOUT):
            await connection.send_packed_command([hiredis.pack_command(one) for one in commands])
            return [await _answer(connection) for _ in commands]
    except BaseException as error:
        await connection.disconnect(nowait=True)  # answers to nobody may still be on their way
        if isinstance(error, builtins.TimeoutError):
            raise TimeoutError("the server does not answer") from error
        raise


async def _answer(connection: Any) -> Any:
    try:
        return await connection.read_response(disable_decoding=True, timeout=math.inf)
    except ResponseError as error:
        return error
