"""Snapshots beside the log: derived, disposable, never the truth.

One every so many versions, in a hash beside the stream. A missing, foreign or outdated snapshot is
as good as none: the game is folded from an earlier one, or from the start.
"""

from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError

from domain.kernel.actions import By
from domain.kernel.catalog import Catalog
from domain.kernel.decider import AnyGame
from infra.game_log import AnyRedis
from replays.aggregate import Aggregate

EVERY = 50
FORMAT = 1
"""Raised when states change in a way that old snapshots cannot be read as."""


class Snapshot(Struct):
    format: int
    version: int
    last_hash: str
    keys: list[tuple[By, str, int, int]]
    state: msgspec.Raw


def snapshot_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:snapshots"


class Snapshots:
    def __init__(self, redis: AnyRedis) -> None:
        self._redis: Any = redis

    async def save(self, aggregate: Aggregate) -> None:
        """If it is time for one; failing to save one is no harm."""
        if aggregate.version % EVERY == 0:
            key = snapshot_key(aggregate.game_id)
            with suppress(RedisError):
                await self._redis.hset(key, str(aggregate.version), _encode(aggregate))

    async def restore(self, begun: Aggregate, at_most: int) -> None:
        """Take a game that stands at version 1 forward to the last snapshot of use, if any."""
        version = at_most - at_most % EVERY
        while version > begun.version:
            with suppress(RedisError, msgspec.MsgspecError):
                stored = await self._redis.hget(snapshot_key(begun.game_id), str(version))
                if stored and _decode(begun, stored):
                    return
            version -= EVERY


def _encode(aggregate: Aggregate) -> bytes:
    keys = [(by, key, first, last) for (by, key), (first, last) in aggregate.keys.items()]
    state = msgspec.msgpack.encode(aggregate.state, enc_hook=_forget_catalog)
    return msgspec.msgpack.encode(
        Snapshot(FORMAT, aggregate.version, aggregate.last_hash, keys, msgspec.Raw(state))
    )


def _decode(begun: Aggregate, stored: bytes) -> bool:
    snapshot = msgspec.msgpack.decode(stored, type=Snapshot)
    if snapshot.format != FORMAT:
        return False
    begun.state = _state(begun.game, begun.catalog, snapshot.state)
    begun.version, begun.last_hash = snapshot.version, snapshot.last_hash
    begun.keys = {(by, key): (first, last) for by, key, first, last in snapshot.keys}
    return True


def _state(game: AnyGame, catalog: Catalog, raw: msgspec.Raw) -> Any:
    state_type = type(game.initial(catalog))
    return msgspec.msgpack.decode(raw, type=state_type, dec_hook=lambda _type, _digest: catalog)


def _forget_catalog(value: Any) -> str:
    """The catalog is the game's, not the state's: only its digest is kept."""
    if isinstance(value, Catalog):
        return value.digest
    raise NotImplementedError(type(value))
