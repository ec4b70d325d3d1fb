"""Every call under `/webhooks` as the documentation tells it."""

from infra.webhook_subscriptions import EveryGame
from services.api import webhook_examples as example_of
from services.api.openapi.calls import ITS_ID, SEEING, Answer, Call
from services.api.webhooks import (
    AllDeliveries,
    AllWebhooks,
    ChangedWebhook,
    MessageAsked,
    NewSecret,
    NewWebhook,
    Webhook,
    WebhookMade,
)

WRITING = (*SEEING, 409, 413, 415, 422)
ITS_WEBHOOK = {"webhook_id": ITS_ID}
SAME_WEBHOOK = {"webhook_id": "$request.path.webhook_id"}
FIRST_MESSAGE = "$response.body#/deliveries/0/message"
FOLLOWING = (
    "getWebhook",
    "changeWebhook",
    "deleteWebhook",
    "rotateWebhookSecret",
    "getDeliveries",
    "testWebhook",
)
BY = "With the organizer key, or by whose key or token it was made."

WEBHOOK_CALLS: dict[str, Call] = {
    "createWebhook": Call(
        body=NewWebhook,
        examples=lambda: {
            "all": NewWebhook("https://example.com/schichtbuch", EveryGame(), ["game.finished"])
        },
        answers=(
            Answer(
                "The webhook, with the secret that its messages are signed with, shown once.",
                WebhookMade,
                201,
                headers={"Location": "The webhook."},
                links=dict.fromkeys(FOLLOWING, ITS_WEBHOOK),
                example=lambda: {"made": example_of.made_webhook()},
            ),
        ),
        problems=WRITING,
        needs_token=True,
        description="With the organizer key; a tournament also with a key of that event, a seat "
        "with its token, which then tells what the seat may see. Messages are sent by the Standard "
        "Webhooks specification: at least once, in the order of each log, with an id by which "
        "repeats are known (docs/integrators.md). Nothing is sent into the service's own network.",
    ),
    "listWebhooks": Call(
        answers=(
            Answer(
                "Those that the caller may change.",
                AllWebhooks,
                example=lambda: {"one": AllWebhooks([example_of.webhook()])},
            ),
        ),
        problems=SEEING,
        needs_token=True,
        description="All of them with the organizer key; with a key of a tournament and its id, or "
        "a seat's token and the id of its game, their own.",
    ),
    "getWebhook": Call(
        answers=(
            Answer(
                "The webhook.",
                Webhook,
                links=dict.fromkeys(FOLLOWING[1:], SAME_WEBHOOK),
                example=lambda: {"webhook": example_of.webhook()},
            ),
        ),
        problems=SEEING,
        needs_token=True,
        description=BY,
    ),
    "changeWebhook": Call(
        body=ChangedWebhook,
        examples=lambda: {"go on": ChangedWebhook(enabled=True)},
        answers=(
            Answer(
                "As it is now.",
                Webhook,
                links=dict.fromkeys(("getWebhook", "testWebhook"), SAME_WEBHOOK),
                example=lambda: {"webhook": example_of.webhook()},
            ),
        ),
        problems=WRITING,
        needs_token=True,
        description=f"{BY} Enabled again, it goes on where it has stopped.",
    ),
    "deleteWebhook": Call(
        answers=(Answer("Nothing is sent any more.", status=204),),
        problems=SEEING,
        needs_token=True,
        description=BY,
    ),
    "rotateWebhookSecret": Call(
        answers=(
            Answer(
                "The new secret, shown once.",
                NewSecret,
                201,
                example=lambda: {"secret": NewSecret(example_of.SECRET, example_of.AT)},
            ),
        ),
        problems=SEEING,
        needs_token=True,
        description=f"{BY} For a day messages have the signatures of both.",
    ),
    "getDeliveries": Call(
        answers=(
            Answer(
                "The last tries.",
                AllDeliveries,
                links={"redeliver": {**SAME_WEBHOOK, "message": FIRST_MESSAGE}},
                example=lambda: {"one": example_of.deliveries()},
            ),
        ),
        problems=SEEING,
        needs_token=True,
        description=BY,
    ),
    "redeliver": Call(
        answers=(
            Answer(
                "It will be sent.", MessageAsked, 202, example=lambda: {"asked": example_of.asked()}
            ),
        ),
        problems=(*SEEING, 409),
        needs_token=True,
        description=f"{BY} The message is made anew from the log, with the id that it had.",
    ),
    "testWebhook": Call(
        answers=(
            Answer(
                "It will be sent.",
                MessageAsked,
                202,
                example=lambda: {"asked": MessageAsked("test_00112233445566ff")},
            ),
        ),
        problems=(*SEEING, 409),
        needs_token=True,
        description=BY,
    ),
}
