"""Subscriptions to what the service tells by itself, and how its messages fared."""

from msgspec import Struct


class EveryGame(Struct, frozen=True, tag_field="type", tag="all"):
    """Every game and every tournament."""


class OneGame(Struct, frozen=True, tag_field="type", tag="game"):
    """One game, as everybody may see it."""

    game: str
    """Its id."""


class OneTournament(Struct, frozen=True, tag_field="type", tag="tournament"):
    """One tournament, and the games of its tables."""

    tournament: str
    """Its id."""


class OneSeat(Struct, frozen=True, tag_field="type", tag="seat"):
    """One game, as one seat of it may see it."""

    game: str
    """Its id."""
    seat: int | None = None
    """Whose token it was subscribed with; not to be sent."""


Scope = EveryGame | OneGame | OneTournament | OneSeat


class Notice(Struct, frozen=True):
    code: str
    """`switched_off`, `gone`, `failing` or `token_ended`."""
    at: str
    """Since when (RFC 3339, UTC)."""


class FailingNow(Struct, frozen=True):
    since: str
    """The first failure (RFC 3339, UTC)."""
    attempts: int
    """How often it was tried since."""
    next: str
    """When it is tried again."""
    said: str
    """What was wrong the last time."""


class Webhook(Struct, frozen=True):
    id: str
    """Of the subscription."""
    url: str
    """Where messages are sent."""
    scope: Scope
    """Of what."""
    kinds: list[str]
    """Which kinds of messages."""
    enabled: bool
    """Whether anything is sent."""
    notice: Notice | None
    """Why nothing is sent any more."""
    failing: FailingNow | None
    """If the receiver does not take what is sent."""
    waiting: int
    """How many games and tournaments are not told to their end."""
    created: str
    """When it was made (RFC 3339, UTC); it tells what happened since."""
    links: dict[str, str]
    """Where it is, and what was sent."""


class WebhookMade(Webhook, frozen=True, kw_only=True):
    secret: str
    """Shown once. Messages are signed with it: `whsec_…`, by Standard Webhooks."""


class AllWebhooks(Struct, frozen=True):
    webhooks: list[Webhook]
    """Oldest first."""


class NewSecret(Struct, frozen=True):
    secret: str
    """Shown once. Messages are signed with it from now on."""
    old_until: str
    """Until then they are signed with the old one, too."""


class Delivery(Struct, frozen=True, kw_only=True):
    """One try to send a message."""

    message: str
    """Its `webhook-id`: the same for every try."""
    kind: str
    """Like `game.action`."""
    at: str
    """When it was sent (RFC 3339, UTC)."""
    attempt: int
    """Which try it was, counted from 1."""
    delivered: bool
    """Whether the receiver took it."""
    took_ms: int
    """How long the answer took, in milliseconds."""
    status: int | None = None
    """What the receiver answered, if it did."""
    error: str | None = None
    """Why there was no answer."""


class AllDeliveries(Struct, frozen=True):
    deliveries: list[Delivery]
    """The last tries, newest first."""


class MessageAsked(Struct, frozen=True):
    message: str
    """Its `webhook-id`."""
