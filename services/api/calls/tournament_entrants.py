"""`/tournaments/{id}/entrants/{n}` and `/me`: an entrant's own page, tokens, names."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter
from msgspec import Struct

from domain.tournament.actions import EraseName
from domain.tournament.standings import Standings
from domain.tournament.state import Entrant, State
from infra.tournament_log import Setup
from replays.entry import sha256
from services.api.backend import Backend
from services.api.http.caching import conditional, json_answer
from services.api.http.callers import token_needed
from services.api.http.languages import language_of
from services.api.http.parameters import TournamentIdentity
from services.api.http.problems import problem
from services.api.tournaments.callers import check_runs_event, event_caller_of
from services.api.tournaments.refusals import told_as_problems
from services.api.tournaments.standings import standings_of
from services.table_games import names_of, seat_seed
from services.tournaments import Wish

ANEW = {"Cache-Control": "no-cache"}
NO_STORE = {"Cache-Control": "no-store"}
OWN = "Only an entrant has such a page, and sees it with the token that came with registration."
RUNNING = "Only whoever runs the event may do this, with a key of it."

EntrantNumber = Annotated[int, PathParameter(ge=1, le=100_000, description="Counted from 1.")]


class Seated(Struct):
    """Where somebody sits in a round."""

    round: int
    table: int
    seat: int
    """Counted from 0 in turn order."""
    people: list[int]
    """All entrants at the table, in turn order."""
    game: str | None
    """Once the round has begun."""
    points: list[int] | None
    """Of the game, in turn order, once it is over."""
    places: list[int] | None
    token: str | None = None
    """Of the seat, for the entrant alone: with it the game is played."""


class EntrantPage(Struct):
    entrant: int
    name: str | None
    """None if it was erased."""
    club: str | None
    withdrawn: bool
    late: bool
    bot: str | None
    """Which bot plays, if it is no person."""
    place: int | None
    """In the latest standings."""
    twelfths: int | None
    """The points, in twelfths."""
    byes: list[int]
    """Rounds without a table."""
    absent: list[int]
    tables: list[Seated]
    """The latest first."""


class NewToken(Struct):
    token: str
    """Shown once; the one before ends."""


class TournamentEntrantsController(Controller):
    path = "/tournaments/{tournament_id:str}"
    tags = ("tournaments",)

    @get("/entrants/{entrant:int}", operation_id="getEntrant", summary="An entrant's page")
    async def page(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        entrant: EntrantNumber,
        backend: NamedDependency[Backend],
    ) -> Response[bytes]:
        caller, setup = await event_caller_of(request, backend, tournament_id)
        is_own = caller.by == entrant
        return await _answer(request, backend, tournament_id, entrant, setup, is_own=is_own)

    @get("/me", operation_id="getOwnEntrant", summary="The page of whoever asks")
    async def own_page(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[bytes]:
        caller, setup = await event_caller_of(request, backend, tournament_id)
        if caller.by is None:
            raise token_needed(OWN)
        if not isinstance(caller.by, int):
            raise problem(403, "entrant_needed", OWN)
        return await _answer(request, backend, tournament_id, caller.by, setup, is_own=True)

    @post(
        "/entrants/{entrant:int}/token",
        operation_id="renewEntrantToken",
        summary="Make an entrant's token anew; the old one ends",
    )
    async def renew(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        entrant: EntrantNumber,
        backend: NamedDependency[Backend],
    ) -> Response[NewToken]:
        caller, _ = await event_caller_of(request, backend, tournament_id)
        check_runs_event(caller, RUNNING)
        tournaments = backend.resources.tournaments
        _entrant((await tournaments.current(tournament_id)).state, entrant)
        token = await tournaments.renew_token(tournament_id, entrant)
        return Response(NewToken(token), status_code=201, headers=NO_STORE)

    @delete(
        "/entrants/{entrant:int}/name",
        operation_id="eraseEntrantName",
        summary="Erase an entrant's name; the log still verifies",
        status_code=204,
    )
    async def erase(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        entrant: EntrantNumber,
        backend: NamedDependency[Backend],
    ) -> None:
        caller, _ = await event_caller_of(request, backend, tournament_id)
        check_runs_event(caller, RUNNING)
        with told_as_problems(language_of(request)):
            await backend.resources.tournaments.act(
                tournament_id, "organizer", [Wish(EraseName(entrant))], name=caller.name
            )


async def _answer(
    request: Request[Any, Any, Any],
    backend: Backend,
    tournament_id: str,
    entrant: int,
    setup: Setup,
    *,
    is_own: bool,
) -> Response[bytes]:
    kept = await backend.resources.tournament_log.names(tournament_id)
    found = await standings_of(backend, tournament_id)
    state = (await backend.resources.tournaments.current(tournament_id)).state
    known = _entrant(state, entrant)
    page = _page(state, found, known, setup, names_of(state, kept), is_own=is_own)
    body = msgspec.json.encode(page)
    etag = f'W/"{sha256(body)[:32]}"'
    headers = NO_STORE if is_own else {**ANEW, "Vary": "Authorization"}
    return conditional(request, etag, headers) or json_answer(body, etag, headers)


def _entrant(state: State, number: int) -> Entrant:
    found = state.entrant(number)
    if found is None:
        said = f"There are entrants 1 to {len(state.entrants)}."
        raise problem(404, "entrant_unknown", said)
    return found


def _page(
    state: State,
    found: Standings | None,
    known: Entrant,
    setup: Setup,
    names: dict[int, str],
    *,
    is_own: bool,
) -> EntrantPage:
    number = known.number
    row = next((row for row in found.rows if row.entrant == number), None) if found else None
    points = row.values.get("points") if row else None
    tables = list(_tables(state, number, setup, is_own=is_own))
    return EntrantPage(
        number,
        names.get(number),
        known.club,
        known.is_withdrawn,
        known.is_late,
        setup.bots.get(number),
        row.place if row else None,
        points.twelfths if points and isinstance(points.twelfths, int) else None,
        [one.number for one in state.rounds if number in one.byes],
        list(known.absent),
        tables,
    )


def _tables(state: State, number: int, setup: Setup, *, is_own: bool) -> list[Seated]:
    """Of published rounds: before that nobody knows that a pairing will stay."""
    found: list[Seated] = []
    for one in reversed(state.rounds):
        for table in one.tables if one.status in ("published", "started", "closed") else ():
            if number not in table.seats:
                continue
            seat, result = table.seats.index(number), table.result
            seated = Seated(
                one.number,
                table.number,
                seat,
                list(table.seats),
                table.game,
                list(result.points) if result else None,
                list(result.places) if result else None,
            )
            if is_own and table.game and number not in setup.bots:
                seated.token = seat_seed(setup, table.game).token(seat)
            found.append(seated)
    return found
