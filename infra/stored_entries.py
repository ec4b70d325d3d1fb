"""The entries of a log as a stream of Redis holds them: the line, and its seals beside it."""

from typing import Any

from replays.aggregate import DamagedLog
from replays.entry import Entry, is_for_everybody


def names_apart(entry: Entry) -> tuple[list[bytes], bytes]:
    """The seals that stay with entry 1, and the one that may be erased, or nothing."""
    names = b"".join(seal for seal in entry.seals if is_for_everybody(seal))
    return [seal for seal in entry.seals if not is_for_everybody(seal)], names


def with_names(entries: list[Entry], names: bytes | None) -> list[Entry]:
    if not entries or not names:
        return entries
    first, *others = entries
    return [Entry(first.line, (*first.seals, names)), *others]


def read_entries(game_id: str, first: int, stored: Any) -> list[Entry]:
    found = (entry_fields(game_id, *numbered) for numbered in enumerate(stored, first))
    return [Entry(fields[1], _seals(fields)) for fields in found]


def entry_fields(game_id: str, version: int, stored: Any) -> list[bytes]:
    """Names and values in turn: the line, and then its seals if it has any."""
    stream_id, fields = stored
    if stream_id != b"%d-0" % version or not fields or fields[0] != b"line":
        raise DamagedLog(game_id, version, "a foreign entry stands here")
    found: list[bytes] = fields
    return found


def _seals(fields: list[bytes]) -> tuple[bytes, ...]:
    if len(fields) < 4 or fields[2] != b"seals" or not fields[3]:
        return ()
    return tuple(fields[3].split(b"\n"))
