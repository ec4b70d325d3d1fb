"""A moment of a game as somebody sees it: the view, the one before it, and what is told."""

import asyncio
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.kernel.texts import Language
from domain.table.texts import tell
from replays.aggregate import Aggregate
from replays.entry import Entry
from replays.moment import Moment
from services.api.backend import Backend
from services.api.moments import game_before, unknown_moment
from services.api.reading import Reader, seen_line, seen_view

PASS_ON = ("turn_ended", "turn_started")
"""Types of events that are not worth telling, unless nothing else happened."""
TOLD = 300
"""Letters, or the last sentence alone."""


class Scene(Struct, frozen=True):
    moment: Moment
    view: Any
    before: Any
    """Before the entry that the moment is in; the same view if there was nothing before it."""
    sentence: str
    catalog: Any


async def scene_of(
    backend: Backend,
    game_id: str,
    wanted: Moment | int,
    reached: int,
    reader: Reader,
    language: Language,
) -> Scene:
    """The game has reached that version."""
    past, entry = await game_before(backend, game_id, wanted, reached)
    return await asyncio.to_thread(scene_in, past, entry, wanted, reader, language)


def scene_in(
    past: Aggregate, entry: Entry, wanted: Moment | int, reader: Reader, language: Language
) -> Scene:
    """Of the entry that comes next in a game, which is changed."""
    version, seen = past.version + 1, seen_line(past.game, entry, reader).events
    last = len(seen) if isinstance(wanted, int) else wanted.event
    if last > len(seen) or (version, last) == (1, 0):
        raise unknown_moment()
    before = seen_view(past, reader) if version > 1 else None
    steps, told, names = past.steps(entry), [], past.names
    for shown in seen[:last]:
        next(steps)
        text = tell(past.game, shown, language, names, past.catalog)
        told.append((str(shown.__struct_config__.tag), text))
    view = seen_view(past, reader)
    moment = Moment(version, last)
    return Scene(moment, view, before or view, sentence_of(told), past.catalog.named)


def sentence_of(told: Sequence[tuple[str, str]]) -> str:
    """The last sentences of an action that are worth telling and fit; `told` has their types."""
    worth = [text for kind, text in told if kind not in PASS_ON] or [text for _, text in told]
    kept: list[str] = []
    for text in reversed(worth):
        if kept and len(" ".join([text, *kept])) > TOLD:
            break
        kept.insert(0, text)
    return " ".join(kept)


def facts_of(scene: Scene, game: str, language: Language) -> dict[str, Any]:
    """For the boards."""
    known = {"view": scene.view, "before": scene.before, "catalog": scene.catalog}
    told = {"at": str(scene.moment), "sentence": scene.sentence}
    return {"game": game, "language": language, **told, **known}
