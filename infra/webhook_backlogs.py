"""What is still to be sent: a backlog per subscription and stream, and how far each has come.

Whoever appends to a stream notes it for every subscription that hears it. A backlog is there until
all of its stream is delivered; a note that comes meanwhile is counted, so it is never lost with the
backlog that was just worked off. The truth is the log and the cursor: notes only say where to look.
"""

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError

from infra.appends import Appends
from infra.connections import AnyRedis
from infra.game_log import StorageUnavailable
from infra.webhook_subscriptions import SUBSCRIPTIONS, TAG

DUE = f"{TAG}:due"
"""Backlogs by when they are to be looked at, in milliseconds."""
FIGURES = f"{TAG}:figures"
ASKED = "asked"
"""A backlog beside those of streams: what somebody has asked to be sent once more."""
MOST_ASKED = 20
KEPT_DELIVERIES = 200
"""Per subscription."""

NOTE = """
redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
redis.call('ZADD', KEYS[1], 'NX', ARGV[3], ARGV[2])
"""
TAKE = """
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, one in ipairs(found) do redis.call('ZADD', KEYS[1], ARGV[2], one) end
return found
"""
"""Whoever takes them has them alone for a while; if he dies with them, they are due again."""
FINISH = """
if (redis.call('HGET', KEYS[2], ARGV[1]) or '') == ARGV[4] then
  redis.call('HDEL', KEYS[2], ARGV[1])
  redis.call('ZREM', KEYS[1], ARGV[2])
  return 1
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[2])
return 0
"""
"""Unless something was noted since: then it is due again."""
RENEW = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
"""
RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
"""
RECORD = """
redis.call('HINCRBY', KEYS[2], ARGV[3], 1)
if redis.call('HEXISTS', KEYS[5], ARGV[4]) == 0 then return end
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, ARGV[2])
"""
"""Nothing is kept of a subscription that has ended meanwhile."""
DELIVERED = f"""{RECORD}
redis.call('HSET', KEYS[3], ARGV[5], ARGV[6])
redis.call('HDEL', KEYS[4], ARGV[5], '')
"""
FAILED = f"""{RECORD}
redis.call('HSET', KEYS[4], ARGV[5], ARGV[6])
if ARGV[5] ~= '' then redis.call('HDEL', KEYS[4], '') end
"""
"""A receiver that answers is there, whatever it says."""


class Backlog(Struct, frozen=True):
    subscription: str
    stream: str

    @property
    def text(self) -> str:
        return f"{self.subscription}|{self.stream}"

    @classmethod
    def read(cls, text: str) -> "Backlog":
        subscription, _, stream = text.partition("|")
        return cls(subscription, stream)


class Delivery(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One try to send a message."""

    message: str
    """Its `webhook-id`: the same for every try."""
    kind: str
    """Like `game.action`."""
    at: str
    """When it was sent (RFC 3339, UTC)."""
    attempt: int
    """Which try it was, counted from 1 since the message before was delivered."""
    delivered: bool
    """Whether the receiver took it."""
    took_ms: int
    """How long the answer took, in milliseconds."""
    status: int | None = None
    """What the receiver answered, if it did."""
    error: str | None = None
    """Why there was no answer."""


class Failure(Struct, frozen=True):
    """Since the last success."""

    since_ms: int
    attempts: int
    until_ms: int
    said: str


class Backlogs:
    def __init__(self, redis: AnyRedis) -> None:
        self._redis: Any = redis
        self._appends = Appends(redis, replicas=0, wait_ms=0)

    async def note(self, backlogs: Iterable[Backlog], at_ms: int) -> None:
        """Each is to be looked at now, or when it would be anyway."""
        await self._ask(asyncio.gather(*(self._note(one, at_ms) for one in backlogs)))

    def _note(self, one: Backlog, at_ms: int) -> Any:
        keys = (DUE, _notes(one.subscription))
        return self._run(NOTE, keys, one.stream, one.text, at_ms)

    async def take(self, at_ms: int, until_ms: int, most: int) -> list[Backlog]:
        """Some that are due; nobody else gets them before `until_ms`."""
        found = await self._ask(self._run(TAKE, (DUE,), at_ms, until_ms, most))
        return [Backlog.read(one.decode()) for one in found]

    async def noted(self, one: Backlog) -> bytes:
        """To finish it by; empty if there is nothing to do."""
        found = await self._ask(self._redis.hget(_notes(one.subscription), one.stream))
        return found or b""

    async def finish(self, one: Backlog, noted: bytes, at_ms: int) -> bool:
        """False if something has been noted since."""
        keys = (DUE, _notes(one.subscription))
        arguments = (one.stream, one.text, at_ms, noted)
        return bool(await self._ask(self._run(FINISH, keys, *arguments)))

    async def postpone(self, one: Backlog, until_ms: int) -> None:
        await self._ask(self._redis.zadd(DUE, {one.text: until_ms}, xx=True))

    async def drop(self, one: Backlog) -> None:
        """Whatever was noted: there is nobody to hear it, or nothing to be heard."""
        await self._ask(self._redis.zrem(DUE, one.text))
        await self._ask(self._redis.hdel(_notes(one.subscription), one.stream))

    async def lock(self, one: Backlog, ms: int) -> str | None:
        """What to keep it by, for so long; None if somebody else is at it."""
        token = secrets.token_hex(8)
        taken = await self._ask(self._redis.set(_lock(one), token, nx=True, px=ms))
        return token if taken else None

    async def still_mine(self, one: Backlog, token: str, ms: int) -> bool:
        return bool(await self._ask(self._run(RENEW, (_lock(one),), token, ms)))

    async def release(self, one: Backlog, token: str) -> None:
        await self._ask(self._run(RELEASE, (_lock(one),), token))

    async def cursor(self, one: Backlog) -> str | None:
        """How far the stream is delivered; None if nothing of it was ever looked at."""
        found = await self._ask(self._redis.hget(_cursors(one.subscription), one.stream))
        return found.decode() if found else None

    async def move(self, one: Backlog, cursor: str) -> None:
        await self._ask(self._redis.hset(_cursors(one.subscription), one.stream, cursor))

    async def streams(self, subscription: str) -> list[str]:
        """All that it has heard of, or is to hear of."""
        heard = await self._ask(self._redis.hkeys(_cursors(subscription)))
        waiting = await self._ask(self._redis.hkeys(_notes(subscription)))
        return sorted({one.decode() for one in (*heard, *waiting)})

    async def waiting(self, subscription: str) -> int:
        """How many streams are not delivered to their end."""
        return int(await self._ask(self._redis.hlen(_notes(subscription))))

    async def rest(self, subscription: str) -> None:
        """Nothing of it is looked at any more; what was noted stays noted."""
        streams = await self._ask(self._redis.hkeys(_notes(subscription)))
        if streams:
            texts = [Backlog(subscription, stream.decode()).text for stream in streams]
            await self._ask(self._redis.zrem(DUE, *texts))

    async def forget(self, subscription: str) -> None:
        """All of it, cursors and deliveries included."""
        await self.rest(subscription)
        parts = (_notes, _cursors, _failures, _deliveries, _asked)
        await self._ask(self._redis.delete(*(part(subscription) for part in parts)))

    async def failure(self, subscription: str, stream: str = "") -> Failure | None:
        """Of a stream, or, without one, of the receiver as a whole."""
        found = await self._ask(self._redis.hget(_failures(subscription), stream))
        return msgspec.json.decode(found, type=Failure) if found else None

    async def failures(self, subscription: str) -> list[Failure]:
        found = await self._ask(self._redis.hvals(_failures(subscription)))
        return [msgspec.json.decode(one, type=Failure) for one in found]

    async def forgive(self, subscription: str) -> None:
        await self._ask(self._redis.delete(_failures(subscription)))

    async def delivered(self, one: Backlog, cursor: str, delivery: Delivery) -> None:
        """The cursor moves with the note that it was delivered, or neither."""
        await self._record(DELIVERED, one, delivery, "delivered", one.stream, cursor)

    async def failed(
        self, one: Backlog, failure: Failure, delivery: Delivery, *, of_receiver: bool
    ) -> None:
        where = "" if of_receiver else one.stream
        written = msgspec.json.encode(failure)
        await self._record(FAILED, one, delivery, "failed", where, written)

    async def deliveries(self, subscription: str) -> list[Delivery]:
        """Newest first."""
        found = await self._ask(self._redis.lrange(_deliveries(subscription), 0, -1))
        return [msgspec.json.decode(one, type=Delivery) for one in found]

    async def ask_for(self, subscription: str, message: str, at_ms: int) -> bool:
        """To be sent once more; False if too many are asked for already."""
        key = _asked(subscription)
        if await self._ask(self._redis.llen(key)) >= MOST_ASKED:
            return False
        await self._ask(self._redis.rpush(key, message))
        await self.note([Backlog(subscription, ASKED)], at_ms)
        return True

    async def first_asked(self, subscription: str) -> str | None:
        found = await self._ask(self._redis.lindex(_asked(subscription), 0))
        return found.decode() if found else None

    async def end_asked(self, subscription: str, message: str) -> None:
        await self._ask(self._redis.lrem(_asked(subscription), 1, message))
        await self._ask(self._redis.hdel(_failures(subscription), ASKED))

    async def sent_again(self, one: Backlog, delivery: Delivery) -> None:
        await self._record(RECORD, one, delivery, "delivered")

    async def figures(self) -> dict[str, int]:
        """How many tries were `delivered` or `failed` so far, and how many backlogs wait."""
        found = await self._ask(self._redis.hgetall(FIGURES))
        counted = {name.decode(): int(count) for name, count in found.items()}
        waiting = int(await self._ask(self._redis.zcard(DUE)))
        return {"delivered": 0, "failed": 0, **counted, "waiting": waiting}

    def _record(
        self, script: str, one: Backlog, delivery: Delivery, figure: str, *written: Any
    ) -> Any:
        subscription = one.subscription
        keys = (
            _deliveries(subscription),
            FIGURES,
            _cursors(subscription),
            _failures(subscription),
            SUBSCRIPTIONS,
        )
        entry = msgspec.json.encode(delivery)
        head = (entry, KEPT_DELIVERIES - 1, figure, subscription)
        return self._ask(self._run(script, keys, *head, *written))

    def _run(self, script: str, keys: Sequence[str], *arguments: Any) -> Any:
        return self._appends.send(keys[0], "EVAL", script, len(keys), *keys, *arguments)

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error


def _notes(subscription: str) -> str:
    return f"{TAG}:notes:{subscription}"


def _cursors(subscription: str) -> str:
    return f"{TAG}:cursors:{subscription}"


def _failures(subscription: str) -> str:
    return f"{TAG}:failures:{subscription}"


def _deliveries(subscription: str) -> str:
    return f"{TAG}:deliveries:{subscription}"


def _asked(subscription: str) -> str:
    return f"{TAG}:asked:{subscription}"


def _lock(one: Backlog) -> str:
    return f"{TAG}:sending:{one.text}"
