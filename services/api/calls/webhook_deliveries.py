"""`/webhooks/{id}/deliveries`: what was sent and how it went; once more, or to try it out."""

from typing import Annotated, Any

from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter

from domain.table.clock import milliseconds
from infra.clock import now
from infra.game_log import UnknownGame
from infra.tournament_log import UnknownTournament
from infra.webhook_subscriptions import Subscription
from services.api.backend import Backend
from services.api.calls.webhooks import WebhookIdentity
from services.api.http.problems import problem
from services.api.webhooks import AllDeliveries, MessageAsked, managed
from services.webhooks.message_ids import MessageId, hears, read_message, test_message

NO_STORE = {"Cache-Control": "no-store"}
RETRY_SECONDS = "10"

MessageIdentity = Annotated[str, PathParameter(description="The `webhook-id` of a message.")]


class WebhookDeliveriesController(Controller):
    path = "/webhooks/{webhook_id:str}"
    tags = ("webhooks",)

    @get("/deliveries", operation_id="getDeliveries", summary="What was sent, and how it went")
    async def deliveries(
        self,
        request: Request[Any, Any, Any],
        webhook_id: WebhookIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[AllDeliveries]:
        found = await managed(request, backend, webhook_id)
        sent = await backend.resources.backlogs.deliveries(found.id)
        return Response(AllDeliveries(sent), headers=NO_STORE)

    @post(
        "/deliveries/{message:str}/redeliver",
        operation_id="redeliver",
        summary="Send a message once more",
        status_code=202,
    )
    async def redeliver(
        self,
        request: Request[Any, Any, Any],
        webhook_id: WebhookIdentity,
        message: MessageIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[MessageAsked]:
        found = await managed(request, backend, webhook_id)
        wanted = read_message(message)
        if wanted is None or not await _is_of(backend, found, wanted):
            raise problem(404, "message_unknown", "This webhook has no such message.")
        return await _asked(backend, found, message)

    @post(
        "/test",
        operation_id="testWebhook",
        summary="Send a message that says nothing",
        status_code=202,
    )
    async def test(
        self,
        request: Request[Any, Any, Any],
        webhook_id: WebhookIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[MessageAsked]:
        found = await managed(request, backend, webhook_id)
        return await _asked(backend, found, test_message())


async def _is_of(backend: Backend, found: Subscription, wanted: MessageId) -> bool:
    """Whether the subscription is told of that stream, and the stream has come so far."""
    resources, stream = backend.resources, wanted.stream
    try:
        if stream.is_tournament:
            reached, belongs = await resources.tournament_log.version(stream.id), None
        else:
            game = await resources.games.current(stream.id)
            reached, belongs = game.version, game.tournament.id if game.tournament else None
    except (UnknownGame, UnknownTournament):
        return False
    if stream.what == "game" and await backend.embargo.holds(stream.id):
        return False
    return hears(found.scope, stream, belongs) and 1 <= wanted.version <= reached


async def _asked(backend: Backend, found: Subscription, message: str) -> Response[MessageAsked]:
    if not found.is_enabled:
        said = "Nothing is sent by this webhook: let it go on first."
        raise problem(409, "webhook_disabled", said)
    if not await backend.resources.backlogs.ask_for(found.id, message, milliseconds(now())):
        said = "Many messages are to be sent once more already; wait for them."
        headers = {"Retry-After": RETRY_SECONDS}
        raise problem(429, "redeliveries_too_many", said, headers=headers)
    return Response(MessageAsked(message), status_code=202, headers=NO_STORE)
