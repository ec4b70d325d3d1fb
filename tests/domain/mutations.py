"""A catalog with one thing changed, at every kind of place: what a stranger may send instead."""

from collections.abc import Iterator
from typing import Any, TypeAlias

Json: TypeAlias = Any
Place: TypeAlias = tuple[str | int, ...]

HUGE = 10**9
NUMBERS: tuple[Json, ...] = (0, -1, HUGE, str(HUGE), 1.5, "x", None)
STRINGS: tuple[Json, ...] = (7, "", "{seat:>999999999}", None)
UNREAD = ("source", "sources", "source_legend", "note")
"""Where a figure comes from is for people."""
TELLING_APART = ("op", "kind", "effect", "deck")
"""An effect that gains cubes is none that moves a miner."""


def replacements(value: Json) -> Iterator[Json]:
    if isinstance(value, bool):
        yield from (HUGE, "yes", None)
    elif isinstance(value, int | float):
        yield from NUMBERS
    elif isinstance(value, str):
        yield from STRINGS
    elif isinstance(value, list):
        yield from ([], value + value, value[1:], 7)
    elif isinstance(value, dict):
        yield from ({}, None)
    else:
        yield from (0, HUGE, "x")


def places(content: Json) -> Iterator[tuple[Place, Json]]:
    """One place of every kind, the first: the orders of a deck are all alike."""
    seen: set[object] = set()
    for place, kind, value in _all_places(content, (), ()):
        if kind not in seen:
            seen.add(kind)
            yield place, value


def _all_places(value: Json, place: Place, kind: Place) -> Iterator[tuple[Place, Place, Json]]:
    yield place, kind, value
    if isinstance(value, dict):
        # An effect is the same wherever it stands.
        inside = () if "op" in value else kind
        inside += tuple(str(value[name]) for name in TELLING_APART if name in value)
        for name, part in value.items():
            if name not in UNREAD:
                yield from _all_places(part, (*place, name), (*inside, name))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from _all_places(part, (*place, at), (*kind, type(part).__name__))


def changed(content: Json, place: Place, value: Json) -> Json:
    """A copy with another value at the place; what lies beside it is shared."""
    if not place:
        return value
    first, *rest = place
    copy: Json = dict(content) if isinstance(content, dict) else list(content)
    copy[first] = changed(content[first], tuple(rest), value)
    return copy
