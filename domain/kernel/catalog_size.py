"""How big a catalog may be: far more than any box holds, and little enough to be read at once.

Whatever is built from a catalog grows with it, and anybody may send one, so its size is looked at
before anything else. What a single figure may be is said by each game's components.
"""

from typing import Any, NoReturn

from domain.kernel.errors import InvalidSetup

MOST_BYTES = 1_000_000
MOST_VALUES = 12_000
"""In all, however deep; the printed games have up to 2,700."""
MOST_ENTRIES = 250
"""In one list or object; the printed games have up to 48."""
MOST_LEVELS = 30
LONGEST_TEXT = 4_000
LONGEST_NAME = 100
"""Of a member of an object."""

Way = tuple["Way | None", str | int]
"""To a value: the way to what holds it, and its name or number there."""


def refuse_bytes(raw: bytes) -> None:
    if len(raw) > MOST_BYTES:
        raise InvalidSetup(f"the catalog has {len(raw):,} bytes; at most {MOST_BYTES:,} are read")


def refuse_oversized(content: Any) -> None:
    """InvalidSetup with the first place where there is too much."""
    values = 0
    ahead: list[tuple[Way | None, int, Any]] = [(None, 1, content)]
    while ahead:
        way, level, value = ahead.pop()
        values += 1
        if values > MOST_VALUES:
            raise InvalidSetup(f"the catalog has more than {MOST_VALUES:,} values")
        if level > MOST_LEVELS:
            _refuse(way, f"is nested more than {MOST_LEVELS} deep")
        if isinstance(value, str):
            if len(value) > LONGEST_TEXT:
                _refuse(way, f"has {len(value):,} characters; at most {LONGEST_TEXT:,} are read")
        elif isinstance(value, dict | list):
            ahead += _parts(way, level + 1, value)


def _parts(
    way: Way | None, level: int, value: dict[str, Any] | list[Any]
) -> list[tuple[Way | None, int, Any]]:
    if len(value) > MOST_ENTRIES:
        _refuse(way, f"has {len(value):,} entries; at most {MOST_ENTRIES} are read")
    if isinstance(value, list):
        return [((way, at), level, part) for at, part in enumerate(value)]
    longest = max(map(len, value), default=0)
    if longest > LONGEST_NAME:
        _refuse(way, f"has a name of {longest:,} characters; at most {LONGEST_NAME} are read")
    return [((way, name), level, part) for name, part in value.items()]


def _refuse(way: Way | None, problem: str) -> NoReturn:
    steps: list[str] = []
    while way:
        way, step = way
        steps.insert(0, f"[{step}]" if isinstance(step, int) else f".{step}")
    place = "".join(steps).removeprefix(".")
    raise InvalidSetup(f"{place} of the catalog {problem}" if place else f"the catalog {problem}")
