"""`/games/{id}/rematch`: the same people once more, everybody one seat further.

Whoever of them asks first opens a waiting room, and every one who asks sits down in it, known by
the token of the game that is over; so each gets the own new token and nobody else's.
"""

import secrets
from typing import Any, Literal

from litestar import Controller, Request, Response, post
from litestar.di import NamedDependency
from msgspec import Struct

from domain.kernel.actions import CreateGame
from domain.kernel.errors import RuleViolation
from domain.kernel.names import named
from domain.kernel.seals import Seat
from infra.clock import now
from infra.rooms import Plan, PlannedSeat, Sitting
from replays.aggregate import Aggregate
from replays.entry import Entry, read_line
from services.api.backend import Backend
from services.api.http.bodies import read_body
from services.api.http.callers import Caller, caller_of, check_of_game
from services.api.http.languages import language_of
from services.api.http.links import game_links
from services.api.http.parameters import GameIdentity
from services.api.http.problems import forbidden
from services.api.seats import Salt, own_salt
from services.tokens import Seed, digest_of


class Again(Struct, forbid_unknown_fields=True):
    salt: Salt | None = None
    """The player's own part in the chance of the new game."""


class NextSeat(Struct):
    seat: int
    """In the new game, counted from 0, clockwise."""
    name: str
    """Of whoever sits, or shall sit, there."""
    sits: bool
    """Whether this one wants the rematch, too; bots always do."""


class Rematch(Struct):
    id: str
    """Of the new game."""
    status: Literal["waiting", "running"]
    """`running` once everybody has asked for it."""
    seat: int | None
    """The caller's in the new game; `null` for the creator."""
    token: str | None
    """The caller's in the new game, the same whenever it is asked for; `null` for the creator, and
    if it was made anew since."""
    key: str | None
    """The creator's key of the new game, for the creator of the old one only."""
    seats: list[NextSeat]
    """In clockwise order."""
    links: dict[str, str]
    """Where everything of the new game is."""


class RematchController(Controller):
    path = "/games/{game_id:str}/rematch"
    tags = ("games",)

    @post(operation_id="rematch", summary="The same people once more, one seat further")
    async def again(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[Rematch]:
        caller = check_of_game(await caller_of(request, backend, game_id))
        wish, language = await read_body(request, Again), language_of(request)
        salt = own_salt(wish.salt, caller.seat or 0, "$.salt", language)
        game = await backend.game(game_id)
        if not game.over:
            raise forbidden(game.game, RuleViolation("game_not_over"), language)
        seed = Seed.of_rematch(backend.organizer, game_id)
        if not await backend.is_known(seed.game_id):
            await _open(backend, game, seed)
        answer = await _seated(backend, game, caller, seed, salt)
        await backend.resources.errands.done()
        return Response(answer, status_code=201, headers={"Cache-Control": "no-store"})


async def _open(backend: Backend, game: Aggregate, seed: Seed) -> None:
    [first] = await backend.log.read(game.game_id, 1, 1)
    setup = await backend.log.setup(game.game_id)
    await backend.resources.waiting.open(seed, _plan(game, first), setup.catalog, "", 0)


def _plan(game: Aggregate, first: Entry) -> Plan:
    """As the last game was: whoever played it themselves is asked, bots play again."""
    created = read_line(game.game, first.line).action
    assert isinstance(created, CreateGame), "so every log begins"
    count = len(game.seats)
    before = [before_seat(at, count) for at in range(count)]
    bots = [game.seats[seat].bot for seat in before]
    return Plan(
        game.game.name,
        tuple(
            PlannedSeat(_name(game, seat), bot) if bot else PlannedSeat()
            for seat, bot in zip(before, bots, strict=True)
        ),
        created.edition,
        created.options,
        None,
        created.clock or None,
        game.has_hints,
        secrets.token_hex(32),
        now(),
    )


def before_seat(seat: Seat, count: int) -> Seat:
    """Where whoever sits here now sat in the game before."""
    return (seat + 1) % count


def _name(game: Aggregate, seat: Seat) -> str:
    """Names may have been erased."""
    return named(game.names, seat) or f"Player {seat + 1}"


async def _seated(
    backend: Backend, game: Aggregate, caller: Caller, seed: Seed, salt: str | None
) -> Rematch:
    count, game_id, seat = len(game.seats), seed.game_id, None
    rooms = backend.resources.waiting.rooms
    if caller.seat is not None:
        seat = (caller.seat - 1) % count
        invite, token = digest_of(seed.invite(seat)), digest_of(seed.token(seat))
        sitting = Sitting(_name(game, caller.seat), salt)
        await rooms.take(game_id, seat, invite, token, sitting)
    room = await backend.room(game_id)  # a full one begins
    open_seats = set(room.open) if room else set()
    tokens = room.tokens if room else (await backend.access(game_id)).seats
    holds = seat is not None and tokens.get(digest_of(seed.token(seat))) == seat
    return Rematch(
        game_id,
        "waiting" if room else "running",
        seat,
        seed.token(seat) if holds and seat is not None else None,
        seed.creator_key if caller.seat is None else None,
        [
            NextSeat(at, _name(game, before_seat(at, count)), at not in open_seats)
            for at in range(count)
        ],
        game_links(game_id, game.game.name),
    )
