"""A sorted set of short lines that takes a sixth of what a sorted set of Redis takes.

The lines lie in leaves of a few hundred, each packed; a sorted set of Redis has the borders between
the leaves. A border is the first line of its leaf, so that a line that goes leaves nothing behind;
that of the first leaf is empty. Whoever changes lines unpacks their leaves and writes them back in
one step, if nobody else has changed them, or the border behind them, meanwhile. All keys share a
hash tag, so that a cluster keeps them in one slot.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec
import zstandard
from msgspec import Struct

from infra.appends import Appends
from infra.connections import AnyRedis
from infra.log_errors import ask

MOST_LINES = 512
"""In a leaf; one that would have more is split into equal parts."""
LEVEL = 9
MOST_BYTES = 2**20
UNCOUNTED = "@"
"""What first words begin with of which nobody asks how many lines there are."""
LEAVES_OF = """
local found = {}
for i = 1, #ARGV do
  local border = redis.call('ZREVRANGEBYLEX', KEYS[1], '[' .. ARGV[i], '-', 'LIMIT', 0, 1)[1] or ''
  local behind = redis.call('ZRANGEBYLEX', KEYS[1], '(' .. border, '+', 'LIMIT', 0, 1)[1] or ''
  found[i] = {border, behind}
end
local leaves, seen = {}, {}
for _, one in ipairs(found) do
  if not seen[one[1]] then
    seen[one[1]] = true
    leaves[#leaves + 1] = {one[1], one[2], redis.call('HGET', KEYS[2], one[1]) or ''}
  end
end
return leaves
"""
CHANGE = """
local at, before, written = 4, tonumber(ARGV[1]), tonumber(ARGV[2])
for i = 1, before do
  local border, behind, leaf = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  if (redis.call('HGET', KEYS[2], border) or '') ~= leaf then return 0 end
  local now = redis.call('ZRANGEBYLEX', KEYS[1], '(' .. border, '+', 'LIMIT', 0, 1)[1] or ''
  if now ~= behind then return 0 end
  at = at + 3
end
for i = 1, written do
  local border, leaf = ARGV[at], ARGV[at + 1]
  if leaf == '' then
    redis.call('HDEL', KEYS[2], border)
    redis.call('ZREM', KEYS[1], border)
  else
    redis.call('HSET', KEYS[2], border, leaf)
    redis.call('ZADD', KEYS[1], 0, border)
  end
  at = at + 2
end
for i = 1, tonumber(ARGV[3]) do
  if redis.call('HINCRBY', KEYS[3], ARGV[at], ARGV[at + 1]) <= 0 then
    redis.call('HDEL', KEYS[3], ARGV[at])
  end
  at = at + 2
end
return 1
"""
"""All leaves, or none if one of them is not any more what was unpacked."""
FORWARD = """
local first = redis.call('ZREVRANGEBYLEX', KEYS[1], '[' .. ARGV[1], '-', 'LIMIT', 0, 1)[1] or ''
local borders = redis.call('ZRANGEBYLEX', KEYS[1], '[' .. first, '[' .. ARGV[2],
  'LIMIT', 0, ARGV[3])
if #borders == 0 then return {} end
return {borders, redis.call('HMGET', KEYS[2], unpack(borders))}
"""
BACKWARD = """
local last = redis.call('ZREVRANGEBYLEX', KEYS[1], '[' .. ARGV[1], '-', 'LIMIT', 0, 1)[1] or ''
local borders = redis.call('ZREVRANGEBYLEX', KEYS[1], '[' .. ARGV[2], '[' .. last,
  'LIMIT', 0, ARGV[3])
if #borders == 0 then return {} end
return {borders, redis.call('HMGET', KEYS[2], unpack(borders))}
"""


class Leaf(Struct, frozen=True):
    border: str
    behind: str
    """The next border, or nothing."""
    packed: bytes


class PackedLines:
    """Lines of four words with blanks between them, ASCII, in the order of their bytes."""

    def __init__(self, redis: AnyRedis, name: str) -> None:
        self._appends = Appends(redis, replicas=0, wait_ms=0)
        tag = f"{name}:{{packed}}"
        self._keys = (f"{tag}:borders", f"{tag}:leaves", f"{tag}:counts")

    async def missing(self, lines: Iterable[str]) -> set[str]:
        """Those of them that are not there."""
        wanted = set(lines)
        for leaf in await self._leaves_of(sorted(wanted)):
            wanted.difference_update(unpacked(leaf.packed))
        return wanted

    async def change(self, added: Iterable[str] = (), gone: Iterable[str] = ()) -> None:
        """All of it at one moment; nothing is written if all is as wished already."""
        new, old = set(added), set(gone)
        while touched := sorted(new | old):
            leaves = await self._leaves_of(touched)
            changed = _Change(leaves, new, old)
            if not changed.written or await self._ask(CHANGE, *changed.arguments()):
                return

    async def between(self, low: str, high: str, most: int, *, backwards: bool) -> list[str]:
        """At least so many lines from one to the other, both included, if there are so many; from
        the upper end if backwards. In rising order, and perhaps some more of them."""
        found: set[str] = set()
        at_once = 2 + most // (MOST_LINES // 2)
        while True:
            read = await self._ask(BACKWARD if backwards else FORWARD, low, high, at_once)
            borders, leaves = read or ([], [])
            for leaf in leaves:
                found.update(line for line in unpacked(leaf) if low <= line <= high)
            if len(found) >= most or len(borders) < at_once:
                return sorted(found)
            if backwards:
                high = borders[-1].decode()
            else:
                low = borders[-1].decode()

    async def counts(self) -> dict[str, int]:
        """How many lines there are by their first word; at none, it is left out."""
        found = await ask(self._appends.send(self._keys[2], "HGETALL", self._keys[2]))
        pairs = (
            found.items() if isinstance(found, dict) else zip(found[::2], found[1::2], strict=True)
        )
        return {word.decode(): int(count) for word, count in pairs}

    async def _leaves_of(self, lines: Sequence[str]) -> list[Leaf]:
        found = await self._ask(LEAVES_OF, *lines) if lines else []
        return [Leaf(border.decode(), behind.decode(), packed) for border, behind, packed in found]

    async def _ask(self, script: str, *arguments: Any) -> Any:
        keys = self._keys
        return await ask(self._appends.send(keys[0], "EVAL", script, len(keys), *keys, *arguments))


class _Change:
    """What becomes of these leaves with some lines more and others less."""

    def __init__(self, leaves: Sequence[Leaf], added: set[str], gone: set[str]) -> None:
        self._before: list[Any] = []
        self.written: list[Any] = []
        """Borders and leaves; an empty leaf goes."""
        self._counted: Counter[str] = Counter()
        for leaf in leaves:
            lines = set(unpacked(leaf.packed))
            new = {line for line in added if _is_in(line, leaf)} - lines
            old = {line for line in gone if _is_in(line, leaf)} & lines
            if new or old:
                self._before += [leaf.border, leaf.behind, leaf.packed]
                self._write(leaf.border, sorted((lines | new) - old))
                self._counted.update(_counted(new))
                self._counted.subtract(_counted(old))

    def arguments(self) -> Iterator[Any]:
        yield from (len(self._before) // 3, len(self.written) // 2, len(self._counted))
        yield from self._before
        yield from self.written
        for counted in self._counted.items():
            yield from counted

    def _write(self, border: str, lines: Sequence[str]) -> None:
        parts = -(-len(lines) // MOST_LINES)
        bounds = [len(lines) * part // parts for part in range(parts + 1)] if parts else []
        if not lines or border not in ("", lines[0]):
            self.written += [border, b""]
        for first, last in pairwise(bounds):
            begins = lines[first] if first or border else ""
            self.written += [begins, packed(lines[first:last])]


def _is_in(line: str, leaf: Leaf) -> bool:
    return leaf.border <= line and not (leaf.behind and line >= leaf.behind)


def _counted(lines: Iterable[str]) -> list[str]:
    return [line.partition(" ")[0] for line in lines if not line.startswith(UNCOUNTED)]


def packed(lines: Sequence[str]) -> bytes:
    """Word by word: what is alike stands together, which takes a fifth less."""
    if not lines:
        return b""
    compressor = zstandard.ZstdCompressor(level=LEVEL)
    words = zip(*(line.split(" ") for line in lines), strict=True)
    return msgspec.msgpack.encode([compressor.compress("\n".join(one).encode()) for one in words])


def unpacked(leaf: bytes | None) -> list[str]:
    if not leaf:
        return []
    unpack = zstandard.ZstdDecompressor().decompress
    columns = msgspec.msgpack.decode(leaf, type=list[bytes])
    words = (unpack(one, max_output_size=MOST_BYTES).decode().split("\n") for one in columns)
    return [" ".join(line) for line in zip(*words, strict=True)]
