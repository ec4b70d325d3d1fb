"""Messages of webhooks for OpenAPI and AsyncAPI: what is sent, with which headers, and examples."""

from typing import Any

import msgspec

from services.api.webhook_examples import game_message, tournament_message, tried_message
from services.webhooks.kinds import GAME_KINDS, TEST, TOURNAMENT_KINDS

REF = "#/components/schemas/"
HEADERS: dict[str, dict[str, Any]] = {
    "webhook-id": {
        "type": "string",
        "description": "The message: the same for every try, and for everybody who is told of it.",
        "examples": ["game_Zp3_17_game-action"],
    },
    "webhook-timestamp": {
        "type": "string",
        "description": "When it was sent, in seconds since 1970.",
        "examples": ["1794830400"],
    },
    "webhook-signature": {
        "type": "string",
        "description": "`v1,` and the HMAC-SHA256 of id, timestamp and body with dots between "
        "them, in base64; two of them with a blank between for a day after a new secret.",
        "examples": ["v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="],
    },
}
MESSAGES: dict[str, tuple[str, str]] = {
    **{kind: ("GameMessage", said) for kind, said in GAME_KINDS.items()},
    **{kind: ("TournamentMessage", said) for kind, said in TOURNAMENT_KINDS.items()},
    TEST: ("TestMessage", "Somebody wanted to know whether messages arrive."),
}
"""By their kind: the schema of the body, and when they are sent."""


def webhooks() -> dict[str, Any]:
    """The section of the OpenAPI document."""
    return {kind: {"post": _operation(kind, *said)} for kind, said in MESSAGES.items()}


def _operation(kind: str, body: str, said: str) -> dict[str, Any]:
    media: dict[str, Any] = {"schema": {"$ref": REF + body}}
    example = _example(kind)
    if example is not None:
        media["examples"] = {"sent": {"value": example}}
    return {
        "summary": said,
        "tags": ["webhooks"],
        "parameters": [
            {
                "name": name,
                "in": "header",
                "required": True,
                "description": schema["description"],
                "schema": schema,
            }
            for name, schema in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": media}},
        "responses": {
            "2XX": {"description": "Taken. Anything else is sent again later."},
            "410": {"description": "Nobody wants to hear this any more: the webhook is disabled."},
        },
    }


def _example(kind: str) -> Any:
    if kind == TEST:
        return msgspec.to_builtins(tried_message())
    found = (game_message(), tournament_message())
    return next((example for example in found if example["type"] == kind), None)
