"""JSON Patch (RFC 6902): what to change in one document to have exactly another."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct


class Operation(Struct, frozen=True, tag_field="op"):
    """One step of a JSON Patch (RFC 6902)."""

    path: str
    """Where in the view, as a JSON Pointer (RFC 6901), like `/players/0/vp`."""


class Add(Operation, frozen=True, tag="add"):
    """A member that was not there before."""

    value: Any
    """What stands there now."""


class Replace(Operation, frozen=True, tag="replace"):
    """Another value where there was one before."""

    value: Any
    """What stands there now."""


class Remove(Operation, frozen=True, tag="remove"):
    """A member that is no longer there."""


AnyOperation = Add | Replace | Remove


def json_patch(old: Any, new: Any, path: str = "") -> list[AnyOperation]:
    """Every part is looked at once; a list whose length changed is replaced whole."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _members(old, new, path)
    if isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        return _items(old, new, path)
    # 1 and True are equal in Python, but not in JSON.
    if type(old) is type(new) and old == new:
        return []
    return [Replace(path, new)]


def _members(old: dict[str, Any], new: dict[str, Any], path: str) -> list[AnyOperation]:
    operations: list[AnyOperation] = [
        Remove(_inside(path, name)) for name in old if name not in new
    ]
    for name, value in new.items():
        here = _inside(path, name)
        operations += json_patch(old[name], value, here) if name in old else [Add(here, value)]
    return operations


def _items(old: Sequence[Any], new: Sequence[Any], path: str) -> list[AnyOperation]:
    """Of several plain values the whole list is shorter to tell than each of them."""
    operations: list[AnyOperation] = []
    replaced = 0
    for at, (before, after) in enumerate(zip(old, new, strict=True)):
        here = f"{path}/{at}"
        inner = json_patch(before, after, here)
        replaced += len(inner) == 1 and inner[0].path == here
        operations += inner
    return operations if replaced < 2 else [Replace(path, new)]


def _inside(path: str, name: str) -> str:
    return f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
