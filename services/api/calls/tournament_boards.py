"""`/tournaments/{id}/rounds/{r}/boards`: how far each table is, for the projector and the desk.

While a deal is played at other tables, too, outsiders learn shift and clock and no more.
"""

from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from domain.kernel.in_tournament import InTournament
from domain.table.clock import left_at, milliseconds, not_before
from domain.tournament.embargo import is_embargoed
from domain.tournament.state import State, TableNow
from infra.clock import now
from infra.game_log import UnknownGame
from replays.aggregate import Aggregate, DamagedLog
from services.api.backend import Backend
from services.api.calls.tournament_rounds import RoundNumber, round_of
from services.api.http.parameters import TournamentIdentity
from services.api.tournaments.callers import event_caller_of

NO_STORE = {"Cache-Control": "no-store"}
FRESH = 1.0
"""Seconds for which an answer is given again."""


class BoardClock(Struct, frozen=True):
    left_ms: list[int | None]
    """By seat, in milliseconds, at the moment of the answer; null where a bot plays."""
    running: list[int]
    """The seats whose time runs."""


class Board(Struct, frozen=True):
    """How far a game is that is still played."""

    period: int
    """The shift or round of the game, counted from 1; 0 before the first."""
    periods: int
    """How many there are."""
    clock: BoardClock | None
    """If there is one."""
    awaited: list[int] | None
    """The seats that may act now; not told to outsiders while others play the same deal."""
    claims: int | None
    """How many wait for the arbiter; like `awaited`."""
    paused: bool | None
    """Whether it waits until the arbiter lets it go on; like `awaited`."""
    over: bool | None
    """Whether it is over, and the event is told so when all tables of its deal are; like
    `awaited`."""


class BoardOfTable(Struct, frozen=True):
    table: int
    """Counted from 1."""
    game: str | None
    """Once it is open."""
    board: Board | None
    """None before the game is open, and once the table has a result."""


class Boards(Struct, frozen=True):
    round: int
    """Counted from 1."""
    tables: list[BoardOfTable]
    """All of the round."""


class TournamentBoardsController(Controller):
    path = "/tournaments/{tournament_id:str}"
    tags = ("tournaments",)

    @get("/rounds/{number:int}/boards", operation_id="getBoards", summary="How far each table is")
    async def boards(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        number: RoundNumber,
        backend: NamedDependency[Backend],
    ) -> Response[bytes]:
        caller, _ = await event_caller_of(request, backend, tournament_id)
        sees_all = caller.by in ("organizer", "arbiter")
        state = (await backend.resources.tournaments.current(tournament_id)).state
        round_of(state, number)
        key = (tournament_id, state.version, number, sees_all)
        made, body = backend.boards.get(key, (0.0, b""))
        if monotonic() - made > FRESH:
            body = msgspec.json.encode(await _boards(backend, state, number, sees_all=sees_all))
            backend.boards.keep(key, (monotonic(), body))
        return Response(body, media_type="application/json", headers=NO_STORE)


async def _boards(backend: Backend, state: State, number: int, *, sees_all: bool) -> Boards:
    rows = [
        await _row(backend, table, is_open=sees_all or not _embargoed(state, number, table))
        for table in round_of(state, number).tables
    ]
    return Boards(number, rows)


def _embargoed(state: State, number: int, table: TableNow) -> bool:
    here = InTournament(state.tournament, number, table.number, state.regulation_sha256)
    return is_embargoed(state, here)


async def _row(backend: Backend, table: TableNow, *, is_open: bool) -> BoardOfTable:
    """One damaged log must not hide the tables beside it."""
    board = None
    if table.game is not None and table.result is None:
        with suppress(DamagedLog, UnknownGame):
            board = _board(await backend.game(table.game), is_open=is_open)
    return BoardOfTable(table.number, table.game, board)


def _board(game: Aggregate, *, is_open: bool) -> Board:
    period, periods = game.game.period(game.state)
    table = game.table
    return Board(
        period,
        periods,
        _clock(game),
        ([] if game.over else list(game.game.awaited(game.state))) if is_open else None,
        len(table.open_claims) if is_open else None,
        table.is_paused if is_open else None,
        game.over if is_open else None,
    )


def _clock(game: Aggregate) -> BoardClock | None:
    table = game.table
    if table.clock is None:
        return None
    at_ms = milliseconds(not_before(now(), game.updated_at))
    left = [
        None if held.bot else max(0, left_at(table, seat, at_ms))
        for seat, held in enumerate(table.seats)
    ]
    return BoardClock(left, list(table.running))
