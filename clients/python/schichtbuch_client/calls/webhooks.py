"""Calls of webhooks: subscribe, look at what was sent, change, send once more, end."""

from collections.abc import Sequence
from typing import Any

from schichtbuch_client.call import Call, delete, get, part, patch, post
from schichtbuch_client.models.webhooks import (
    AllDeliveries,
    AllWebhooks,
    MessageAsked,
    NewSecret,
    Scope,
    Webhook,
    WebhookMade,
)

WEBHOOKS = "/webhooks"


def create_webhook(url: str, scope: Scope, kinds: Sequence[str] | None = None) -> Call[WebhookMade]:
    """Without kinds: all. Its secret is answered once, so this is not repeated by itself."""
    wish = {"url": url, "scope": scope, "kinds": None if kinds is None else list(kinds)}
    return post(WEBHOOKS, WebhookMade, wish)


def list_webhooks(
    *, game_id: str | None = None, tournament_id: str | None = None
) -> Call[AllWebhooks]:
    """All with the organizer key; those of a seat or a tournament with its token or key."""
    return get(WEBHOOKS, AllWebhooks, {"game_id": game_id, "tournament_id": tournament_id})


def webhook(webhook_id: str) -> Call[Webhook]:
    return get(_path(webhook_id), Webhook)


def change_webhook(
    webhook_id: str,
    *,
    url: str | None = None,
    kinds: Sequence[str] | None = None,
    enabled: bool | None = None,
) -> Call[Webhook]:
    """Enabled again, it goes on where it has stopped."""
    wish: dict[str, Any] = {"url": url, "kinds": kinds and list(kinds), "enabled": enabled}
    named = {name: value for name, value in wish.items() if value is not None}
    return patch(_path(webhook_id), Webhook, named)


def delete_webhook(webhook_id: str) -> Call[None]:
    return delete(_path(webhook_id))


def rotate_webhook_secret(webhook_id: str) -> Call[NewSecret]:
    """For a day messages are signed with the old secret, too."""
    return post(_path(webhook_id, "/rotate"), NewSecret)


def deliveries(webhook_id: str) -> Call[AllDeliveries]:
    return get(_path(webhook_id, "/deliveries"), AllDeliveries)


def redeliver(webhook_id: str, message: str) -> Call[MessageAsked]:
    where = f"/deliveries/{part(message)}/redeliver"
    return post(_path(webhook_id, where), MessageAsked, repeatable=True)


def test_webhook(webhook_id: str) -> Call[MessageAsked]:
    """Sends a message that says nothing."""
    return post(_path(webhook_id, "/test"), MessageAsked)


def _path(webhook_id: str, what: str = "") -> str:
    return f"{WEBHOOKS}/{part(webhook_id)}{what}"
