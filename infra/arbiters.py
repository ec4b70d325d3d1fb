"""Who may rule: the keys of arbiters, by their digests, in one hash for all processes.

A key can be revoked at any moment and by any process, so the server is asked every time.
"""

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError

from infra.appends import Appends, TooFewReplicas
from infra.connections import AnyRedis
from infra.log_errors import StorageUnavailable

KEY = "schichtbuch:arbiters"


class Arbiter(Struct, frozen=True):
    id: str
    """To revoke the key by."""
    name: str
    """As it stands in the log with every ruling."""
    created: str
    """When the key was made (RFC 3339, UTC)."""


class Arbiters:
    def __init__(self, redis: AnyRedis, replicas: int = 0, wait_ms: int = 1000) -> None:
        self._redis: Any = redis
        self._appends = Appends(redis, replicas, wait_ms)
        self._questions = Appends(redis, replicas=0, wait_ms=0)

    async def add(self, name: str, digest: str, created: str) -> Arbiter:
        new = Arbiter(secrets.token_hex(8), name, created)
        await self._ask(self._appends.send(KEY, "HSET", KEY, digest, msgspec.json.encode(new)))
        return new

    async def all(self) -> list[Arbiter]:
        """Oldest first."""
        found = [arbiter for _, arbiter in await self._stored()]
        return sorted(found, key=lambda arbiter: (arbiter.created, arbiter.id))

    async def revoke(self, arbiter_id: str) -> bool:
        """False if there is no such arbiter."""
        digests = [digest for digest, found in await self._stored() if found.id == arbiter_id]
        if not digests:
            return False
        return bool(await self._ask(self._appends.send(KEY, "HDEL", KEY, *digests)))

    async def find(self, digest: str) -> Arbiter | None:
        """Whose key has this digest."""
        stored = await self._ask(self._questions.send(KEY, "HGET", KEY, digest))
        return msgspec.json.decode(stored, type=Arbiter) if stored else None

    async def without_key(self, digests: Iterable[str]) -> set[str]:
        """Those of the digests that are no key any more."""
        asked = list(digests)
        found = await self._ask(self._questions.send(KEY, "HMGET", KEY, *asked))
        return {digest for digest, stored in zip(asked, found, strict=True) if not stored}

    async def _stored(self) -> list[tuple[bytes, Arbiter]]:
        """Digests, and whose they are."""
        found = await self._ask(self._redis.hgetall(KEY))
        return [(digest, msgspec.json.decode(kept, type=Arbiter)) for digest, kept in found.items()]

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except (RedisError, TooFewReplicas) as error:
            raise StorageUnavailable(str(error)) from error
