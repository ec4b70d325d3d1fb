"""`/games/{id}/state`: what the caller may see, now or at any moment of the game."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from replays.aggregate import Aggregate
from services.api.caching import conditional, json_answer, lasting
from services.api.callers import Caller, caller_of, shown_seat
from services.api.desk import Desk
from services.api.moments import game_at, read_moment
from services.api.parameters import ForSeat, GameIdentity

At = Annotated[
    str | None,
    QueryParameter(
        name="at",
        description="A version, like `17`, or a version and an event of it, like `17.3`.",
    ),
]


class StateController(Controller):
    path = "/games/{game_id:str}/state"
    tags = ("watch",)

    @get(operation_id="getState", summary="The table as the caller sees it, at any moment")
    async def state(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        desk: NamedDependency[Desk],
        at: At = None,
        for_seat: ForSeat = None,
    ) -> Response[bytes]:
        caller = await caller_of(request, desk, game_id)
        if at is None:
            aggregate = await desk.game(game_id)
            seat = shown_seat(caller, for_seat, len(aggregate.seats), over=aggregate.over)
            return _answer(request, aggregate, str(aggregate.version), seat, "no-cache")
        wanted = read_moment(at)
        now = await desk.game(game_id)
        seat = shown_seat(caller, for_seat, len(now.seats), over=now.over)
        past, moment = await game_at(desk, game_id, wanted)
        return _answer(request, past, str(moment), seat, lasting(personal=_personal(caller, seat)))


def _personal(caller: Caller, seat: int | None) -> bool:
    return caller.known or seat is not None


def _answer(
    request: Request[Any, Any, Any],
    aggregate: Aggregate,
    moment: str,
    seat: int | None,
    cache_control: str,
) -> Response[bytes]:
    # Weak, because the same view may go out compressed or not.
    eyes = "public" if seat is None else seat
    etag = f'W/"{moment}-{eyes}{"" if aggregate.names else "-unnamed"}"'
    headers = {
        "Cache-Control": cache_control,
        "Schichtbuch-Version": moment.partition(".")[0],
    }
    unchanged = conditional(request, etag, headers)
    if unchanged:
        return unchanged
    view = aggregate.game.view(aggregate.state, seat, aggregate.names)
    return json_answer(msgspec.json.encode(view), etag, headers)
