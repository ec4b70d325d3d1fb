"""Examples of webhooks for the documentation, made of the recorded game by the code that sends."""

from functools import cache
from typing import Any

import msgspec

from infra.webhook_backlogs import Delivery
from infra.webhook_subscriptions import EveryGame
from services.api.clock import written_at
from services.api.example_answers import recorded
from services.api.http.links import PREFIX
from services.api.tournament_examples import first_published
from services.api.webhooks import (
    AllDeliveries,
    MessageAsked,
    Webhook,
    WebhookMade,
    made,
)
from services.webhooks.bodies import TestMessage, TestNews
from services.webhooks.game_messages import messages_of
from services.webhooks.kinds import GAME_KINDS, TOURNAMENT_KINDS
from services.webhooks.message_ids import game_stream, tournament_stream
from services.webhooks.tournament_messages import tournament_messages

ID = "00112233445566aa"
AT = "2026-11-16T12:00:00.000Z"
SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
HERE = f"{PREFIX}/webhooks/{ID}"


def webhook() -> Webhook:
    return Webhook(
        id=ID,
        url="https://example.com/schichtbuch",
        scope=EveryGame(),
        kinds=["game.finished"],
        enabled=True,
        notice=None,
        failing=None,
        waiting=0,
        created=AT,
        links={"self": HERE, "deliveries": f"{HERE}/deliveries"},
    )


def made_webhook() -> WebhookMade:
    return made(webhook(), SECRET)


@cache
def game_message() -> Any:
    """The first move of the recorded game."""
    entries, past = recorded()
    [message, *_] = messages_of(game_stream(past.game_id), past, entries[1], GAME_KINDS)
    return msgspec.json.decode(message.body)


@cache
def tournament_message() -> Any:
    event, entry = first_published()
    stream = tournament_stream(event.tournament_id)
    [message] = tournament_messages(stream, event, entry, TOURNAMENT_KINDS)
    return msgspec.json.decode(message.body)


def tried_message() -> TestMessage:
    return TestMessage("webhook.test", AT, TestNews(ID))


def deliveries() -> AllDeliveries:
    entries, past = recorded()
    name = f"game_{past.game_id}_2_game-action"
    tried = Delivery(
        message=name,
        kind="game.action",
        at=written_at(entries[1].line),
        attempt=1,
        delivered=True,
        took_ms=31,
        status=204,
    )
    return AllDeliveries([tried])


def asked() -> MessageAsked:
    return MessageAsked(deliveries().deliveries[0].message)
