"""Calls of one tournament. What they answer is the service's own, as plain JSON."""

from collections.abc import Sequence
from typing import Any

from schichtbuch_client.call import Call, get, part, post_once
from schichtbuch_client.calls.game import LINES
from schichtbuch_client.models.json import Json


def summary() -> Call[Json]:
    return get("", Json)


def act(
    actions: Json | Sequence[Json], *, at: int | None = None, key: str | None = None
) -> Call[Any]:
    """With the tournament's key. Of a list all are accepted, or none."""
    headers = {} if at is None else {"If-Match": f'"{at}"'}
    kind: type[Any] = object
    return post_once("/actions", kind, actions, key, headers)


def state(*, at: str | int | None = None) -> Call[Json]:
    return get("/state", Json, {"at": at})


def round_of(number: int) -> Call[Json]:
    return get(f"/rounds/{part(number)}", Json)


def standings(*, after: int | None = None) -> Call[Json]:
    return get("/standings", Json, {"after": after})


def entrant(number: int) -> Call[Json]:
    return get(f"/entrants/{part(number)}", Json)


def log() -> Call[bytes]:
    return get("/log", bytes, accept=LINES)


def replay() -> Call[bytes]:
    return get("/replay", bytes, accept=LINES)


def bundle() -> Call[bytes]:
    """The whole event as one file."""
    return get("/bundle", bytes, accept="*/*")
