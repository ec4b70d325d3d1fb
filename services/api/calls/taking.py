"""`/games/{id}/seats/{n}/take`: whoever has the invitation sits down, and the last one begins."""

from typing import Any, Literal

from litestar import Controller, Request, Response, post
from litestar.di import NamedDependency
from litestar.plugins.problem_details import ProblemDetailsException
from msgspec import Struct

from infra.game_log import UnknownGame
from infra.rooms import Room, Sitting
from services.api.backend import Backend
from services.api.calls.seat_token import SeatNumber
from services.api.http.bodies import plain_json, read_body
from services.api.http.callers import invitation_of, unknown_invitation
from services.api.http.idempotency import IdempotencyKey, checked_key
from services.api.http.languages import language_of
from services.api.http.links import game_links
from services.api.http.parameters import GameIdentity
from services.api.http.problems import problem
from services.api.seats import Taker, taker
from services.games import CreationKeyReused
from services.tokens import Seed, digest_of, new_token, same


class SeatTaken(Struct):
    seat: int
    """Counted from 0, clockwise."""
    name: str
    """Of the player, as it is kept."""
    token: str
    """Shown once. Whoever has it acts for the seat."""
    status: Literal["waiting", "running"]
    """`running`: this was the last open seat, and the game has begun."""
    version: int
    """How many entries the game's log has."""
    links: dict[str, str]
    """Where everything of this game is."""


class Taking(Struct, frozen=True):
    """One who would sit down, known by the invitation."""

    game_id: str
    seat: int
    invite: str
    token: str
    sitting: Sitting


class TakingController(Controller):
    path = "/games/{game_id:str}/seats/{seat:int}/take"
    tags = ("games",)

    @post(operation_id="takeSeat", summary="Take an open seat with its invitation")
    async def take(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        seat: SeatNumber,
        backend: NamedDependency[Backend],
        idempotency_key: IdempotencyKey = None,
    ) -> Response[SeatTaken]:
        invite, key = invitation_of(request), checked_key(idempotency_key)
        wish = taker(await read_body(request, Taker), seat, language_of(request))
        token, asked = new_token(), ""
        if key is not None:
            seed = Seed.of_request(backend.organizer, f"{game_id}/{seat}/{invite}", key)
            token, asked = seed.token(seat), seed.digest(plain_json(await request.body()))
        taking = Taking(game_id, seat, invite, token, Sitting(wish.name, wish.salt, asked))
        answer = await _sit_down(request, backend, taking)
        return Response(answer, status_code=201, headers={"Cache-Control": "no-store"})


async def _sit_down(request: Request[Any, Any, Any], backend: Backend, taking: Taking) -> SeatTaken:
    rooms = backend.resources.waiting.rooms
    taken = await rooms.take(
        taking.game_id, taking.seat, taking.invite, digest_of(taking.token), taking.sitting
    )
    if taken == "unknown":
        raise unknown_invitation(request, backend, taking.invite)
    room = await backend.room(taking.game_id)  # a full one begins
    if taken == "sits":
        await backend.resources.errands.done()
        return await _told(backend, taking, room)
    if taken == "taken" and room is not None:
        return await _again(backend, taking, room)
    return await _after_the_beginning(request, backend, taking)


async def _told(backend: Backend, taking: Taking, room: Room | None) -> SeatTaken:
    status: Literal["waiting", "running"] = "waiting" if room else "running"
    game = room.plan.game if room else (await backend.origin(taking.game_id)).created.game
    return SeatTaken(
        taking.seat,
        taking.sitting.name,
        taking.token,
        status,
        0 if room else await backend.version(taking.game_id),
        game_links(taking.game_id, game),
    )


async def _again(backend: Backend, taking: Taking, room: Room) -> SeatTaken:
    """A retry with the same key and body gets the same answer; everybody else comes too late."""
    sitting = room.taken[taking.seat]
    if room.tokens.get(digest_of(taking.token)) != taking.seat:
        raise _too_late()
    if not same(sitting.request, taking.sitting.request):
        raise CreationKeyReused(taking.game_id)
    return await _told(backend, taking, room)


async def _after_the_beginning(
    request: Request[Any, Any, Any], backend: Backend, taking: Taking
) -> SeatTaken:
    """The room is a game, or it never was: the game knows which invitations have been used."""
    setup = await backend.log.setup(taking.game_id)
    if not setup.access:
        raise UnknownGame(taking.game_id)
    if setup.invites.get(str(taking.seat)) != taking.invite:
        raise unknown_invitation(request, backend, taking.invite)
    if setup.access.get(str(taking.seat)) != digest_of(taking.token):
        raise _too_late()
    return await _told(backend, taking, None)


def _too_late() -> ProblemDetailsException:
    return problem(409, "seat_taken", "Somebody has taken this seat already.")
