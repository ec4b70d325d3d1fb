"""Snapshots beside the log: derived, disposable, never the truth.

One every so many versions, in a hash beside the stream. A missing, foreign or outdated snapshot is
as good as none: the game is folded from an earlier one, or from the start.

Idempotency keys are kept apart, each snapshot those that are new with it: whoever only looks at the
past needs none of them, and a state does not get heavier with every action that went before.
"""

from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError

from domain.kernel.actions import By
from domain.kernel.catalog import Catalog
from domain.kernel.decider import AnyGame
from infra.connections import AnyRedis
from replays.aggregate import Aggregate

EVERY = 50
FORMAT = 2
"""Raised when states change in a way that old snapshots cannot be read as."""

Key = tuple[By, str, int, int]


class Snapshot(Struct):
    format: int
    version: int
    last_hash: str
    keys: int
    """How many idempotency keys there are up to here."""
    state: msgspec.Raw


def is_due(aggregate: Aggregate) -> bool:
    return aggregate.version % EVERY == 0


def snapshot_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:snapshots"


class Snapshots:
    def __init__(self, redis: AnyRedis) -> None:
        self._redis: Any = redis

    async def save(self, aggregate: Aggregate) -> None:
        """Failing to save one is no harm."""
        version = aggregate.version
        fields = {str(version): _encode(aggregate)}
        new = [
            (by, key, a, b) for (by, key), (a, b) in aggregate.keys.items() if b > version - EVERY
        ]
        if new:
            fields[_keys_field(version)] = msgspec.msgpack.encode(new)
        with suppress(RedisError):
            await self._redis.hset(snapshot_key(aggregate.game_id), mapping=fields)

    async def restore(self, begun: Aggregate, at_most: int, *, to_act: bool = False) -> None:
        """Take a game that stands at version 1 forward to the last snapshot of use, if any.

        Only with its idempotency keys can it be acted on.
        """
        version = at_most - at_most % EVERY
        while version > begun.version:
            with suppress(RedisError, msgspec.MsgspecError):
                if await self._restore(begun, version, to_act=to_act):
                    return
            version -= EVERY

    async def _restore(self, begun: Aggregate, version: int, *, to_act: bool) -> bool:
        name = snapshot_key(begun.game_id)
        stored = await self._redis.hget(name, str(version))
        if not stored:
            return False
        snapshot = msgspec.msgpack.decode(stored, type=Snapshot)
        if (snapshot.format, snapshot.version) != (FORMAT, version):
            return False
        keys = await self._keys(name, version) if to_act and snapshot.keys else {}
        if to_act and len(keys) != snapshot.keys:
            return False
        begun.state = _state(begun.game, begun.catalog, snapshot.state)
        begun.version, begun.last_hash, begun.keys = version, snapshot.last_hash, keys
        return True

    async def _keys(self, name: str, version: int) -> dict[tuple[By, str], tuple[int, int]]:
        fields = [_keys_field(at) for at in range(EVERY, version + 1, EVERY)]
        parts = [part for part in await self._redis.hmget(name, fields) if part]
        found = (key for part in parts for key in msgspec.msgpack.decode(part, type=list[Key]))
        return {(by, key): (first, last) for by, key, first, last in found}


def _keys_field(version: int) -> str:
    return f"{version}/keys"


def _encode(aggregate: Aggregate) -> bytes:
    state = msgspec.msgpack.encode(aggregate.state, enc_hook=_forget_catalog)
    return msgspec.msgpack.encode(
        Snapshot(
            FORMAT,
            aggregate.version,
            aggregate.last_hash,
            len(aggregate.keys),
            msgspec.Raw(state),
        )
    )


def _state(game: AnyGame, catalog: Catalog, raw: msgspec.Raw) -> Any:
    state_type = type(game.initial(catalog))
    return msgspec.msgpack.decode(raw, type=state_type, dec_hook=lambda _type, _digest: catalog)


def _forget_catalog(value: Any) -> str:
    """The catalog is the game's, not the state's: only its digest is kept."""
    if isinstance(value, Catalog):
        return value.digest
    raise NotImplementedError(type(value))
