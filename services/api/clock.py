"""Times as the log writes them: RFC 3339, UTC."""

from datetime import UTC, datetime

import msgspec
from msgspec import Struct


class Stamp(Struct):
    at: str


def written_at(line: bytes) -> str:
    return msgspec.json.decode(line, type=Stamp).at


def seconds_between(earlier: str, later: str) -> float:
    return (_moment(later) - _moment(earlier)).total_seconds()


def seconds_since(earlier: str) -> float:
    return (datetime.now(UTC) - _moment(earlier)).total_seconds()


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def written(at_ms: int) -> str:
    """A moment, as the log writes it."""
    at = datetime.fromtimestamp(at_ms / 1000, UTC)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at_ms % 1000:03d}Z"
