"""Which entries stand in the transparency log: the beginning of a game, every settlement, every
ruling, its end; and every entry of a tournament.

Whoever has a proof of the last of them has one of everything before it, too: the lines are a chain.
It is told by the line alone, so that games whose rules are not known here have their leaves, too.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from domain.kernel.actions import Settle
from domain.table.actions import TABLE_ACTIONS
from replays.entry import UNREADABLE, sha256
from replays.tlog.leaf import Leaf

Kind = Literal["game", "tournament"]

SETTLE = str(Settle.__struct_config__.tag)
AT_THE_TABLE = frozenset(str(action.__struct_config__.tag) for action in TABLE_ACTIONS)
ENDINGS = frozenset(("game_finished", "winner_declared"))
"""Events with which a game is over by itself; by a ruling it is over with that."""


class Fact(Struct):
    type: str


class Told(Struct):
    """As much of a line as tells whether it has a leaf."""

    v: int
    by: int | str
    action: Fact
    events: tuple[Fact, ...]


_told = msgspec.json.Decoder(Told)


def stream_of(kind: Kind, name: str) -> str:
    return f"{kind}/{name}"


def needs_leaf(line: bytes, kind: Kind = "game") -> bool:
    """A line that cannot be read has none."""
    if kind == "tournament":
        return True
    try:
        told = _told.decode(line)
    except UNREADABLE:
        return False
    if told.v == 1 or told.action.type == SETTLE:
        return True
    is_ruling = told.by == "arbiter" and told.action.type in AT_THE_TABLE
    return is_ruling or any(event.type in ENDINGS for event in told.events)


def leaf_of(stream: str, version: int, line: bytes) -> Leaf:
    return Leaf(stream, version, sha256(line))


def leaves_of(kind: Kind, name: str, first: int, lines: Iterable[bytes]) -> list[Leaf]:
    """Of these lines of a log, the first of which has this version."""
    return [
        leaf_of(stream_of(kind, name), version, line)
        for version, line in enumerate(lines, first)
        if needs_leaf(line, kind)
    ]


def last_with_leaf(lines: Sequence[bytes], kind: Kind = "game") -> int | None:
    """The version of the last of these lines that has a leaf; the first is version 1."""
    versions = range(len(lines), 0, -1)
    return next((version for version in versions if needs_leaf(lines[version - 1], kind)), None)
