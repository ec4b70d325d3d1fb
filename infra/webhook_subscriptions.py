"""Who is told of what: the subscriptions of webhooks, in one hash for all processes.

A counter beside it says that something has changed, so whoever has to know all of them at every
entry asks for one number. The secrets are kept as they are: without them nothing can be signed.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError

from infra.appends import Appends, TooFewReplicas
from infra.connections import AnyRedis
from infra.game_log import StorageUnavailable

TAG = "{schichtbuch:webhooks}"
"""All keys of webhooks share a slot of a cluster: scripts change several of them at once."""
SUBSCRIPTIONS = f"{TAG}:subscriptions"
CHANGES = f"{TAG}:changes"
TRIES = 20

ADD = """
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
if redis.call('SCARD', KEYS[3]) >= tonumber(ARGV[4]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('SADD', KEYS[3], ARGV[1])
redis.call('INCR', KEYS[2])
return 1
"""
REPLACE = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('INCR', KEYS[2])
return 1
"""
"""Only if nobody has changed it meanwhile."""
REMOVE = """
redis.call('SREM', KEYS[3], ARGV[1])
redis.call('INCR', KEYS[2])
return redis.call('HDEL', KEYS[1], ARGV[1])
"""


class EveryGame(Struct, frozen=True, tag_field="type", tag="all", forbid_unknown_fields=True):
    """Every game and every tournament."""


class OneGame(Struct, frozen=True, tag_field="type", tag="game", forbid_unknown_fields=True):
    """One game, as everybody may see it."""

    game: str
    """Its id."""


class OneTournament(
    Struct, frozen=True, tag_field="type", tag="tournament", forbid_unknown_fields=True
):
    """One tournament, and the games of its tables."""

    tournament: str
    """Its id."""


class OneSeat(Struct, frozen=True, tag_field="type", tag="seat", forbid_unknown_fields=True):
    """One game, as one seat of it may see it."""

    game: str
    """Its id."""
    seat: int | None = None
    """Whose token it was subscribed with; not to be sent."""


Scope: TypeAlias = EveryGame | OneGame | OneTournament | OneSeat

NoticeCode: TypeAlias = Literal["switched_off", "gone", "failing", "token_ended"]


class Notice(Struct, frozen=True):
    """Why nothing is sent any more."""

    code: NoticeCode
    """`switched_off` by whoever may; `gone`: the receiver answered 410; `failing` for a day;
    `token_ended`: the seat has another token."""
    at: str
    """Since when (RFC 3339, UTC)."""


class Subscription(Struct, frozen=True, kw_only=True):
    id: str
    url: str
    kinds: tuple[str, ...]
    scope: Scope
    owner: str
    """Whose it is: `organizer`, a tournament's, or a seat's."""
    secret: str
    created: str
    notice: Notice | None = None
    """Nothing is sent as long as there is one."""
    holder: str = ""
    """The digest of the token that a seat has subscribed with."""
    old_secret: str = ""
    """It signs, too, until `old_until`."""
    old_until: str = ""

    @property
    def is_enabled(self) -> bool:
        return self.notice is None


_decoder = msgspec.json.Decoder(Subscription)


class Subscriptions:
    def __init__(self, redis: AnyRedis, replicas: int = 0, wait_ms: int = 1000) -> None:
        self._redis: Any = redis
        self._appends = Appends(redis, replicas, wait_ms)

    async def add(self, new: Subscription, most: int, most_of_owner: int) -> bool:
        """False if there are too many, in all or of this owner."""
        arguments = (new.id, msgspec.json.encode(new), most, most_of_owner)
        return bool(await self._run(ADD, new.owner, *arguments))

    async def find(self, subscription_id: str) -> Subscription | None:
        stored = await self._ask(self._redis.hget(SUBSCRIPTIONS, subscription_id))
        return _decoder.decode(stored) if stored else None

    async def all(self) -> list[Subscription]:
        """Oldest first."""
        stored = await self._ask(self._redis.hvals(SUBSCRIPTIONS))
        return _sorted([_decoder.decode(one) for one in stored])

    async def of_owner(self, owner: str) -> list[Subscription]:
        ids = await self._ask(self._redis.smembers(_owner_key(owner)))
        stored = await self._ask(self._redis.hmget(SUBSCRIPTIONS, list(ids))) if ids else []
        return _sorted([_decoder.decode(one) for one in stored if one])

    async def change(
        self, subscription_id: str, how: Callable[[Subscription], Subscription]
    ) -> Subscription | None:
        """As it is now; None if there is none any more."""
        for _ in range(TRIES):
            stored = await self._ask(self._redis.hget(SUBSCRIPTIONS, subscription_id))
            if stored is None:
                return None
            known = _decoder.decode(stored)
            new = how(known)
            arguments = (known.id, stored, msgspec.json.encode(new))
            if await self._run(REPLACE, known.owner, *arguments):
                return new
        raise StorageUnavailable("a subscription is changed all the time")

    async def remove(self, known: Subscription) -> bool:
        return bool(await self._run(REMOVE, known.owner, known.id))

    async def changes(self) -> int:
        """Another number than before, if anything is different."""
        return int(await self._ask(self._redis.get(CHANGES)) or 0)

    def _run(self, script: str, owner: str, *arguments: Any) -> Any:
        keys = (SUBSCRIPTIONS, CHANGES, _owner_key(owner))
        return self._ask(self._appends.send(SUBSCRIPTIONS, "EVAL", script, 3, *keys, *arguments))

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except (RedisError, TooFewReplicas) as error:
            raise StorageUnavailable(str(error)) from error


def _owner_key(owner: str) -> str:
    return f"{TAG}:owner:{owner}"


def _sorted(found: Sequence[Subscription]) -> list[Subscription]:
    return sorted(found, key=lambda one: (one.created, one.id))
