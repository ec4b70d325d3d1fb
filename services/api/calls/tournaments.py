"""`/tournaments`: creating events, finding them, acting in them, and one at a glance."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, QueryParameter
from msgspec import Struct
from msgspec.structs import asdict

from domain.kernel.errors import RuleViolation
from domain.tournament.actions import StartRound
from domain.tournament.regulation import MOST_BYTES, read_regulation
from domain.tournament.stages import rounds_planned
from domain.tournament.state import Phase
from domain.tournament.view import TournamentView, view
from replays.entry import sha256
from replays.tournaments.aggregate import Tournament
from replays.tournaments.games import check_playable
from services.api.arbiter_names import check_title
from services.api.backend import Backend
from services.api.http.bodies import check_json, json_body, plain_json
from services.api.http.caching import conditional, expected_version, json_answer
from services.api.http.callers import creator_of, token_needed
from services.api.http.idempotency import IdempotencyKey, checked_key
from services.api.http.languages import language_of
from services.api.http.links import tournament_links
from services.api.http.parameters import TournamentIdentity
from services.api.http.problems import problem
from services.api.tournaments.callers import check_at_the_door, event_caller_of
from services.api.tournaments.refusals import told_as_problems
from services.api.tournaments.wishes import read_wishes
from services.table_games import commit_deals, names_of
from services.tokens import Seed
from services.tournaments import Written

PAGE = 20
LARGEST_PAGE = 100
NO_STORE = {"Cache-Control": "no-store"}
ANEW = {"Cache-Control": "no-cache"}
CREATING = "Tournaments are created with the organizer key."
ACTING = "Whoever acts in a tournament shows who it is, with a key of the event or an entrant's."


class TournamentBegun(Struct):
    id: str
    """Of the new event."""
    version: int
    """1: its log has one entry."""
    commitment: str
    """SHA-256 of the sealed secret from which every lot of the event comes."""
    key: str
    """Runs this event only; shown once."""
    links: dict[str, str]
    """Where everything of this event is."""


class TournamentListed(Struct):
    id: str
    title: str
    game: str
    """Which game is played."""
    phase: Phase
    """Of the event."""
    round: int
    """The latest one; 0 before the first."""
    rounds: int | None
    """How many are planned; none if a knockout decides it."""
    entrants: int
    """How many are registered."""
    created: str
    """When (RFC 3339, UTC)."""
    updated: str
    finished: str | None
    links: dict[str, str]


class AllTournaments(Struct):
    tournaments: list[TournamentListed]
    """Newest first."""
    cursor: str | None
    """For the next page, if there is one."""


class TournamentNow(TournamentListed):
    """An event at a glance."""

    version: int
    """How many entries its log has."""
    commitment: str
    """SHA-256 of the sealed secret from which every lot of the event comes."""
    state: TournamentView
    """Everything that there is to see of it."""


class TournamentsController(Controller):
    path = "/tournaments"
    tags = ("tournaments",)

    @post(operation_id="createTournament", summary="Create a tournament")
    async def create(
        self,
        request: Request[Any, Any, Any],
        backend: NamedDependency[Backend],
        idempotency_key: IdempotencyKey = None,
    ) -> Response[TournamentBegun]:
        creator, key = await creator_of(request, backend, CREATING), checked_key(idempotency_key)
        body = await json_body(request)
        seed, asked = None, ""
        if key is not None:
            seed = Seed.of_request(backend.organizer, f"tournament/{creator}", key)
            asked = seed.digest(_plain(body))
        language = language_of(request)
        with told_as_problems(language):
            regulation = _regulation(body)
            check_title(body, "$.title", language)
            await asyncio.to_thread(check_playable, read_regulation(regulation))
            created = await backend.resources.tournaments.create(regulation, seed, asked)
        await backend.resources.tournament_errands.done()
        tournament = created.tournament
        links = tournament_links(tournament.tournament_id)
        begun = TournamentBegun(
            tournament.tournament_id, 1, tournament.commitment, created.key, links
        )
        return Response(begun, status_code=201, headers={**NO_STORE, "Location": links["self"]})

    @get(operation_id="listTournaments", summary="Find tournaments, newest first")
    async def find(
        self,
        request: Request[Any, Any, Any],
        backend: NamedDependency[Backend],
        cursor: Annotated[
            int | None, QueryParameter(ge=0, le=10**15, description="Of the page before.")
        ] = None,
        limit: Annotated[
            int, QueryParameter(ge=1, le=LARGEST_PAGE, description="So many at most.")
        ] = PAGE,
    ) -> Response[bytes]:
        resources = backend.resources
        found = await resources.tournament_log.newest(limit, cursor)
        rows = [
            listed(await resources.tournaments.current(tournament_id)) for tournament_id, _ in found
        ]
        following = str(found[-1][1]) if len(found) == limit else None
        body = msgspec.json.encode(AllTournaments(rows, following))
        etag = f'W/"{sha256(body)[:32]}"'
        return conditional(request, etag, ANEW) or json_answer(body, etag, ANEW)

    @get("/{tournament_id:str}", operation_id="getTournament", summary="A tournament at a glance")
    async def glance(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[bytes]:
        await event_caller_of(request, backend, tournament_id)
        kept = await backend.resources.tournament_log.names(tournament_id)
        tournament = await backend.resources.tournaments.current(tournament_id)
        seen = view(tournament.state, names_of(tournament.state, kept))
        found = TournamentNow(
            **asdict(listed(tournament)),
            version=tournament.version,
            commitment=tournament.commitment,
            state=seen,
        )
        body = msgspec.json.encode(found)
        etag = f'W/"{sha256(body)[:32]}"'
        return conditional(request, etag, ANEW) or json_answer(body, etag, ANEW)

    @post(
        "/{tournament_id:str}/actions",
        operation_id="actInTournament",
        summary="Act in a tournament; several actions are accepted all or none",
    )
    async def act(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
        if_match: Annotated[
            str | None,
            HeaderParameter(name="If-Match", description='Only if this is the version: `"17"`.'),
        ] = None,
        idempotency_key: IdempotencyKey = None,
    ) -> Response[bytes]:
        caller, _ = await event_caller_of(request, backend, tournament_id)
        if caller.by is None:
            raise token_needed(ACTING)
        expected, key = expected_version(if_match), checked_key(idempotency_key)
        check_json(request)
        language, tournaments = language_of(request), backend.resources.tournaments
        rules = (await tournaments.current(tournament_id)).state.rules
        wishes, as_list = read_wishes(await request.body(), rules, language)
        for wish in wishes:
            check_at_the_door(caller.by, wish.action, language)
        with told_as_problems(language):
            if any(isinstance(wish.action, StartRound) for wish in wishes):
                expected = await commit_deals(backend.resources, tournament_id, expected)
            written = await tournaments.act(
                tournament_id, caller.by, wishes, expected, key, caller.name
            )
        await backend.resources.tournament_errands.done()
        body = _answer(written, [bool(wish.name) for wish in wishes], as_list=as_list)
        return json_answer(body, f'"{written.version}"', NO_STORE, 201)


def _regulation(body: bytes) -> str:
    """The exact text that was sent: its digest is what the event is played under."""
    if len(body) > MOST_BYTES:
        raise RuleViolation("regulation_too_long", most=MOST_BYTES)
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise problem(400, "malformed_json", f"The body is not JSON: {error}") from error


def _plain(body: bytes) -> bytes:
    try:
        return plain_json(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return body  # it is refused soon


def listed(tournament: Tournament) -> TournamentListed:
    state = tournament.state
    return TournamentListed(
        tournament.tournament_id,
        state.title,
        state.rules.game,
        state.phase,
        len(state.rounds),
        rounds_planned(state.rules),
        len(state.entrants),
        tournament.created_at,
        tournament.updated_at,
        tournament.finished_at,
        tournament_links(tournament.tournament_id),
    )


def _answer(written: Written, bring_somebody: list[bool], *, as_list: bool) -> bytes:
    """Beside an entry that brings somebody stands the token; a retry is not told it."""
    first = written.version - len(written.entries) + 1
    told = [
        b'%b,"token":%b}' % (entry.line[:-1], msgspec.json.encode(written.tokens.get(version)))
        if is_new
        else entry.line
        for version, (entry, is_new) in enumerate(
            zip(written.entries, bring_somebody, strict=True), first
        )
    ]
    return b"[%b]" % b",".join(told) if as_list else told[0]
