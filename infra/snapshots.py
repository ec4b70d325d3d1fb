"""Snapshots beside the log: derived, disposable, never the truth.

One every so many versions, in a hash beside the stream. Each begins with a digest of itself, which
finds accidents, and names its game, catalog, version and last line, which finds one that was put in
the wrong place. Whatever does not fit is as good as none, and is thrown away.

Idempotency keys are kept apart, each snapshot those that are new with it: whoever only looks at the
past needs none of them, and a state does not get heavier with every action that went before.
"""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from msgspec import Struct
from redis.exceptions import RedisError

from domain.kernel.actions import By
from domain.table.state import Table
from infra.connections import AnyRedis
from replays.aggregate import Aggregate
from replays.entry import UNREADABLE, Entry, sha256
from replays.stored_state import pack, unpack

log = structlog.get_logger()

EVERY = 50
FORMAT = 5
"""Raised when states change in a way that old snapshots cannot be read as."""
DIGEST_SIZE = hashlib.sha256().digest_size

Key = tuple[By, str, int, int]
Keys = dict[tuple[By, str], tuple[int, int]]
Stored = Sequence[bytes | None]
"""What the server has in the fields that were asked for."""


class Snapshot(Struct, frozen=True):
    format: int
    game: str
    game_id: str
    catalog: str
    version: int
    last_hash: str
    updated_at: str
    finished_at: str | None
    keys: str
    """The digest of all idempotency keys up to here."""
    state: msgspec.Raw
    table: Table


class Wanted(Struct, frozen=True):
    """Which snapshot, and whether with the idempotency keys: only with them can it be acted on."""

    game_id: str
    version: int
    """0 if there is none."""
    to_act: bool

    @property
    def key(self) -> str:
        return snapshot_key(self.game_id)

    @property
    def fields(self) -> list[str]:
        keys = range(EVERY, self.version + 1, EVERY) if self.to_act else ()
        return [str(self.version), *map(_keys_field, keys)]


class Restorable(Struct, frozen=True):
    """A snapshot that is whole and of this game; the log has the last word."""

    snapshot: Snapshot
    state: Any
    keys: Keys

    def restore(self, begun: Aggregate, last: Entry) -> bool:
        """Take a game forward to here; False unless this was made right after `last`."""
        made = self.snapshot
        if sha256(last.line) != made.last_hash:
            return False
        begun.state, begun.keys, begun.table = self.state, self.keys, made.table
        begun.version, begun.last_hash = made.version, made.last_hash
        begun.updated_at, begun.finished_at = made.updated_at, made.finished_at
        return True


def is_due(aggregate: Aggregate) -> bool:
    return aggregate.version % EVERY == 0


def snapshot_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:snapshots"


def last_wanted(game_id: str, at_most: int, *, to_act: bool) -> Wanted:
    """The last one that should be there."""
    return Wanted(game_id, at_most - at_most % EVERY, to_act)


class Snapshots:
    def __init__(self, redis: AnyRedis) -> None:
        self._redis: Any = redis

    async def save(self, aggregate: Aggregate) -> None:
        """Failing to save one is no harm, nor is a number in an old log that none can hold."""
        version, keys = aggregate.version, _listed(aggregate.keys)
        try:
            snapshot = _encode(aggregate)
        except OverflowError:
            return
        fields = {
            str(version): snapshot,
            # Also when there are none, so that nothing stays of a damaged one.
            _keys_field(version): msgspec.msgpack.encode(
                [key for key in keys if key[-1] > version - EVERY]
            ),
        }
        with suppress(RedisError):
            await self._redis.hset(snapshot_key(aggregate.game_id), mapping=fields)

    async def throw_away(self, snapshot: Wanted) -> None:
        log.warning("snapshot thrown away", game=snapshot.game_id, version=snapshot.version)
        with suppress(RedisError):
            await self._redis.hdel(snapshot.key, str(snapshot.version))

    async def before(self, snapshot: Wanted) -> tuple[Wanted, Stored]:
        """The last one there is before this one, and what is stored of it."""
        with suppress(RedisError):
            fields = await self._redis.hkeys(snapshot.key)
            versions = [int(field) for field in fields if field.isdigit()]
            version = max((at for at in versions if at < snapshot.version), default=0)
            earlier = msgspec.structs.replace(snapshot, version=version)
            return earlier, await self._redis.hmget(earlier.key, earlier.fields)
        return msgspec.structs.replace(snapshot, version=0), ()


def read(begun: Aggregate, wanted: Wanted, stored: Stored) -> Restorable | None:
    """None unless everything that is stored is whole and belongs here."""
    if not stored or not stored[0]:
        return None
    try:
        snapshot = msgspec.msgpack.decode(_undamaged(stored[0]), type=Snapshot)
        if not _is_of(snapshot, begun, wanted.version):
            return None
        keys = _read_keys(stored[1:])
        if wanted.to_act and _keys_digest(keys) != snapshot.keys:
            return None
        state = unpack(begun.game, begun.catalog, snapshot.state)
    except UNREADABLE:
        return None
    return Restorable(snapshot, state, keys)


def _is_of(snapshot: Snapshot, begun: Aggregate, version: int) -> bool:
    named = (snapshot.format, snapshot.game_id, snapshot.version)
    of_game = (snapshot.game, snapshot.catalog)
    return named == (FORMAT, begun.game_id, version) and of_game == (
        begun.game.name,
        begun.catalog.digest,
    )


def _undamaged(stored: bytes) -> bytes:
    """Empty, which nothing can be read from, unless the digest is right."""
    body = stored[DIGEST_SIZE:]
    return body if stored[:DIGEST_SIZE] == hashlib.sha256(body).digest() else b""


def _keys_field(version: int) -> str:
    return f"{version}/keys"


def _listed(keys: Keys) -> list[Key]:
    return [(by, key, first, last) for (by, key), (first, last) in keys.items()]


def _keys_digest(keys: Keys) -> str:
    return sha256(msgspec.msgpack.encode(_listed(keys)))


def _read_keys(parts: Iterable[bytes | None]) -> Keys:
    found = (key for part in parts if part for key in msgspec.msgpack.decode(part, type=list[Key]))
    return {(by, key): (first, last) for by, key, first, last in found}


def _encode(aggregate: Aggregate) -> bytes:
    body = msgspec.msgpack.encode(
        Snapshot(
            FORMAT,
            aggregate.game.name,
            aggregate.game_id,
            aggregate.catalog.digest,
            aggregate.version,
            aggregate.last_hash,
            aggregate.updated_at,
            aggregate.finished_at,
            _keys_digest(aggregate.keys),
            msgspec.Raw(pack(aggregate.state)),
            aggregate.table,
        )
    )
    return hashlib.sha256(body).digest() + body
