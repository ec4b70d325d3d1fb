"""`/games/{id}/frames`: what a viewer draws, per event the sentence and the view or its change."""

from typing import Any

from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from services.api.backend import Backend
from services.api.frames import Frame, made_frames
from services.api.http.parameters import (
    ForAll,
    ForSeat,
    GameIdentity,
    InLanguage,
    Since,
    Until,
)
from services.api.ranges import Kind, Wanted, answered

MOST_VERSIONS = 100


class Frames(Struct):
    version: int
    """What the game has reached."""
    frames: list[Frame]
    """One per event, in order."""
    next: str | None
    """Where the frames after these are, if there are any."""


class FramesController(Controller):
    path = "/games/{game_id:str}/frames"
    tags = ("watch",)

    @get(operation_id="getFrames", summary="What a viewer draws, event by event")
    async def frames(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        since: Since = None,
        until: Until = None,
        language: InLanguage = None,
        for_seat: ForSeat = None,
        for_all: ForAll = None,
    ) -> Response[bytes]:
        wanted = Wanted(since, until, language, for_seat, for_all)
        kind = Kind("frames", MOST_VERSIONS, made_frames, Frames)
        return await answered(request, backend, game_id, wanted, kind)
