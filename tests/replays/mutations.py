"""Damaged and forged files by the thousand: every sample, changed in every way, from a seed."""

import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

from tests.replays.hostile import SAMPLES, chained, dump

NONSENSE: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 99_999, -99_999, 10**9, 10**30, 1.5, 1e300, "", "?", "[/]"),
    *("x" * 5_000, "\x1b[31m", "\u202e", "٣", [], {}, [[]], [{}], {"": []}, ["?"] * 500),
    {"type": "game_created"},
    {"type": "settle"},
]


def mutant(seed: int) -> bytes:
    luck = random.Random(seed)
    data = SAMPLES[luck.choice(sorted(SAMPLES))]
    for _ in range(luck.choice((1, 1, 2, 5))):
        data = luck.choice(CHANGES)(data, luck)
    return data


def flip(data: bytes, luck: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(luck.choice((1, 3, 50))):
        changed[luck.randrange(len(changed))] ^= 1 << luck.randrange(8)
    return bytes(changed)


def cut(data: bytes, luck: random.Random) -> bytes:
    start, end = sorted(luck.randrange(len(data)) for _ in range(2))
    return luck.choice((data[:end] + b"\n", data[:start] + data[end:], data[start:end] + b"\n"))


def double(data: bytes, luck: random.Random) -> bytes:
    lines = data.splitlines()
    at = luck.randrange(len(lines))
    lines[at:at] = [lines[luck.randrange(len(lines))]] * luck.choice((1, 2, 40))
    return b"\n".join(lines) + b"\n"


def swap(data: bytes, luck: random.Random) -> bytes:
    lines = data.splitlines()
    here, there = luck.randrange(len(lines)), luck.randrange(len(lines))
    lines[here], lines[there] = lines[there], lines[here]
    return b"\n".join(lines) + b"\n"


def splice(data: bytes, luck: random.Random) -> bytes:
    """Any value replaced by nonsense or by another value of the file, and the chain mended."""
    lines = _parsed(data)
    if lines is None:
        return data
    for _ in range(luck.choice((1, 1, 4))):
        holder, key = _place(luck.choice(lines), luck)
        other, of = _place(luck.choice(lines), luck)
        holder[key] = luck.choice((luck.choice(NONSENSE), other[of]))
    return _mended(lines)


def drop(data: bytes, luck: random.Random) -> bytes:
    """A value, an entry or a seal left out, and the chain mended."""
    lines = _parsed(data)
    if lines is None:
        return data
    if luck.random() < 0.5 and len(lines) > 2:
        del lines[luck.randrange(1, len(lines))]
    else:
        holder, key = _place(luck.choice(lines), luck)
        del holder[key]
    return _mended(lines)


CHANGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    flip,
    cut,
    double,
    swap,
    *(splice,) * 4,
    *(drop,) * 2,
)


def _parsed(data: bytes) -> list[Any] | None:
    """The lines but for the footer, if each is an object."""
    try:
        lines = [json.loads(line) for line in data.splitlines()[:-1]]
    except (ValueError, RecursionError):
        return None
    return lines if lines and all(isinstance(line, dict) and line for line in lines) else None


def _mended(lines: list[Any]) -> bytes:
    head, *body = lines
    head.setdefault("game", "")
    notes: list[Any] = []
    for line in body:
        if "seal" in line:
            _promise(notes, line)
            continue
        line.pop("v", None)
        line.pop("prev", None)
        promised = line.get("seals")
        notes = list(promised) if isinstance(promised, list) else []
    return chained(head, body)


def _promise(notes: list[Any], seal: Any) -> None:
    """The next digest that the entry before it names becomes that of the seal."""
    note = notes.pop(0) if notes else None
    if isinstance(note, dict):
        note["sha256"] = hashlib.sha256(dump(seal)).hexdigest()


def _place(value: Any, luck: random.Random) -> tuple[Any, Any]:
    """Somewhere inside: what holds it, and under which key."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = luck.choice(keys)
        inner = value[key]
        if not isinstance(inner, dict | list) or not inner or luck.random() < 0.1:
            return value, key
        value = inner
