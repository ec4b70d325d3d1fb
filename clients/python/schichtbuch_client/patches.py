"""The patches of frames: JSON Patch (RFC 6902), as far as the service uses it."""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from schichtbuch_client.models.frames import Add, Change, Frame, Remove


def patched(document: Any, patch: Iterable[Change]) -> Any:
    """The document with these changes; the one that was given stays as it is."""
    whole = [deepcopy(document)]
    for change in patch:
        *way, last = [0, *map(_unescaped, change.path.split("/")[1:])]
        place: Any = whole
        for step in way:
            place = place[_key(place, step)]
        _change(place, last, change)
    return whole[0]


def shown(view: Any, frame: Frame) -> Any:
    """The view of a frame, from the view of the frame before it."""
    return frame.view if frame.view is not None else patched(view, frame.patch or ())


def _change(place: Any, last: str | int, change: Change) -> None:
    if isinstance(change, Remove):
        del place[_key(place, last)]
    elif isinstance(change, Add) and isinstance(place, list):
        place.insert(len(place) if last == "-" else int(last), change.value)
    else:
        place[_key(place, last)] = change.value


def _key(place: Any, step: str | int) -> str | int:
    return int(step) if isinstance(place, list) else step


def _unescaped(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")
