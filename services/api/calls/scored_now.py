"""`/games/{id}/scored-now`: at every entry, what the players would have if it were scored then.

And what is worth finding again: lead changes, majorities won and lost, deliveries, looks,
shortages, scorings, rulings.
"""

from typing import Annotated, Any

from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from msgspec import Struct

from services.api.backend import Backend
from services.api.http.parameters import (
    ForAll,
    ForSeat,
    GameIdentity,
    InLanguage,
    Since,
    Until,
)
from services.api.ranges import Kind, Wanted, answered
from services.api.scored_now import EntryScored, made_scored, made_scored_events

MOST_VERSIONS = 500
"""A millisecond each; no sample has more."""
MOST_OF_EVENTS = 20
"""Versions, if every event is asked for: an entry has several."""
EveryEvent = Annotated[
    bool,
    QueryParameter(
        name="events", description="Also in the middle of entries; 20 versions at most then."
    ),
]


class AllScored(Struct):
    version: int
    """What the game has reached."""
    entries: list[EntryScored]
    """In order; an entry that changed nothing is left out."""
    next: str | None
    """Where the entries after these are, if there are any."""


class ScoredNowController(Controller):
    path = "/games/{game_id:str}/scored-now"
    tags = ("watch",)

    @get(operation_id="getScoredNow", summary="If it were scored now, entry by entry")
    async def scored_now(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        since: Since = None,
        until: Until = None,
        language: InLanguage = None,
        for_seat: ForSeat = None,
        for_all: ForAll = None,
        every_event: EveryEvent = False,
    ) -> Response[bytes]:
        wanted = Wanted(since, until, language, for_seat, for_all)
        kind = Kind("scored-now", MOST_VERSIONS, made_scored, AllScored)
        if every_event:
            kind = Kind("scored-now", MOST_OF_EVENTS, made_scored_events, AllScored, "events")
        return await answered(request, backend, game_id, wanted, kind)
