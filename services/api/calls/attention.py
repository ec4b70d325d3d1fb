"""`/attention`: what waits for an arbiter over all games."""

from typing import Any

from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from domain.kernel.names import named
from domain.table.clock import left_at, milliseconds, not_before
from infra.clock import now
from infra.game_log import UnknownGame
from replays.aggregate import Aggregate, DamagedLog
from services.api.backend import Backend
from services.api.http.callers import check_arbiter

MOST_GAMES = 200
"""That are looked at for one answer."""
MOST_CLOCKS = 20


class WaitingClaim(Struct):
    game_id: str
    """Of the game in which it was made."""
    game: str
    """Which game it is: a name of `GET /rules`."""
    claim: int
    """Its number: the version of its entry."""
    seat: int
    """Who made it."""
    name: str
    """Of that player; empty once the names are erased."""
    about: str
    """The moment that it is about, like `17.3`."""
    text: str
    """What is wrong, in the player's words."""


class PausedGame(Struct):
    game_id: str
    """Of the game that waits."""
    game: str
    """Which game it is: a name of `GET /rules`."""
    names: list[str]
    """Of the players, by seat."""


class FallingClock(Struct):
    game_id: str
    """Of the game that is played."""
    game: str
    """Which game it is: a name of `GET /rules`."""
    seat: int
    """Whose clock it is."""
    name: str
    """Of that player; empty once the names are erased."""
    left_ms: int
    """What is left of the time, in milliseconds."""


class Waiting(Struct):
    claims: list[WaitingClaim]
    """Open ones, by game."""
    paused: list[PausedGame]
    """Games that wait until an arbiter lets them go on."""
    clocks: list[FallingClock]
    """Those that will be over first."""


class AttentionController(Controller):
    path = "/attention"
    tags = ("arbiters",)

    @get(operation_id="getAttention", summary="What waits for an arbiter, over all games")
    async def attention(
        self, request: Request[Any, Any, Any], backend: NamedDependency[Backend]
    ) -> Response[Waiting]:
        await check_arbiter(request, backend, "Only an arbiter or the organizer may see this.")
        games = await _waiting_games(backend)
        claims = [claim for game in games for claim in _claims(game)]
        paused = [_paused(game) for game in games if game.table.is_paused and not game.over]
        clocks = await _clocks(backend)
        return Response(Waiting(claims, paused, clocks), headers={"Cache-Control": "no-store"})


async def _waiting_games(backend: Backend) -> list[Aggregate]:
    """And those that were done meanwhile are taken out."""
    attention = backend.resources.attention
    found = [await _game(backend, game_id) for game_id in await attention.some(MOST_GAMES)]
    games = [game for game in found if game is not None]
    done = [game.game_id for game in games if not game.table.needs_arbiter]
    if done:
        await attention.take_out(*done)
    return [game for game in games if game.table.needs_arbiter]


async def _game(backend: Backend, game_id: str) -> Aggregate | None:
    """One damaged log must not hide the games beside it."""
    try:
        return await backend.game(game_id)
    except (DamagedLog, UnknownGame):
        return None


def _claims(game: Aggregate) -> list[WaitingClaim]:
    return [
        WaitingClaim(
            game_id=game.game_id,
            game=game.game.name,
            claim=claim.version,
            seat=claim.seat,
            name=named(game.names, claim.seat),
            about=claim.about,
            text=claim.text,
        )
        for claim in game.table.open_claims
    ]


def _paused(game: Aggregate) -> PausedGame:
    names = [named(game.names, seat) for seat in range(len(game.seats))]
    return PausedGame(game.game_id, game.game.name, names)


async def _clocks(backend: Backend) -> list[FallingClock]:
    """Of the games whose clocks are due first."""
    clocks: list[FallingClock] = []
    for game_id in await backend.resources.due_times.first(MOST_CLOCKS):
        game = await _game(backend, game_id)
        if game is not None:
            clocks += _running(game)
    return sorted(clocks, key=lambda clock: clock.left_ms)[:MOST_CLOCKS]


def _running(game: Aggregate) -> list[FallingClock]:
    table = game.table
    at_ms = milliseconds(not_before(now(), game.updated_at))
    return [
        FallingClock(
            game_id=game.game_id,
            game=game.game.name,
            seat=seat,
            name=named(game.names, seat),
            left_ms=max(0, left_at(table, seat, at_ms)),
        )
        for seat in table.running
    ]
