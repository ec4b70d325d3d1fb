"""JSON Patch as RFC 6902 says it, as far as the service uses it."""

from typing import Any


def patched(target: Any, patch: list[dict[str, Any]]) -> Any:
    """In place, as the RFC's own words are."""
    for step in patch:
        *way, last = [_unescaped(name) for name in step["path"].split("/")[1:]]
        there = target
        for name in way:
            there = there[int(name)] if isinstance(there, list) else there[name]
        _change(there, last, step)
    return target


def _change(there: Any, last: str, step: dict[str, Any]) -> None:
    if isinstance(there, list):
        assert step["op"] == "replace", step
        assert int(last) < len(there), step
        there[int(last)] = step["value"]
        return
    assert (last in there) == (step["op"] != "add"), step
    if step["op"] == "remove":
        del there[last]
    else:
        there[last] = step["value"]


def _unescaped(name: str) -> str:
    return name.replace("~1", "/").replace("~0", "~")
