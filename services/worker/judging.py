"""What is done with a replay, whoever it is from, in a confined process."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from replays.checkpoint import VerifierKey
from replays.tournaments.verify import verify_bundle
from replays.verify import verify


def judged(replay: bytes | Path, trusted: Sequence[VerifierKey]) -> bytes:
    """The report as JSON; a file is read here, and not by whoever asks."""
    data = replay.read_bytes() if isinstance(replay, Path) else replay
    return msgspec.json.encode(verify(data, trusted))


def judged_bundle(bundle: bytes, trusted: Sequence[VerifierKey]) -> bytes:
    """The same for the bundle of an event."""
    return msgspec.json.encode(verify_bundle(bundle, trusted))
