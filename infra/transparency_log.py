"""The transparency log in Redis: a stream of leaves, where each stands, and the last signed head.

A leaf's id is its index plus one, because Redis refuses `0-0`; `XADD` with that id is the lock, as
everywhere. The script that adds leaves notes, in the same moment, up to which version the log of a
game or event was taken, so that none is added again, whoever looks at it how often. All keys have
one hash tag: a cluster keeps them in one slot.

Signed leaves move to the archive, 256 at a time: the file is written, read back and hashed, and
only then they are cut off the stream. So a leaf is in one place or in both, never in none. Those
that came last stay, so that the stream always ends with the last leaf.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from infra.appends import Appends
from infra.connections import AnyRedis
from infra.leaf_bundles import LeafBundles, UnreadableBundle
from infra.log_errors import ask
from replays.tlog.frontier import Frontier, TileHash
from replays.tlog.leaf import Leaf
from replays.tlog.merkle import EMPTY_ROOT, HASH_BYTES, leaf_hash
from replays.tlog.tiles import FULL

PREFIX = "schichtbuch:{tlog}:"
LEAVES, PLACES, DUE = f"{PREFIX}leaves", f"{PREFIX}places", f"{PREFIX}due"
HELD, HEAD, FACTS = f"{PREFIX}held", f"{PREFIX}head", f"{PREFIX}facts"
SEQUENCER, REFUSED = f"{PREFIX}sequencer", f"{PREFIX}refused"
ORIGIN = "origin"
"""The fact what the log is called."""

ADD = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local size = 0
if #last > 0 then size = tonumber(string.match(last[1][1], '^%d+')) end
if size ~= tonumber(ARGV[1]) then return -1 end
local at = 2
while at < #ARGV do
  local stream, from, to, count = ARGV[at], ARGV[at + 1], ARGV[at + 2], tonumber(ARGV[at + 3])
  local known = redis.call('HGET', KEYS[2], stream) or '0'
  local taken, places = string.match(known, '^(%d+)(.*)$')
  at = at + 4
  for leaf = at, at + 2 * count - 2, 2 do
    if taken == from then
      redis.call('XADD', KEYS[1], (size + 1) .. '-0', 'stream', stream,
        'version', ARGV[leaf], 'sha256', ARGV[leaf + 1])
      places = places .. ' ' .. ARGV[leaf] .. ':' .. size
      size = size + 1
    end
  end
  at = at + 2 * count
  if taken == from then
    redis.call('HSET', KEYS[2], stream, to .. places)
    local noted = redis.call('HGET', KEYS[3], stream)
    if noted and tonumber(noted) <= tonumber(to) then redis.call('HDEL', KEYS[3], stream) end
  end
end
return size
"""
"""Leaves behind the expected last one. What somebody else has taken meanwhile is left out."""
ADVANCE = """
if (redis.call('HGET', KEYS[1], 'size') or '0') ~= ARGV[1] then return 0 end
if (redis.call('HGET', KEYS[1], 'root') or ARGV[2]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'size', ARGV[3], 'root', ARGV[4], 'note', ARGV[5], 'at', ARGV[6])
return 1
"""
"""The next head, if the last one is still the one that it was proven to extend."""
CUT_OFF = """
local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)
if #first == 0 or first[1][1] ~= ARGV[1] .. '-0' then return 0 end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if tonumber(string.match(last[1][1], '^%d+')) < tonumber(ARGV[2]) then return 0 end
if tonumber(redis.call('HGET', KEYS[2], 'size') or '0') < tonumber(ARGV[2]) - 1 then return 0 end
redis.call('XTRIM', KEYS[1], 'MINID', '=', ARGV[2] .. '-0')
return 1
"""
"""The oldest bundle, if it is the one that was written to a file, and signed, and others follow."""
CLAIM = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
HOLD_BACK = """
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HDEL', KEYS[2], ARGV[1])
"""


FORGET = """
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
"""
ANY_VERSION = 10**9
"""Noted where it is not known how far the log has come."""


class LeavesMoved(Exception):
    """The stream does not end where it was expected to."""


class DamagedLeaves(Exception):
    """The leaves hold something that we did not write, or lack something."""


class Head(Struct, frozen=True):
    size: int = 0
    root: bytes = EMPTY_ROOT
    note: str = ""
    """Origin, size and root, with all signatures."""
    at: str = ""
    """When it was signed."""


class Taken(Struct, frozen=True):
    """What of a game's or an event's log stands in this one."""

    version: int = 0
    """Up to which its entries were looked at."""
    places: Mapping[int, int] = {}
    """The indexes of its leaves, by version."""


class Batch(Struct, frozen=True):
    """Entries of one log behind those that were taken, and the leaves among them."""

    stream: str
    taken: int
    until: int
    leaves: Sequence[Leaf]


def hashes_key(level: int) -> str:
    """The hashes of one level of tiles, 32 bytes each, one after the other; not of the lowest:
    these are those of the leaves."""
    return f"{PREFIX}hashes:{level}"


class TransparencyLog:
    def __init__(
        self, redis: AnyRedis, bundles: LeafBundles, *, replicas: int = 0, wait_ms: int = 1000
    ) -> None:
        self._bundles = bundles
        self._appends = Appends(redis, replicas, wait_ms)
        self._questions = Appends(redis, replicas=0, wait_ms=0)

    async def note(self, versions: Mapping[str, int]) -> None:
        """That these logs have something for this one."""
        pairs = [part for pair in versions.items() for part in pair]
        if pairs:
            await self._ask("HSET", DUE, *pairs)

    async def due(self, most: int) -> dict[str, int]:
        """Some of them, with the versions that were noted."""
        found = await self._ask("HRANDFIELD", DUE, most, "WITHVALUES")
        return {stream.decode(): int(noted) for stream, noted in _pairs(found).items()}

    async def waiting(self) -> int:
        return int(await self._ask("HLEN", DUE))

    async def forget(self, stream: str, noted: int) -> None:
        """There is nothing to be taken of it; unless something was noted meanwhile."""
        command = ("EVAL", FORGET, 1, DUE, stream, noted)
        await ask(self._questions.send(DUE, *command))

    async def hold_back(self, stream: str, until: str) -> None:
        """Until something happens in the log that it waits for."""
        command = ("EVAL", HOLD_BACK, 2, HELD, DUE, stream, until)
        await ask(self._appends.send(HELD, *command))

    async def is_held(self, stream: str) -> bool:
        return bool(await self._ask("HEXISTS", HELD, stream))

    async def let_go(self, waited_for: str) -> None:
        """What waits for this log is due."""
        held = _pairs(await self._ask("HGETALL", HELD))
        freed = [stream for stream, until in held.items() if until == waited_for.encode()]
        if freed:
            await self.note(dict.fromkeys((stream.decode() for stream in freed), ANY_VERSION))
            await self._ask("HDEL", HELD, *freed)

    async def taken(self, streams: Sequence[str]) -> list[Taken]:
        found = await self._ask("HMGET", PLACES, *streams) if streams else []
        return [_taken(value) for value in found]

    async def size(self) -> int:
        """How many leaves there are, signed or not."""
        found = await self._ask("XREVRANGE", LEAVES, "+", "-", "COUNT", 1)
        return _index(found[0]) + 1 if found else 0

    async def add(self, size: int, batches: Sequence[Batch]) -> int:
        """How many leaves there are now; LeavesMoved unless there were so many."""
        written: list[Any] = []
        for batch in batches:
            written += [batch.stream, batch.taken, batch.until, len(batch.leaves)]
            for leaf in batch.leaves:
                written += [leaf.version, bytes.fromhex(leaf.digest)]
        command = ("EVAL", ADD, 3, LEAVES, PLACES, DUE, size, *written)
        now = int(await ask(self._appends.send(LEAVES, *command)))
        if now < 0:
            raise LeavesMoved(f"there are not {size} leaves any more")
        return now

    async def leaves(self, first: int, last: int) -> list[Leaf]:
        """Those from one index up to before another; DamagedLeaves if one is missing."""
        if last <= first:
            return []
        found = await self._ask("XRANGE", LEAVES, f"{first + 1}-0", f"{last}-0")
        begins = _index(found[0]) if found else last
        leaves = [_leaf(index, stored) for index, stored in enumerate(found, begins)]
        if begins + len(leaves) != last:
            raise DamagedLeaves(f"leaf {begins + len(leaves)} is missing")
        return [*await self._moved(first, begins), *leaves]

    async def _moved(self, first: int, last: int) -> list[Leaf]:
        """Those that are not in the stream any more."""
        if last <= first:
            return []
        origin = await self.fact(ORIGIN)
        numbers = range(first // FULL, (last - 1) // FULL + 1)
        try:
            found = await asyncio.gather(*(self._bundles.get(origin, n) for n in numbers))
        except UnreadableBundle as error:
            raise DamagedLeaves(str(error)) from error
        leaves: list[Leaf] = []
        for n, bundle in zip(numbers, found, strict=True):
            if bundle is None:
                said = "is neither in Redis nor in the archive"
                raise DamagedLeaves(f"leaf {max(first, n * FULL)} is missing: it {said}")
            leaves += bundle
        return leaves[first - numbers[0] * FULL : last - numbers[0] * FULL]

    async def oldest(self) -> int:
        """The index of the first leaf that is still in Redis; 0 if there is none."""
        found = await self._ask("XRANGE", LEAVES, "-", "+", "COUNT", 1)
        return _index(found[0]) if found else 0

    async def move_out(self, n: int, root: bytes) -> bool:
        """The oldest 256 leaves in Redis, if they have this root: to a file, and then out of Redis.

        False if somebody else has moved them; AnotherBundle if there is another file of them.
        """
        first, origin = n * FULL, await self.fact(ORIGIN)
        await self._bundles.put(origin, n, await self.leaves(first, first + FULL))
        frontier = Frontier()
        for leaf in await self._bundles.get(origin, n) or ():
            frontier.add(leaf_hash(leaf.entry()))
        if frontier.root() != root:
            raise DamagedLeaves(f"leaves {first} to {first + FULL - 1} are not those of the tree")
        command = ("EVAL", CUT_OFF, 2, LEAVES, HEAD, first + 1, first + FULL + 1)
        return bool(await ask(self._appends.send(LEAVES, *command)))

    async def hashes(self, level: int, n: int, width: int = FULL) -> bytes:
        """Of a tile above the lowest level; shorter if there are not so many."""
        first = n * FULL * HASH_BYTES
        last = first + width * HASH_BYTES - 1
        found: bytes = await self._ask("GETRANGE", hashes_key(level), first, last)
        return found

    async def head(self) -> Head:
        found = _pairs(await self._ask("HGETALL", HEAD))
        if not found:
            return Head()
        return Head(
            int(found[b"size"]),
            bytes.fromhex(found[b"root"].decode()),
            found[b"note"].decode(),
            found[b"at"].decode(),
        )

    async def advance(self, before: Head, head: Head) -> bool:
        """False if somebody else has signed meanwhile; then nothing is written."""
        written = (before.size, before.root.hex(), head.size, head.root.hex(), head.note, head.at)
        command = ("EVAL", ADVANCE, 1, HEAD, *written)
        return bool(await ask(self._appends.send(HEAD, *command)))

    async def keep_hashes(self, hashes: Sequence[TileHash]) -> None:
        """Those of tiles, which follow from the leaves."""
        for stored in hashes:
            key = hashes_key(stored.level)
            await self._ask("SETRANGE", key, stored.index * HASH_BYTES, stored.hash)

    async def fact(self, name: str) -> str:
        found = await self._ask("HGET", FACTS, name)
        return (found or b"").decode()

    async def fix(self, name: str, value: str) -> str:
        """The value that was given first, whoever gives which later."""
        await self._ask("HSETNX", FACTS, name, value)
        return await self.fact(name)

    async def set_fact(self, name: str, value: str) -> None:
        await self._ask("HSET", FACTS, name, value)

    async def claim(self, token: str, milliseconds: int) -> bool:
        """Whether it is the caller's turn to sign. Only to spare work: what is right does not
        depend on it."""
        command = ("EVAL", CLAIM, 1, SEQUENCER, token, milliseconds)
        return bool(await ask(self._questions.send(SEQUENCER, *command)))

    async def is_looked_after(self) -> bool:
        """Whether somebody signs at the moment."""
        return bool(await self._ask("EXISTS", SEQUENCER))

    async def refuse(self, reason: str) -> None:
        """Say, for all who ask, why nothing is signed."""
        await self._ask("SET", REFUSED, reason)

    async def refused(self) -> str:
        return (await self._ask("GET", REFUSED) or b"").decode()

    async def accept(self) -> None:
        await self._ask("DEL", REFUSED)

    async def _ask(self, command: str, key: str, *arguments: Any) -> Any:
        return await ask(self._questions.send(key, command, key, *arguments))


def _pairs(found: Any) -> dict[bytes, bytes]:
    """As RESP2 or RESP3 tells a hash."""
    if isinstance(found, dict):
        return found
    if found and isinstance(found[0], list):
        return dict(found)
    return dict(zip(found[::2], found[1::2], strict=True))


def _taken(value: bytes | None) -> Taken:
    if value is None:
        return Taken()
    version, *places = value.decode().split(" ")
    pairs = (place.split(":") for place in places)
    return Taken(int(version), {int(at): int(index) for at, index in pairs})


def _index(stored: Any) -> int:
    return int(stored[0].partition(b"-")[0]) - 1


def _leaf(index: int, stored: Any) -> Leaf:
    stream_id, fields = stored
    told = dict(zip(fields[::2], fields[1::2], strict=True))
    try:
        if stream_id != b"%d-0" % (index + 1):
            raise DamagedLeaves(f"leaf {index} is missing")
        return Leaf(told[b"stream"].decode(), int(told[b"version"]), told[b"sha256"].hex())
    except (KeyError, ValueError) as error:
        raise DamagedLeaves(f"leaf {index} is none of ours") from error
