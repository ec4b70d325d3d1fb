"""Pictures made once for all who ask for the same soon, each in a confined process."""

import asyncio
from collections.abc import Mapping

import structlog
from msgspec import Struct

from services.api.backend import Backend
from services.api.http.problems import problem
from services.api.watched_files import PRELOADED
from services.web.picture.drawing import Format, drawn
from services.worker.confined import Exceeded, Limits, confined

log = structlog.get_logger()

LIMITS = Limits(seconds=15, memory=512 * 1024**2, answer=8 * 1024**2)
"""A picture takes half a second and a quarter of a megabyte."""
KINDS: Mapping[Format, str] = {"svg": "image/svg+xml", "png": "image/png"}
DRAWING = "services.web.picture.drawing"


class Picture(Struct, frozen=True):
    name: str
    """The same for the same moment as the same readers see it."""
    kind: Format
    width: int


async def kept_or_drawn(backend: Backend, picture: Picture, facts: bytes) -> bytes:
    """Who asks for the same again soon gets it without a process; Exceeded if it is not drawn."""
    name = f"{picture.kind} {picture.name}"
    known = backend.pictures.get(name)
    if known is not None:
        return known
    async with backend.picture_turns.take():
        known = backend.pictures.get(name)
        if known is None:
            known = backend.pictures.keep(name, await asyncio.to_thread(_draw, facts, picture))
        return known


def _draw(facts: bytes, picture: Picture) -> bytes:
    preloaded = (*PRELOADED, DRAWING)
    size = (picture.kind, picture.width)
    try:
        return confined(drawn, facts, *size, limits=LIMITS, preloaded=preloaded)
    except Exceeded as error:
        log.error("a picture was not drawn", reason=error.code, **error.facts)
        raise


def unavailable() -> Exception:
    said = "This picture could not be drawn in time; try again, or look at the game's page."
    return problem(503, "picture_unavailable", said, headers={"Retry-After": "5"})
