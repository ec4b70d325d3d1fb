"""`/games/{id}/seats/{n}/token`: a new token for a seat whose own is lost or in wrong hands."""

from typing import Annotated, Any

from litestar import Controller, Request, Response, post
from litestar.di import NamedDependency
from litestar.params import PathParameter

from domain.kernel.names import named
from infra.access import Holder
from services.api.backend import Backend
from services.api.calls.games import SeatToken
from services.api.http.callers import caller_of, check_may_renew, seat_there
from services.api.http.parameters import GameIdentity
from services.api.http.problems import problem
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
        check_may_renew(await caller_of(request, backend, game_id))
        game = await backend.game(game_id)
        name = named(game.names, seat)
        setup = game.seats[seat_there(seat, len(game.seats))]
        if setup.bot is not None:
            raise problem(409, "seat_is_bot", "A bot holds this seat: nobody else acts for it.")
        token = new_token()
        await backend.log.hand_over(game_id, Holder(seat, digest_of(token)))
        answer = SeatToken(seat, name, token)
        return Response(answer, status_code=201, headers={"Cache-Control": "no-store"})
