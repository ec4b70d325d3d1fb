"""`/games/{id}/actions`: an action becomes an entry of the log, or a problem that says why not."""

from typing import Annotated, Any

from litestar import Controller, Request, Response, post
from litestar.di import NamedDependency
from litestar.params import HeaderParameter
from msgspec import Struct

from domain.kernel.errors import RuleViolation
from services.api.backend import Backend
from services.api.http.bodies import check_json, read_actions
from services.api.http.caching import expected_version, json_answer
from services.api.http.callers import Asking, acting_seat, actor_of
from services.api.http.idempotency import IdempotencyKey, checked_key
from services.api.http.languages import language_of
from services.api.http.parameters import GameIdentity
from services.api.http.problems import forbidden, raise_refusal
from services.api.metrics import accepted_by_game
from services.api.reading import Reader, seen_bytes


class Accepted(Struct, frozen=True):
    body: bytes
    version: int

    @property
    def etag(self) -> str:
        return f'"{self.version}"'


class ActionsController(Controller):
    path = "/games/{game_id:str}/actions"
    tags = ("play",)

    @post(operation_id="act", summary="Play an action, or several that are accepted all or none")
    async def act(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
        if_match: Annotated[
            str | None,
            HeaderParameter(name="If-Match", description='Only if this is the version: `"17"`.'),
        ] = None,
        idempotency_key: IdempotencyKey = None,
    ) -> Response[bytes]:
        raise_refusal(request)
        body = await request.body()
        accepted = await accept(request, backend, game_id, body, if_match, idempotency_key)
        return json_answer(accepted.body, accepted.etag, {"Cache-Control": "no-store"}, 201)


async def accept(
    request: Asking,
    backend: Backend,
    game_id: str,
    body: bytes,
    if_match: str | None,
    idempotency_key: str | None,
) -> Accepted:
    caller = await actor_of(request, backend, game_id)
    seat = acting_seat(caller)
    expected, key = expected_version(if_match), checked_key(idempotency_key)
    check_json(request)
    game = (await backend.origin(game_id)).game
    actions, as_list = read_actions(game, body)
    try:
        written = await backend.games.act(game_id, seat, actions, expected, key, caller.digest)
    except RuleViolation as refusal:
        raise forbidden(game, refusal, language_of(request)) from refusal
    accepted_by_game(game.name).inc(len(written.entries))
    reader = Reader(seat)
    seen = [seen_bytes(game, entry, reader) for entry in written.entries]
    return Accepted(b"[%b]" % b",".join(seen) if as_list else seen[0], written.version)
