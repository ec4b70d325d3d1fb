"""JSON merge patches (RFC 7396): what to change in one object to have another."""

from typing import Any


def merge_patch(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Lists are replaced whole; null takes a member away, so a missing member stands for null."""
    patch: dict[str, Any] = {}
    for name, value in new.items():
        before = old.get(name)
        if isinstance(value, dict) and isinstance(before, dict):
            inner = merge_patch(before, value)
            if inner:
                patch[name] = inner
        elif value != before or type(value) is not type(before):
            patch[name] = value
    patch.update({name: None for name in old.keys() - new.keys() if old[name] is not None})
    return patch
