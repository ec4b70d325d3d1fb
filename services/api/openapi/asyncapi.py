"""AsyncAPI 3: what the service tells by itself, in streams and by webhooks.

A further channel is one entry of CHANNELS: its address, what it carries, and how it is secured;
schemas are those of the OpenAPI document.
"""

from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any

import msgspec
from msgspec import Struct, field

from services.api.documented_games import REF
from services.api.documented_log import EVENTS_OF_STREAM, EVENTS_OF_TOURNAMENT_STREAM
from services.api.http.links import PREFIX
from services.api.openapi.webhook_messages import HEADERS, MESSAGES
from services.api.schemas import refs_in

Json = dict[str, Any]


class Message(Struct, frozen=True):
    name: str
    """What a receiver knows it by."""
    payload: str
    """A schema of the OpenAPI document."""
    summary: str
    headers: Mapping[str, Any] = field(default_factory=dict)
    """JSON Schemas of what stands beside the payload."""
    content_type: str = "application/json"


class Channel(Struct, frozen=True):
    address: str | None
    """None: whoever subscribes says where."""
    description: str
    messages: tuple[Message, ...]
    parameters: Mapping[str, str] = field(default_factory=dict)


EVENT_ID: Json = {
    "type": "integer",
    "description": "The `id` line: the version. The last one, sent as `Last-Event-ID`, resumes.",
}


def _events(told: Mapping[str, tuple[str, str]]) -> tuple[Message, ...]:
    return tuple(
        Message(name, payload, summary, {"id": EVENT_ID} if name != "end" else {})
        for name, (payload, summary) in told.items()
    )


CHANNELS: dict[str, Channel] = {
    "gameStream": Channel(
        address=f"{PREFIX}/games/{{game_id}}/stream",
        description="Server-sent events (`GET`, `text/event-stream`): every entry of a game's log "
        "as it comes, without a gap or a repeat. With `frames=1` what a viewer draws of it "
        "instead. A seat's token in `Authorization` shows what that seat may see.",
        parameters={"game_id": "The id of the game."},
        messages=_events(EVENTS_OF_STREAM),
    ),
    "tournamentStream": Channel(
        address=f"{PREFIX}/tournaments/{{tournament_id}}/stream",
        description="Server-sent events (`GET`, `text/event-stream`): every entry of an event's "
        "log as it comes, without a gap or a repeat.",
        parameters={"tournament_id": "The id of the event."},
        messages=_events(EVENTS_OF_TOURNAMENT_STREAM),
    ),
    "webhooks": Channel(
        address=None,
        description="What was subscribed to with `POST /webhooks`, sent to the `url` named there "
        "by the Standard Webhooks specification: at least once, in the order of each log, signed.",
        messages=tuple(
            Message(kind, payload, said, HEADERS) for kind, (payload, said) in MESSAGES.items()
        ),
    ),
}


def asyncapi(openapi: Mapping[str, Any]) -> Json:
    """The document, with the schemas that the OpenAPI document has."""
    known = openapi["components"]["schemas"]
    messages = [message for channel in CHANNELS.values() for message in channel.messages]
    schemas = _reached((message.payload for message in messages), known)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Schichtbuch",
            "version": version("schichtbuch"),
            "description": "What the service tells by itself; the calls are in openapi.json.",
        },
        "defaultContentType": "application/json",
        "channels": {name: _channel(channel) for name, channel in CHANNELS.items()},
        "operations": {f"send.{name}": _operation(name, c) for name, c in CHANNELS.items()},
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _channel(channel: Channel) -> Json:
    return {
        "address": channel.address,
        "description": channel.description,
        "parameters": {name: {"description": said} for name, said in channel.parameters.items()},
        "messages": {message.name: _message(message) for message in channel.messages},
    }


def _message(message: Message) -> Json:
    written: Json = {
        "name": message.name,
        "summary": message.summary,
        "contentType": message.content_type,
        "payload": {"$ref": REF + message.payload},
    }
    if message.headers:
        written["headers"] = {"type": "object", "properties": dict(message.headers)}
    return written


def _operation(name: str, channel: Channel) -> Json:
    here = f"#/channels/{name}"
    return {
        "action": "send",
        "channel": {"$ref": here},
        "messages": [{"$ref": f"{here}/messages/{each.name}"} for each in channel.messages],
    }


def _reached(names: Iterable[str], known: Mapping[str, Any]) -> Json:
    found: Json = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = _with_plain_discriminators(known[name])
            waiting += refs_in(known[name], REF)
    return {name: found[name] for name in sorted(found)}


def _with_plain_discriminators(schema: Any) -> Any:
    """In OpenAPI a discriminator is an object, in AsyncAPI the name of the property."""
    if isinstance(schema, list):
        return [_with_plain_discriminators(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: _with_plain_discriminators(part) for name, part in schema.items()}
    said = plain.get("discriminator")
    if isinstance(said, dict) and isinstance(said.get("propertyName"), str):
        plain["discriminator"] = said["propertyName"]
    return plain


def written(openapi: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(asyncapi(openapi))
