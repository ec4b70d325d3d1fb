"""Completes Litestar's OpenAPI: bodies, answers and problems with the types of every game."""

from typing import Any

import msgspec

from domain.kernel.texts import LANGUAGES
from domain.registry import GAMES
from infra.games_index import STATUSES
from replays.verify import Report
from services.api.audits import Failed
from services.api.documented_calls import CALLS, Answer, Call, Entry
from services.api.documented_problems import problem_answer
from services.api.idempotency import PATTERN
from services.api.parameters import HIGHEST
from services.api.problems import Problem
from services.api.rulesets import view_type
from services.api.searches import CURSOR, LONGEST_NAME

REF = "#/components/schemas/"
DONE = "x-schichtbuch"
MOMENT = {
    "type": "string",
    "examples": ["2026-11-16T12:00:00Z", "2026-11-16"],
    "anyOf": [{"format": "date-time"}, {"format": "date"}],
}
VERSION = {"type": "integer", "minimum": 1, "maximum": HIGHEST}
PARAMETERS: dict[str, dict[str, Any]] = {
    "game_id": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"},
    "audit_id": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    "at": {"type": "string", "pattern": r"^[0-9]{1,12}(\.[0-9]{1,6})?$", "examples": ["17.3"]},
    "from": VERSION,
    "to": VERSION,
    "after": {**VERSION, "minimum": 0},
    "seat": {"type": "integer", "minimum": 0, "maximum": 99},
    "lang": {"type": "string", "enum": list(LANGUAGES)},
    "status": {"type": "string", "enum": list(STATUSES)},
    "game": {"type": "string", "enum": list(GAMES)},
    "cursor": {"type": "string", "pattern": f"^{CURSOR.pattern}$"},
    "player": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
    "since": MOMENT,
    "until": MOMENT,
    "If-Match": {"type": "string", "pattern": r'^(\*|(W/)?"[0-9]{1,15}")$'},
    "Idempotency-Key": {"type": "string", "pattern": PATTERN},
    "Last-Event-ID": {"type": "string", "pattern": "^[0-9]{1,12}$"},
}
"""Litestar says that they may be null, which nothing in a URL can be, and forgets a least of 0."""


def complete(schema: dict[str, Any]) -> dict[str, Any]:
    """In place, once: Litestar keeps the same dict for every request."""
    if DONE not in schema:
        schemas = _components()
        for operations in schema["paths"].values():
            for operation in operations.values():
                _complete_call(operation, CALLS[operation["operationId"]])
        schema["components"]["schemas"] = schemas
        schema[DONE] = {"games": list(GAMES)}
    return schema


def _complete_call(operation: dict[str, Any], call: Call) -> None:
    operation["responses"] = {
        **{str(answer.status): _answer(answer) for answer in call.answers},
        **{str(status): problem_answer(status) for status in call.all_problems},
    }
    operation["security"] = [{"token": []}] if call.needs_token else [{}, {"token": []}]
    if call.description:
        operation["description"] = call.description
    if call.body is not None:
        media: dict[str, Any] = {"schema": _ref(call.body)}
        if call.examples:
            media["examples"] = {name: {"value": value} for name, value in call.examples().items()}
        content = dict.fromkeys(call.body_kinds, media)
        operation["requestBody"] = {"required": True, "content": content}
    for parameter in operation.get("parameters", ()):
        _complete_parameter(parameter)


def _complete_parameter(parameter: dict[str, Any]) -> None:
    name = parameter["name"]
    if name in PARAMETERS:
        parameter["schema"] = PARAMETERS[name]


def _answer(answer: Answer) -> dict[str, Any]:
    documented: dict[str, Any] = {"description": answer.description}
    if answer.body is not None:
        documented["content"] = {kind: {"schema": _ref(answer.body)} for kind in answer.kinds}
    if answer.headers:
        documented["headers"] = {
            name: {"description": said, "schema": {"type": "string"}}
            for name, said in answer.headers.items()
        }
    if answer.links:
        documented["links"] = {
            target: {"operationId": target, "parameters": {name: "$response.body#/id"}}
            for target, name in answer.links.items()
        }
    return documented


def _ref(body: Any) -> dict[str, Any]:
    if isinstance(body, str):
        return {"$ref": REF + body}
    if isinstance(body, dict):
        return body
    return {"$ref": REF + body.__name__}


def _components() -> dict[str, Any]:
    kinds: list[type] = [Problem, Entry, Report, Failed]
    for call in CALLS.values():
        bodies = [call.body, *(answer.body for answer in call.answers)]
        kinds += [body for body in bodies if isinstance(body, type) and body not in kinds]
    _, schemas = msgspec.json.schema_components(kinds, ref_template=REF + "{name}")
    for name, of_game in _of_games().items():
        schemas[name] = of_game
    _let_facts_be_of_some_game(schemas)
    return {name: schemas[name] for name in sorted(schemas)}


def _of_games() -> dict[str, Any]:
    """Two games may use one name for different things, so each has its own prefix."""
    schemas: dict[str, Any] = {}
    unions: dict[str, list[Any]] = {"Action": [], "SentAction": [], "Event": [], "View": []}
    for game in GAMES.values():
        kinds = [game.actions, game.sent, game.events, view_type(game)]
        template = f"{REF}{game.name}.{{name}}"
        tops, parts = msgspec.json.schema_components(kinds, ref_template=template)
        schemas |= {f"{game.name}.{name}": part for name, part in parts.items()}
        for union, top in zip(unions.values(), tops, strict=True):
            union.append(top)
    for name, members in unions.items():
        schemas[name] = {"anyOf": members, "description": f"{name} of one of the games."}
    sent = {"$ref": REF + "SentAction"}
    schemas["Actions"] = {
        "anyOf": [
            sent,
            {"type": "array", "items": sent, "minItems": 1, "maxItems": 100},
        ]
    }
    return schemas


def _let_facts_be_of_some_game(schemas: dict[str, Any]) -> None:
    """Where the types say Any because it depends on the game."""
    created = {"type": "object", "properties": {"type": {"enum": ["create_game", "settle"]}}}
    action = {"anyOf": [{"$ref": REF + "Action"}, created]}
    schemas["Entry"]["properties"]["action"] = action
    schemas["Entry"]["properties"]["events"]["items"] = {"$ref": REF + "Event"}
    schemas["ScoringEvent"]["properties"]["event"] = {"$ref": REF + "Event"}
    [choice] = (name for name in schemas if name.startswith("Choice"))
    schemas[choice]["properties"]["action"] = {"$ref": REF + "Action"}
