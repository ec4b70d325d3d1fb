"""What is written, sent to the server over one connection, answers in the order of the questions.

A few commands go out together, and the next few do not wait for their answers: while the server
works on some, we decide others, and a round trip and an `fsync` are shared by all who wait for
them. Each node of a cluster has a line of its own: one that is gone holds up nobody else.

`WAIT` counts the replicas that have what *its own connection* has written, so it closes the batch
whose writes it speaks of. While it waits the server takes nothing else from that connection, so
then only one batch is on its way, and the next one gathers.
"""

import asyncio
import builtins
import math
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import hiredis
from msgspec import Struct
from redis.asyncio import RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.exceptions import (
    AskError,
    ClusterError,
    ConnectionError,  # redis-py's own
    MovedError,
    RedisError,
    ResponseError,
    TimeoutError,  # redis-py's own
)

from infra.connections import TIMEOUT, AnyRedis

Command = tuple[Any, ...]

AT_ONCE = 8
"""So many do not wait for more."""
ELSEWHERE = (AskError, MovedError, ClusterError, ConnectionError, TimeoutError)
"""What a node says, or does, that has not got the slot any more."""


class TooFewReplicas(Exception):
    """It is written, but not everywhere it should be."""


class Question(Struct):
    command: Command
    packed: bytes
    """By hiredis: packing took most of the time of redis-py's own pipeline."""
    answer: "asyncio.Future[Any]"


Batch = list[Question]


class Appends:
    def __init__(self, redis: AnyRedis, replicas: int, wait_ms: int) -> None:
        self._redis: Any = redis
        self._spread = isinstance(redis, RedisCluster)
        self._closing = ("WAIT", replicas, wait_ms) if replicas else None
        self._connections: dict[ClusterNode | None, NodeConnection] = {}

    async def send(self, key: str, *command: Any) -> Any:
        """A command that writes this key; its answer, once so many replicas have it too."""
        node = await self._node(key) if self._spread else None
        connection = self._connections.get(node)
        if connection is None:
            connection = self._connections[node] = NodeConnection(self._redis, node, self._closing)
        return await connection.ask(command)

    async def _node(self, key: str) -> ClusterNode | None:
        await self._redis.initialize()
        node: ClusterNode | None = self._redis.get_node_from_key(key)
        return node


class NodeConnection:
    """One connection to one server, held as long as something is on its way."""

    def __init__(self, redis: Any, node: ClusterNode | None, closing: Command | None) -> None:
        self._redis, self._node, self._closing = redis, node, closing
        self._gathered: Batch = []
        self._on_the_way: deque[Batch] = deque()
        self._connection: Any = None
        self._talking: asyncio.Task[None] | None = None

    async def ask(self, command: Command) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._gathered.append(Question(command, hiredis.pack_command(command), answer))
        if self._talking is None:
            self._talking = asyncio.create_task(self._talk())
        elif self._connection and len(self._gathered) >= AT_ONCE and not self._closing:
            with suppress(RedisError):  # whoever listens hears that the connection is lost
                await self._send(self._gather(), self._connection)
        return await answer

    def _gather(self) -> Batch:
        batch, self._gathered = self._gathered, []
        self._on_the_way.append(batch)
        return batch

    async def _talk(self) -> None:
        while self._gathered:
            first = self._gather()
            try:
                async with self._connected() as connection, asyncio.timeout(TIMEOUT) as patience:
                    await self._send(first, connection)
                    self._connection = connection  # from now on others may send, too
                    while self._on_the_way:
                        await self._listen(connection)
                        _renew(patience)
            except Exception as error:
                await self._lose(error)
        self._talking = None

    async def _listen(self, connection: Any) -> None:
        """To the answers of one batch; then who has gathered need not wait for the others."""
        batch = self._on_the_way[0]
        answers = [await _answer(connection) for _ in range(self._answers_to(batch))]
        if self._node is not None:
            _check_here(answers)
        self._on_the_way.popleft()
        self._deliver(batch, answers)
        if self._gathered:
            await self._send(self._gather(), connection)

    async def _send(self, batch: Batch, connection: Any) -> None:
        packed = [question.packed for question in batch]
        if self._closing:
            packed.append(hiredis.pack_command(self._closing))
        await connection.send_packed_command(packed, check_health=False)

    def _answers_to(self, batch: Batch) -> int:
        return len(batch) + (self._closing is not None)

    async def _lose(self, error: Exception) -> None:
        """Whether what was on its way arrived, nobody knows; in a cluster it may be sent again."""
        if isinstance(error, builtins.TimeoutError):
            error = TimeoutError("the server does not answer")
        lost, self._on_the_way = self._on_the_way, deque()
        for batch in lost:
            if self._node is not None and isinstance(error, ELSEWHERE):
                self._deliver(batch, await self._redirected(batch))
            else:
                self._deliver(batch, [error] * self._answers_to(batch))

    def _deliver(self, batch: Batch, answers: Sequence[Any]) -> None:
        if self._closing:
            answers = self._replicated(answers)
        for question, answer in zip(batch, answers, strict=True):
            if question.answer.done():  # whoever waited has left
                continue
            if isinstance(answer, Exception):
                question.answer.set_exception(answer)
            else:
                question.answer.set_result(answer)

    async def _redirected(self, batch: Batch) -> list[Any]:
        """One by one, as redis-py finds its way when the slots have moved.

        What is written already answers that its version is taken. How many replicas have it, this
        way cannot tell.
        """
        answers: list[Any] = []
        for question in batch:
            try:
                answers.append(await self._redis.execute_command(*question.command))
            except Exception as error:
                answers.append(error)
        return [*answers, 0] if self._closing else answers

    def _replicated(self, answers: Sequence[Any]) -> Sequence[Any]:
        *written, reached = answers
        if isinstance(reached, int) and self._closing and reached >= self._closing[1]:
            return written
        missing = TooFewReplicas(f"only {reached} replicas have the entry")
        return [one if isinstance(one, Exception) else missing for one in written]

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        """One of redis-py's own. With a timeout it would send in a task of its own, so later."""
        connection = await self._take()
        patience, connection.socket_timeout = connection.socket_timeout, None
        try:
            yield connection
        finally:
            self._connection = None
            if self._on_the_way:  # answers to nobody
                await connection.disconnect(nowait=True)
            connection.socket_timeout = patience
            await self._give_back(connection)

    async def _take(self) -> Any:
        if self._node is None:
            return await self._redis.connection_pool.get_connection()
        return self._node.acquire_connection()

    async def _give_back(self, connection: Any) -> None:
        if self._node is None:
            await self._redis.connection_pool.release(connection)
        else:
            self._node.release(connection)


async def _answer(connection: Any) -> Any:
    try:
        return await connection.read_response(disable_decoding=True, timeout=math.inf)
    except ResponseError as error:
        return error


def _check_here(answers: Sequence[Any]) -> None:
    """Raise what says that this node has not got the slot any more."""
    for answer in answers:
        if isinstance(answer, ELSEWHERE):
            raise answer


def _renew(patience: asyncio.Timeout) -> None:
    """Not after every batch: setting a timer takes as long as a command."""
    until, renewed = patience.when() or 0.0, asyncio.get_running_loop().time() + TIMEOUT
    if renewed - until > TIMEOUT / 10:
        patience.reschedule(renewed)
