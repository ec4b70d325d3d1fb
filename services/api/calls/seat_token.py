"""`/games/{id}/seats/{n}/token`: a new token for a seat whose own is lost or in wrong hands.

In a waiting room it is a new invitation, as long as nobody has taken the seat.
"""

from typing import Annotated, Any

from litestar import Controller, Request, Response, post
from litestar.di import NamedDependency
from litestar.params import PathParameter
from litestar.plugins.problem_details import ProblemDetailsException

from domain.kernel.names import named
from infra.access import Holder
from infra.rooms import Room
from services.api.backend import Backend
from services.api.http.callers import caller_of, check_may_renew, room_caller_of, seat_there
from services.api.http.parameters import GameIdentity
from services.api.http.problems import problem
from services.api.opening import SeatToken
from services.rooms import GameWaiting
from services.tokens import digest_of, new_token

SeatNumber = Annotated[int, PathParameter(description="The number of a seat, counted from 0.")]


class SeatTokenController(Controller):
    path = "/games/{game_id:str}/seats/{seat:int}/token"
    tags = ("games",)

    @post(operation_id="renewToken", summary="A new token for a seat; the old one ends at once")
    async def renew(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        seat: SeatNumber,
        backend: NamedDependency[Backend],
    ) -> Response[SeatToken]:
        try:
            check_may_renew(await caller_of(request, backend, game_id))
            answer = await _in_game(backend, game_id, seat)
        except GameWaiting as waiting:
            check_may_renew(await room_caller_of(request, backend, waiting.room))
            answer = await _in_room(backend, waiting.room, seat)
        return Response(answer, status_code=201, headers={"Cache-Control": "no-store"})


async def _in_game(backend: Backend, game_id: str, seat: int) -> SeatToken:
    game = await backend.game(game_id)
    held = game.table.seats[seat_there(seat, len(game.seats))]
    if held.bot is not None:
        raise _of_a_bot()
    token = new_token()
    await backend.log.hand_over(game_id, Holder(seat, digest_of(token)))
    return SeatToken(seat, named(game.names, seat), token)


async def _in_room(backend: Backend, room: Room, seat: int) -> SeatToken:
    held = room.seats[seat_there(seat, len(room.seats))]
    if held.bot is not None:
        raise _of_a_bot()
    secret, game_id = new_token(), room.game_id
    renewed = await backend.resources.waiting.rooms.renew(game_id, seat, digest_of(secret))
    if renewed == "gone":
        return await _in_game(backend, game_id, seat)
    if renewed == "token":
        return SeatToken(seat, held.name or "", secret, None)
    return SeatToken(seat, "", None, secret)


def _of_a_bot() -> ProblemDetailsException:
    return problem(409, "seat_is_bot", "A bot holds this seat: nobody else acts for it.")
