"""Secrets and signatures, by the Standard Webhooks specification and with its library."""

import secrets
from base64 import b64encode
from datetime import UTC, datetime

from standardwebhooks import Webhook

from domain.table.clock import milliseconds
from infra.clock import now
from infra.webhook_subscriptions import Subscription

PREFIX = "whsec_"
SECRET_BYTES = 32
BOTH_SECONDS = 24 * 3600
"""How long the secret of before signs, too, so that a receiver can change in between."""


def new_secret() -> str:
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signed(subscription: Subscription, message: str, body: bytes) -> dict[str, str]:
    """The headers that prove who has sent this, and when."""
    at = datetime.now(UTC).replace(microsecond=0)
    held = [subscription.secret]
    if subscription.old_secret and milliseconds(now()) < milliseconds(subscription.old_until):
        held.append(subscription.old_secret)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(
            Webhook(secret).sign(message, at, body.decode()) for secret in held
        ),
    }
