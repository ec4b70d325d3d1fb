"""`/tournaments/{id}/…`: the event's log, as lines, as a stream, as a file, at any moment."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, QueryParameter
from litestar.response import Stream

from domain.tournament.view import view
from replays.entry import sha256
from replays.tournaments.file import write_tournament
from services.api.backend import Backend
from services.api.calls.log import NDJSON, joined
from services.api.calls.replay import attached
from services.api.calls.stream import EVENTS, STREAM_HEADERS, counted, version_had
from services.api.http.caching import conditional, json_answer, lasting
from services.api.http.callers import address_of
from services.api.http.parameters import HIGHEST, Since, TournamentIdentity, Until
from services.api.http.problems import problem
from services.api.telling import PublicLines
from services.api.tournaments.callers import event_caller_of
from services.table_games import names_of

ANEW = {"Cache-Control": "no-cache"}


class TournamentLogController(Controller):
    path = "/tournaments/{tournament_id:str}"
    tags = ("tournaments",)

    @get("/log", operation_id="getTournamentLog", summary="The event's log", media_type=NDJSON)
    async def log(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
        since: Since = None,
        until: Until = None,
    ) -> Response[bytes]:
        await event_caller_of(request, backend, tournament_id)
        first = since or 1
        entries = await backend.resources.tournament_log.read(tournament_id, first, until)
        last = first + len(entries) - 1
        etag = f'W/"{first}-{last}"'
        is_given_whole = until is not None and until == last
        headers = {"Cache-Control": lasting(personal=False) if is_given_whole else "no-cache"}
        unchanged = conditional(request, etag, headers)
        lines = joined([entry.line for entry in entries])
        return unchanged or Response(lines, media_type=NDJSON, headers={"ETag": etag, **headers})

    @get(
        "/stream",
        operation_id="streamTournament",
        summary="Every entry of the event as it comes",
        media_type=EVENTS,
    )
    async def stream(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
        last_event_id: Annotated[
            str | None,
            HeaderParameter(name="Last-Event-ID", description="The last version you have."),
        ] = None,
        after: Annotated[
            int | None,
            QueryParameter(ge=0, le=HIGHEST, description="The same, for those without headers."),
        ] = None,
    ) -> Stream:
        backend.limits.streams.check(address_of(request))
        await event_caller_of(request, backend, tournament_id)
        have = version_had(last_event_id, after)
        reached = (await backend.resources.tournaments.current(tournament_id)).version
        if have > reached:
            said = f"You cannot have version {have}: the tournament is at {reached}."
            raise problem(404, "moment_unknown", said)
        telling = PublicLines(backend.resources.tournament_log, tournament_id)
        events = backend.event_viewers.watch(tournament_id, telling, have, reached)
        return Stream(counted(backend, request, events), media_type=EVENTS, headers=STREAM_HEADERS)

    @get("/replay", operation_id="getTournamentReplay", summary="The file", media_type=NDJSON)
    async def replay(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[bytes]:
        """While the event goes on its secret stays sealed, for everybody."""
        await event_caller_of(request, backend, tournament_id)
        tournament = await backend.resources.tournaments.current(tournament_id)
        version, over = tournament.version, tournament.over
        entries = await backend.resources.tournament_log.read(tournament_id, 1, version)
        proof = await backend.resources.proofs.of_event(tournament_id, entries)
        body = write_tournament(tournament_id, entries, backend.signer, open_all=over, proof=proof)
        etag = f'"{sha256(body)}"'
        unchanged = conditional(request, etag, ANEW)
        named = {"Content-Disposition": attached(tournament_id)}
        return unchanged or Response(
            body, media_type=NDJSON, headers={"ETag": etag, **named, **ANEW}
        )

    @get("/state", operation_id="getTournamentState", summary="The event, at any version")
    async def state(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
        at: Annotated[
            int | None, QueryParameter(ge=1, le=HIGHEST, description="A version; else the newest.")
        ] = None,
    ) -> Response[bytes]:
        await event_caller_of(request, backend, tournament_id)
        tournaments, log = backend.resources.tournaments, backend.resources.tournament_log
        reached = await log.version(tournament_id)
        if at is not None and at > reached:
            said = f"The tournament is at version {reached} only."
            raise problem(404, "moment_unknown", said)
        kept = await log.names(tournament_id)
        if at is None or at == reached:
            tournament = await tournaments.current(tournament_id)
        else:
            tournament = await tournaments.at(tournament_id, at)
        names = names_of(tournament.state, kept)
        body = msgspec.json.encode(view(tournament.state, names))
        etag = f'W/"{sha256(body)[:32]}"'
        return conditional(request, etag, ANEW) or json_answer(body, etag, ANEW)
