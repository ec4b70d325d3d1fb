"""The public keys of this installation by use, with the time from which and until which each holds.

Whoever replaces a key finds the old one here still: what it has signed stays checkable.
"""

import fcntl
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct, field

from infra.clock import now
from infra.secret_file import write_private
from replays.checkpoint import COSIGNATURE, ED25519, BadCheckpoint, VerifierKey

Use: TypeAlias = Literal["replay", "log", "witness"]
USES: tuple[Use, ...] = get_args(Use)
FILE_NAME = "known-keys.json"
LOCK_NAME = "known-keys.lock"


class KnownKey(Struct, frozen=True):
    use: Use
    key: str
    """`name+id+base64`."""
    since: str = field(name="from")
    """When it was first used here."""
    until: str | None = None
    """When another one took its place; none while it is used."""


def known_keys(folder: Path) -> list[KnownKey]:
    """In the order in which they came; empty where nothing was signed yet."""
    path = folder / FILE_NAME
    return msgspec.json.decode(path.read_bytes(), type=list[KnownKey]) if path.exists() else []


def note_keys(folder: Path, use: Use, used: Sequence[VerifierKey]) -> list[KnownKey]:
    """These are used from now on; those that were, and are not any more, held until now."""
    wanted = {str(key) for key in used}
    if wanted == _used(known_keys(folder), use):
        return known_keys(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / LOCK_NAME).open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known, at = known_keys(folder), now()
        fresh = wanted - _used(known, use)
        kept = [_ended(one, at) if _is_replaced(one, use, wanted) else one for one in known]
        kept += [KnownKey(use, key, at) for key in sorted(fresh)]
        write_private(folder / FILE_NAME, msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
    return kept


def verifier_keys(folder: Path, *uses: Use) -> list[VerifierKey]:
    """Those that hold and those that held."""
    return [read_key(one.key) for one in known_keys(folder) if one.use in uses]


def read_key(text: str) -> VerifierKey:
    """Of whichever kind; BadCheckpoint if it is none."""
    try:
        return VerifierKey.parse(text, ED25519)
    except BadCheckpoint:
        return VerifierKey.parse(text, COSIGNATURE)


def _used(known: Sequence[KnownKey], use: Use) -> set[str]:
    return {one.key for one in known if one.use == use and one.until is None}


def _is_replaced(one: KnownKey, use: Use, wanted: set[str]) -> bool:
    return one.use == use and one.until is None and one.key not in wanted


def _ended(one: KnownKey, at: str) -> KnownKey:
    return msgspec.structs.replace(one, until=at)
