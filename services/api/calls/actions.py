"""`/games/{id}/actions`: an action becomes an entry of the log, or a problem that says why not."""

from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Controller, Request, Response, post
from litestar.di import NamedDependency
from litestar.params import HeaderParameter
from msgspec import Struct, json
from msgspec.structs import replace

from domain.kernel.actions import By
from domain.kernel.decider import AnyGame
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.kernel.texts import Language
from domain.table.actions import HandOver, TableAction, role_for
from domain.table.decide import WHO
from services.api.backend import Backend
from services.api.http.asking import Asking
from services.api.http.bodies import check_json, read_actions
from services.api.http.caching import expected_version, json_answer
from services.api.http.callers import Caller, acting_seat, actor_of, not_anonymous
from services.api.http.idempotency import IdempotencyKey, checked_key
from services.api.http.languages import language_of
from services.api.http.parameters import GameIdentity
from services.api.http.problems import forbidden
from services.api.metrics import accepted_by_game
from services.api.reading import Reader, seen_bytes
from services.api.seats import seat_name
from services.games import Written


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
    caller = not_anonymous(await actor_of(request, backend, game_id))
    expected, key = expected_version(if_match), checked_key(idempotency_key)
    check_json(request)
    game, language = (await backend.origin(game_id)).game, language_of(request)
    actions, as_list = read_actions(game, body)
    by = _at_the_door(caller, game, actions, language)
    hands_over = any(isinstance(action, HandOver) for action in actions)
    if hands_over:
        actions = _with_checked_names(actions, language, as_list=as_list)
    token, name = (None, caller.rules_as) if caller.seat is None else (caller.digest, None)
    try:
        written = await backend.games.act(game_id, by, actions, expected, key, token, name)
    except RuleViolation as refusal:
        raise forbidden(game, refusal, language) from refusal
    accepted_by_game(game.name).inc(len(written.entries))
    reader = Reader(caller.seat, caller.sees_all)
    seen = [seen_bytes(game, entry, reader) for entry in written.entries]
    if hands_over:
        seen = _with_tokens(seen, actions, written)
    return Accepted(b"[%b]" % b",".join(seen) if as_list else seen[0], written.version)


def _at_the_door(caller: Caller, game: AnyGame, actions: Sequence[Fact], language: Language) -> By:
    """Who acts, if such callers do such things at all; whether they may now is asked later."""
    rules = caller.rules_as is not None
    acts_as = "arbiter" if rules else None if caller.seat is None else "seat"
    for action in actions:
        if isinstance(action, TableAction) and role_for(action) != acts_as:
            refusal = RuleViolation(WHO[role_for(action)])
            raise forbidden(game, refusal, language, status=403)
    return "arbiter" if rules else acting_seat(caller)


def _with_checked_names(
    actions: Sequence[Fact], language: Language, *, as_list: bool
) -> list[Fact]:
    """Of those who take a seat over."""
    return [
        replace(action, name=_taker(action, f"$[{at}]" if as_list else "$", language))
        if isinstance(action, HandOver)
        else action
        for at, action in enumerate(actions)
    ]


def _taker(action: HandOver, path: str, language: Language) -> str:
    return seat_name(action.name, action.seat, f"{path}.name", language)


def _with_tokens(seen: list[bytes], actions: Sequence[Fact], written: Written) -> list[bytes]:
    """Beside an entry that hands a seat over stands its new token; a retry is not told it."""
    first = written.version - len(seen) + 1
    return [
        b'%b,"token":%b}' % (entry[:-1], json.encode(written.token(version)))
        if isinstance(action, HandOver)
        else entry
        for version, (entry, action) in enumerate(zip(seen, actions, strict=True), first)
    ]
