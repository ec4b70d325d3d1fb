"""`/games/{id}/scorings`: every settlement, element by element as data, and its events as told."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from msgspec import Struct
from msgspec.structs import asdict

from domain.kernel.actions import Settle
from domain.kernel.names import named
from domain.kernel.scorings import Settlement
from domain.kernel.texts import Language
from domain.table.events import HandedOver
from domain.table.take_backs import is_on_line
from replays.aggregate import Aggregate
from replays.entry import Entry
from services.api.backend import Backend
from services.api.http.caching import conditional, json_answer
from services.api.http.callers import caller_of, reader_of
from services.api.http.languages import language_of
from services.api.http.parameters import GameIdentity, InLanguage
from services.api.reading import PUBLIC, Reader, seen_line

SETTLES = b'"action":{"type":"%b"}' % str(Settle.__struct_config__.tag).encode()
HANDS_OVER = b'"%b"' % str(HandedOver.__struct_config__.tag).encode()


class ScoringEvent(Struct):
    at: str
    """The moment after this event, like `17.3`."""
    text: str
    """The event as a sentence."""
    event: Any
    """As it stands in the log."""


class Scoring(Settlement, frozen=True, kw_only=True):
    version: int
    """Of the entry that settled the shift or round."""
    at: str
    """When it was written (RFC 3339, UTC)."""
    taken_back: bool
    """Whether the game went on from an earlier version since, so that this does not count."""
    events: list[ScoringEvent]
    """All of the entry, raw and as told."""


class Scorings(Struct):
    version: int
    """What the game has reached."""
    scorings: list[Scoring]
    """One per settlement, in order."""


class ScoringsController(Controller):
    path = "/games/{game_id:str}/scorings"
    tags = ("watch",)

    @get(operation_id="getScorings", summary="Every settlement, element by element")
    async def scorings(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        language: InLanguage = None,
    ) -> Response[bytes]:
        caller = await caller_of(request, backend, game_id)
        aggregate = await backend.game(game_id)
        spoken, version = language or language_of(request), aggregate.version
        reader = reader_of(caller, None, len(aggregate.seats), over=aggregate.over)
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
        headers["Content-Language"] = spoken
        etag = f'W/"{version}-{reader.eyes}-{spoken}"'
        unchanged = conditional(request, etag, headers)
        if unchanged:
            return unchanged
        entries = await backend.log.read(game_id, 1, version)
        settled = [
            told(aggregate, entry, names, reader, spoken)
            for entry, names in settlements(aggregate, entries)
        ]
        return json_answer(msgspec.json.encode(Scorings(version, settled)), etag, headers)


def settlements(
    aggregate: Aggregate, entries: Iterable[Entry]
) -> Iterator[tuple[Entry, tuple[str, ...]]]:
    """Each with the names of those who held the seats then."""
    names = [named(aggregate.first_names, seat) for seat in range(len(aggregate.seats))]
    for entry in entries:
        if SETTLES in entry.line:
            yield entry, tuple(names)
        elif HANDS_OVER in entry.line:
            for event in seen_line(aggregate.game, entry, PUBLIC).events:
                if isinstance(event, HandedOver):
                    names[event.seat] = event.name


def told(
    aggregate: Aggregate,
    entry: Entry,
    names: Sequence[str],
    reader: Reader,
    language: Language,
) -> Scoring:
    line = seen_line(aggregate.game, entry, reader)
    events = [
        ScoringEvent(
            f"{line.v}.{at}",
            aggregate.game.tell(event, language, names, aggregate.catalog),
            event,
        )
        for at, event in enumerate(line.events, 1)
    ]
    settled = aggregate.game.scorings(line.events, language, names, aggregate.catalog)
    stands = is_on_line(aggregate.table, line.v)
    return Scoring(
        **asdict(settled), version=line.v, at=line.at, taken_back=not stands, events=events
    )
