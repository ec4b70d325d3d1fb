"""`/webhooks`: subscriptions to what happens, made, read, changed and ended."""

import secrets
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter
from msgspec import UNSET

from domain.table.clock import milliseconds
from infra.clock import now
from infra.webhook_backlogs import Backlog
from infra.webhook_subscriptions import Notice, OneGame, OneSeat, OneTournament, Subscription
from services.api.backend import Backend
from services.api.clock import written
from services.api.http.bodies import read_body
from services.api.http.callers import check_organizer
from services.api.http.problems import problem
from services.api.webhooks import (
    SAID,
    AllWebhooks,
    ChangedWebhook,
    NewSecret,
    NewWebhook,
    Owner,
    Webhook,
    WebhookMade,
    check_kinds,
    check_url,
    made,
    managed,
    owner_at_seat,
    owner_for,
    owner_of_event,
    told,
)
from services.rooms import GameWaiting
from services.webhooks.kinds import KINDS
from services.webhooks.message_ids import Stream, game_stream, tournament_stream
from services.webhooks.signing import BOTH_SECONDS, new_secret

NO_STORE = {"Cache-Control": "no-store"}

WebhookIdentity = Annotated[str, PathParameter(description="The id of a webhook.")]


class WebhooksController(Controller):
    path = "/webhooks"
    tags = ("webhooks",)

    @post(operation_id="createWebhook", summary="Be told of what happens")
    async def create(
        self, request: Request[Any, Any, Any], backend: NamedDependency[Backend]
    ) -> Response[WebhookMade]:
        wish = await read_body(request, NewWebhook)
        owner = await owner_for(request, backend, wish.scope)
        new = _subscription(backend, wish, owner)
        await _begin(backend, new)
        if not await backend.resources.subscriptions.add(new, owner.most_in_all, owner.most):
            await backend.resources.backlogs.forget(new.id)
            said = "There are too many webhooks; delete one that is not needed."
            raise problem(409, "webhooks_too_many", said, facts={"most": owner.most})
        answer = made(await told(backend, new), new.secret)
        headers = {**NO_STORE, "Location": answer.links["self"]}
        return Response(answer, status_code=201, headers=headers)

    @get(operation_id="listWebhooks", summary="Who is told")
    async def webhooks(
        self,
        request: Request[Any, Any, Any],
        backend: NamedDependency[Backend],
        game_id: Annotated[
            str | None, QueryParameter(description="The caller's own, as a seat of this game.")
        ] = None,
        tournament_id: Annotated[
            str | None, QueryParameter(description="Those of this tournament.")
        ] = None,
    ) -> Response[AllWebhooks]:
        subscriptions = backend.resources.subscriptions
        if tournament_id is not None:
            owner = await owner_of_event(request, backend, tournament_id)
            found = await subscriptions.of_owner(owner.name)
        elif game_id is not None:
            owner = await owner_at_seat(request, backend, game_id)
            found = await subscriptions.of_owner(owner.name)
        else:
            await check_organizer(request, backend, SAID)
            found = await subscriptions.all()
        return Response(AllWebhooks([await told(backend, one) for one in found]), headers=NO_STORE)

    @get("/{webhook_id:str}", operation_id="getWebhook", summary="One of them")
    async def webhook(
        self,
        request: Request[Any, Any, Any],
        webhook_id: WebhookIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[Webhook]:
        found = await managed(request, backend, webhook_id)
        return Response(await told(backend, found), headers=NO_STORE)

    @patch("/{webhook_id:str}", operation_id="changeWebhook", summary="Change it, stop it, go on")
    async def change(
        self,
        request: Request[Any, Any, Any],
        webhook_id: WebhookIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[Webhook]:
        found = await managed(request, backend, webhook_id)
        wish = await read_body(request, ChangedWebhook)
        fields: dict[str, Any] = {}
        if wish.url is not UNSET:
            fields["url"] = check_url(backend, wish.url)
        if wish.kinds is not UNSET:
            fields["kinds"] = check_kinds(wish.kinds)
        if wish.enabled is not UNSET:
            _check_may_go_on(found)
            fields["notice"] = None if wish.enabled else Notice("switched_off", now())
        changed = await _changed(backend, found, **fields)
        if wish.enabled is True:
            await _go_on(backend, changed)
        elif wish.enabled is False:
            await backend.resources.backlogs.rest(changed.id)
        return Response(await told(backend, changed), headers=NO_STORE)

    @post(
        "/{webhook_id:str}/rotate",
        operation_id="rotateWebhookSecret",
        summary="A new secret; for a day the old one signs, too",
        status_code=201,
    )
    async def rotate(
        self,
        request: Request[Any, Any, Any],
        webhook_id: WebhookIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[NewSecret]:
        found = await managed(request, backend, webhook_id)
        secret, until = new_secret(), written(milliseconds(now()) + 1000 * BOTH_SECONDS)
        await _changed(backend, found, secret=secret, old_secret=found.secret, old_until=until)
        return Response(NewSecret(secret, until), status_code=201, headers=NO_STORE)

    @delete(
        "/{webhook_id:str}",
        operation_id="deleteWebhook",
        summary="Be told no more, at once",
        status_code=204,
    )
    async def end(
        self,
        request: Request[Any, Any, Any],
        webhook_id: WebhookIdentity,
        backend: NamedDependency[Backend],
    ) -> None:
        found = await managed(request, backend, webhook_id)
        await backend.resources.subscriptions.remove(found)
        await backend.resources.backlogs.forget(found.id)


def _subscription(backend: Backend, wish: NewWebhook, owner: Owner) -> Subscription:
    scope = wish.scope
    if isinstance(scope, OneSeat):
        scope = OneSeat(scope.game, owner.seat)
    return Subscription(
        id=secrets.token_hex(8),
        url=check_url(backend, wish.url),
        kinds=KINDS if wish.kinds is None else check_kinds(wish.kinds),
        scope=scope,
        owner=owner.name,
        secret=new_secret(),
        created=now(),
        holder=owner.holder,
    )


async def _begin(backend: Backend, new: Subscription) -> None:
    """A subscription to one stream begins behind what is written now."""
    stream: Stream
    match new.scope:
        case OneGame(game):
            stream, version = game_stream(game), await _version(backend, game)
        case OneSeat(game, seat):
            stream, version = game_stream(game, seat), await _version(backend, game)
        case OneTournament(tournament):
            stream = tournament_stream(tournament)
            version = await backend.resources.tournament_log.version(tournament)
        case _:
            return
    await backend.resources.backlogs.move(Backlog(new.id, stream.name), str(version))


async def _version(backend: Backend, game: str) -> int:
    """0 if it waits for its players; a problem if there is no such game."""
    try:
        return await backend.version(game)
    except GameWaiting:
        return 0


def _check_may_go_on(found: Subscription) -> None:
    """What a seat may see goes to whoever subscribed with its token, and only as long."""
    if found.notice and found.notice.code == "token_ended":
        said = "The token that this was subscribed with has ended: subscribe anew."
        raise problem(409, "webhook_disabled", said)


async def _changed(backend: Backend, found: Subscription, **fields: Any) -> Subscription:
    changed = await backend.resources.subscriptions.change(
        found.id, lambda known: msgspec.structs.replace(known, **fields)
    )
    if changed is None:
        raise problem(404, "webhook_unknown", "There is no webhook with this id.")
    return changed


async def _go_on(backend: Backend, changed: Subscription) -> None:
    """With everything that it has heard of: what is not behind costs one look."""
    backlogs = backend.resources.backlogs
    await backlogs.forgive(changed.id)
    streams = await backlogs.streams(changed.id)
    await backlogs.note([Backlog(changed.id, one) for one in streams], milliseconds(now()))
