"""What is asked of an own catalog only where a new game begins: those of old are still read."""

from collections.abc import Collection, Iterator
from typing import Any

from domain.kernel.errors import InvalidSetup

LONGEST_ID = 64


def refuse_strange_ids(content: Any) -> None:
    """InvalidSetup with the first component whose id is empty or very long."""
    for name, value in _members(content):
        if name == "id" and isinstance(value, str) and not 0 < len(value) <= LONGEST_ID:
            raise InvalidSetup(
                f"an id of the catalog has {len(value)} characters; it must have 1 to {LONGEST_ID}"
            )


def refuse_below_zero(content: Any, counts: Collection[str]) -> None:
    """InvalidSetup with the first of these members that counts less than nothing."""
    for name, value in _members(content):
        if name in counts and any(number < 0 for number in _numbers(value)):
            raise InvalidSetup(f"{name} of the catalog must be >= 0")


def _members(content: Any) -> Iterator[tuple[str, Any]]:
    """Of all objects, however deep."""
    if isinstance(content, dict):
        yield from content.items()
        for value in content.values():
            yield from _members(value)
    elif isinstance(content, list):
        for value in content:
            yield from _members(value)


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _numbers(part)
