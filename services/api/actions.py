"""`/games/{id}/actions`: an action becomes an entry of the log, or a problem that says why not."""

import re
from typing import Annotated, Any

from litestar import Controller, Request, Response, post
from litestar.di import NamedDependency
from litestar.params import HeaderParameter

from services.api.bodies import json_body, read_actions
from services.api.caching import expected_version, json_answer
from services.api.callers import acting_seat, caller_of
from services.api.desk import Desk
from services.api.languages import language_of
from services.api.metrics import ACCEPTED
from services.api.parameters import GameIdentity
from services.api.problems import problem, refusals
from services.api.reading import Reader, seen_bytes, version_of

KEY = re.compile(r"[\x20-\x7e]{1,128}")


class ActionsController(Controller):
    path = "/games/{game_id:str}/actions"
    tags = ("play",)

    @post(operation_id="act", summary="Play an action, or several that are accepted all or none")
    async def act(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        desk: NamedDependency[Desk],
        if_match: Annotated[
            str | None,
            HeaderParameter(name="If-Match", description='Only if this is the version: `"17"`.'),
        ] = None,
        idempotency_key: Annotated[
            str | None,
            HeaderParameter(
                name="Idempotency-Key",
                description="A retry with the same key gets the first answer again.",
            ),
        ] = None,
    ) -> Response[bytes]:
        seat = acting_seat(await caller_of(request, desk, game_id))
        expected, key = expected_version(if_match), _checked(idempotency_key)
        game = (await desk.origin(game_id)).game
        actions, as_list = read_actions(game, await json_body(request))
        with refusals(game, language_of(request)):
            entries = await desk.games.act(game_id, seat, actions, expected, key)
        ACCEPTED.labels(game.name).inc(len(entries))
        seen = [seen_bytes(game, entry, Reader(seat)) for entry in entries]
        body = b"[%b]" % b",".join(seen) if as_list else seen[0]
        version = version_of(entries[-1])
        return json_answer(body, f'"{version}"', {"Cache-Control": "no-store"}, 201)


def _checked(key: str | None) -> str | None:
    if key is not None and not KEY.fullmatch(key):
        said = "An Idempotency-Key has 1 to 128 printable ASCII characters."
        raise problem(400, "idempotency_key_invalid", said)
    return key
