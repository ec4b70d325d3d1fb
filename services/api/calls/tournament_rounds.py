"""`/tournaments/{id}/rounds/{r}` and `/standings`: who sits where and why, and who stands where."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct

from domain.tournament.asking import question_of
from domain.tournament.pairing.question import Question, Table
from domain.tournament.pairing.why import what_if, why
from domain.tournament.state import Round, State
from domain.tournament.view import round_view, standings_view
from replays.entry import sha256
from services.api.backend import Backend
from services.api.http.bodies import read_body
from services.api.http.caching import conditional, json_answer
from services.api.http.languages import language_of
from services.api.http.parameters import TournamentIdentity
from services.api.http.problems import problem
from services.api.tournaments.callers import check_runs_event, event_caller_of
from services.api.tournaments.refusals import told_as_problems
from services.api.tournaments.standings import standings_of
from services.table_games import names_of, open_game

ANEW = {"Cache-Control": "no-cache"}
OPENING = "A game that is void is opened anew with a key of the event."
SEEN = (
    "Those at this table have seen cards of a deal that all tables play: it is not dealt again. "
    "Type the result of the table (correct_result)."
)

RoundNumber = Annotated[int, PathParameter(ge=1, le=1000, description="Counted from 1.")]
TableNumber = Annotated[int, PathParameter(ge=1, le=1000, description="Counted from 1.")]


class ByHand(Struct, forbid_unknown_fields=True):
    tables: tuple[Table, ...]
    """Entrants in turn order."""
    byes: tuple[int, ...] | None = None
    """Without them everybody present who sits at no table."""


class Paired(Struct, frozen=True):
    """A round that has tables, and what was asked of whoever made them."""

    question: Question
    tables: list[Table]
    byes: tuple[int, ...]


class TournamentRoundsController(Controller):
    path = "/tournaments/{tournament_id:str}"
    tags = ("tournaments",)

    @get("/rounds/{number:int}", operation_id="getRound", summary="A round: tables, terms, proof")
    async def round(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        number: RoundNumber,
        backend: NamedDependency[Backend],
    ) -> Response[bytes]:
        await event_caller_of(request, backend, tournament_id)
        tournament = await backend.resources.tournaments.current(tournament_id)
        return _answer(request, round_view(round_of(tournament.state, number)))

    @get("/standings", operation_id="getStandings", summary="The standings, with their arithmetic")
    async def standings(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
        after: Annotated[
            int | None, QueryParameter(ge=1, le=1000, description="A round; else the latest.")
        ] = None,
    ) -> Response[bytes]:
        await event_caller_of(request, backend, tournament_id)
        kept = await backend.resources.tournament_log.names(tournament_id)
        found = await standings_of(backend, tournament_id, after)
        if found is None:
            said = "There are no standings yet: they come when a round is closed."
            raise problem(404, "standings_unknown", said)
        tournament = await backend.resources.tournaments.current(tournament_id)
        return _answer(request, standings_view(found, names_of(tournament.state, kept)))

    @get("/rounds/{number:int}/why", operation_id="whyHere", summary="Why somebody sits where")
    async def why(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        number: RoundNumber,
        backend: NamedDependency[Backend],
        entrant: Annotated[int, QueryParameter(ge=1, le=100_000, description="Whose place.")],
    ) -> Response[bytes]:
        await event_caller_of(request, backend, tournament_id)
        async with backend.long_answers:
            paired = await _paired(backend, tournament_id, number)
            with told_as_problems(language_of(request)):
                told = await asyncio.to_thread(
                    why, paired.question, paired.tables, paired.byes, entrant
                )
        return _answer(request, told)

    @post(
        "/rounds/{number:int}/what-if",
        operation_id="whatIf",
        summary="What tables made by hand would be worth; nothing is written",
        status_code=200,
    )
    async def what_if(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        number: RoundNumber,
        backend: NamedDependency[Backend],
    ) -> Response[bytes]:
        await event_caller_of(request, backend, tournament_id)
        wanted = await read_body(request, ByHand)
        async with backend.long_answers:
            paired = await _paired(backend, tournament_id, number, by_hand=True)
            recorded = paired.tables, paired.byes
            seated = {who for table in wanted.tables for who in table}
            byes = wanted.byes
            if byes is None:
                byes = tuple(who for who in paired.question.present if who not in seated)
            with told_as_problems(language_of(request)):
                told = await asyncio.to_thread(
                    what_if, paired.question, recorded, (wanted.tables, byes)
                )
        return _answer(request, told)

    @post(
        "/rounds/{number:int}/tables/{table:int}/open",
        operation_id="openTableAgain",
        summary="Open the game of a table anew, if the one before is void",
        status_code=204,
    )
    async def open_again(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        number: RoundNumber,
        table: TableNumber,
        backend: NamedDependency[Backend],
    ) -> None:
        caller, _ = await event_caller_of(request, backend, tournament_id)
        check_runs_event(caller, OPENING)
        tournament = await backend.resources.tournaments.current(tournament_id)
        known = round_of(tournament.state, number).table(table)
        if known is None or not known.is_void:
            said = "Only a table whose game is void is opened anew."
            raise problem(409, "table_not_void", said)
        if tournament.state.rules.deals == "duplicate":
            raise problem(409, "deal_seen", SEEN)
        with told_as_problems(language_of(request)):
            await open_game(backend.resources, tournament_id, number, table)


def round_of(state: State, number: int) -> Round:
    found = state.round(number)
    if found is None:
        raise problem(404, "round_unknown", f"There are rounds 1 to {len(state.rounds)}.")
    return found


async def _paired(
    backend: Backend, tournament_id: str, number: int, *, by_hand: bool = False
) -> Paired:
    """Gathered in a thread: in a long event it takes longer than others should wait."""
    async with backend.resources.tournaments.held(tournament_id) as tournament:
        state = tournament.state
        found = round_of(state, number)
        if not found.is_paired:
            raise problem(409, "round_not_paired", "The round has no tables yet.")
        question = await asyncio.to_thread(question_of, state, number, by_hand=by_hand)
        return Paired(question, [table.seats for table in found.tables], found.byes)


def _answer(request: Request[Any, Any, Any], told: Any) -> Response[bytes]:
    body = msgspec.json.encode(told)
    etag = f'W/"{sha256(body)[:32]}"'
    return conditional(request, etag, ANEW) or json_answer(body, etag, ANEW)
