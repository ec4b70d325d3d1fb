"""Frames of a game: per event the sentence, and the view or its change, as somebody sees them."""

import threading
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.seals import Fact
from domain.kernel.texts import Language
from domain.table.texts import tell
from replays.aggregate import Aggregate
from replays.entry import Entry
from services.api.json_patch import AnyOperation, json_patch
from services.api.reading import Reader, seen_line, seen_view


class Frame(Struct):
    at: str
    """The moment after this event, like `17.3`."""
    type: str
    """What happened: the type of the event."""
    text: str
    """The same as a sentence."""
    view: dict[str, Any] | UnsetType = UNSET
    """The whole view, as `/state` has it; with the first frame of an answer only."""
    patch: list[AnyOperation] | UnsetType = UNSET
    """A JSON Patch (RFC 6902) to the view of the frame before; with every other frame."""


class Showing(Struct, frozen=True):
    """Through whose eyes, and in which language."""

    reader: Reader
    language: Language
    named: bool = True
    """Whether the players' names are there, or were erased."""


def made_frames(
    past: Aggregate, entries: Sequence[Entry], showing: Showing, given_up: threading.Event
) -> list[Frame]:
    """From the game as it was before the entries, which is changed; fewer once it is given up."""
    frames: list[Frame] = []
    so_far: dict[str, Any] | None = None
    for entry in entries:
        if given_up.is_set():
            break
        for frame, view in entry_frames(past, entry, showing, so_far):
            frames.append(frame)
            so_far = view
    return frames


def entry_frames(
    past: Aggregate, entry: Entry, showing: Showing, so_far: dict[str, Any] | None
) -> Iterator[tuple[Frame, dict[str, Any]]]:
    game, version, names = past.game, past.version + 1, past.names
    seen = seen_line(game, entry, showing.reader).events
    for at, (_, shown) in enumerate(zip(past.steps(entry), seen, strict=True), 1):
        view = msgspec.to_builtins(seen_view(past, showing.reader), str_keys=True)
        text = tell(game, shown, showing.language, names, past.catalog)
        frame = Frame(f"{version}.{at}", _type(shown), text)
        if so_far is None:
            frame.view = view
        else:
            frame.patch = json_patch(so_far, view)
        so_far = view
        yield frame, view


def _type(event: Fact) -> str:
    return str(event.__struct_config__.tag)
