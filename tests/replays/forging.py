"""Forgers' tools: take a replay apart, change it, and put a fresh chain and signature on it."""

import hashlib
import json
from collections.abc import Callable
from itertools import takewhile
from typing import Any

from replays.checkpoint import Checkpoint, Signer
from tests.replays.games import SIGNER

Entry = dict[str, Any]


def entries(data: bytes) -> list[bytes]:
    """The lines of the file without header and footer."""
    return data.splitlines()[1:-1]


def rebuilt(data: bytes, lines: list[bytes]) -> bytes:
    """The same header and footer around other lines."""
    header, *_, footer = data.splitlines()
    return b"\n".join([header, *lines, footer]) + b"\n"


def at_version(data: bytes, version: int) -> int:
    """Where the line of a version stands in the file, counted from 0."""
    prefix = f'{{"v":{version},'.encode()
    return next(i for i, line in enumerate(data.splitlines()) if line.startswith(prefix))


def forge(
    data: bytes, change: Callable[[list[Entry]], None], signer: Signer | None = None
) -> bytes:
    """Change the entries (seals stand in between), hash all anew; sign anew if a key is given."""
    header, *body, footer = data.splitlines()
    parsed = [json.loads(line) for line in body]
    change(parsed)
    lines = _rehashed(parsed)
    if signer:
        last = [line for line in lines if line.startswith(b'{"v":')][-1]
        game = json.loads(header)["game"]
        version = json.loads(last)["v"]
        note = signer.sign(Checkpoint(game, version, hashlib.sha256(last).hexdigest()))
        footer = _dump({"checkpoint": note, "key": str(signer.key)})
    return b"\n".join([header, *lines, footer]) + b"\n"


def forge_with_our_key(data: bytes, change: Callable[[list[Entry]], None]) -> bytes:
    """The worst case: the forger is the one who holds the key."""
    return forge(data, change, SIGNER)


def _rehashed(parsed: list[Entry]) -> list[bytes]:
    lines: list[bytes] = []
    prev = "0" * 64
    for at, entry in enumerate(parsed):
        if "v" not in entry:
            lines.append(_dump(entry))
            continue
        promised = entry["seals"] if isinstance(entry["seals"], list) else []
        notes = [note for note in promised if isinstance(note, dict)]
        for note, seal in zip(notes, _seals_after(parsed, at), strict=False):
            note["sha256"] = hashlib.sha256(_dump(seal)).hexdigest()
        entry["prev"] = prev
        lines.append(_dump(entry))
        prev = hashlib.sha256(lines[-1]).hexdigest()
    return lines


def _seals_after(parsed: list[Entry], at: int) -> list[Entry]:
    return list(takewhile(lambda entry: "seal" in entry, parsed[at + 1 :]))


def _dump(value: Entry) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
