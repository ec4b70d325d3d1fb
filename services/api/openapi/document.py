"""Completes Litestar's OpenAPI: bodies, answers and problems with the types of every game."""

from functools import cache
from typing import Any

import msgspec

from domain.kernel.actions import CreateGame, EraseNames, Settle
from domain.kernel.events import NamesErased
from domain.kernel.texts import LANGUAGES
from domain.registry import GAMES
from infra.games_index import STATUSES
from replays.verify import Report
from services.api.calls.audits import Failed
from services.api.descriptions import described
from services.api.documented_games import REF, of_games
from services.api.documented_log import EndEvent, Entry, EntryEvent
from services.api.example_answers import EXAMPLES
from services.api.http.idempotency import PATTERN
from services.api.http.parameters import HIGHEST
from services.api.http.problems import Problem
from services.api.openapi.calls import CALLS, Answer
from services.api.openapi.problems import problem_answer
from services.api.rulesets import rule_set
from services.api.searches import CURSOR, LONGEST_NAME

DONE = "x-schichtbuch"
SERVICE_FACTS = (CreateGame, EraseNames, Settle, NamesErased)
"""What entries hold beside what players do; the last one is an event."""
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
                _complete_call(operation, operation["operationId"])
        schema["components"]["schemas"] = schemas
        schema[DONE] = {"games": list(GAMES)}
    return schema


def _complete_call(operation: dict[str, Any], name: str) -> None:
    call = CALLS[name]
    operation["responses"] = {
        **{str(answer.status): _answer(name, answer) for answer in call.answers},
        **{str(status): problem_answer(status) for status in call.all_problems},
    }
    operation["security"] = [{"token": []}] if call.needs_token else [{}, {"token": []}]
    if call.description:
        operation["description"] = call.description
    if call.body is not None:
        media: dict[str, Any] = {"schema": _ref(call.body)}
        if call.examples:
            media["examples"] = _examples(call.examples())
        content = dict.fromkeys(call.body_kinds, media)
        operation["requestBody"] = {"required": True, "content": content}
    for parameter in operation.get("parameters", ()):
        _complete_parameter(parameter)


def _complete_parameter(parameter: dict[str, Any]) -> None:
    name = parameter["name"]
    if name in PARAMETERS:
        parameter["schema"] = PARAMETERS[name]


def _answer(call: str, answer: Answer) -> dict[str, Any]:
    documented: dict[str, Any] = {"description": answer.description}
    if answer.body is not None:
        media: dict[str, Any] = {"schema": _ref(answer.body)}
        if (call, answer.status) in EXAMPLES:
            media["examples"] = _example_answers(call, answer.status)
        documented["content"] = dict.fromkeys(answer.kinds, media)
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


@cache
def _example_answers(call: str, status: int) -> dict[str, Any]:
    return _examples(EXAMPLES[call, status]())


def _examples(named: dict[str, Any]) -> dict[str, Any]:
    return {name: {"value": msgspec.to_builtins(value)} for name, value in named.items()}


def _ref(body: Any) -> dict[str, Any]:
    if isinstance(body, str):
        return {"$ref": REF + body}
    if isinstance(body, dict):
        return body
    return {"$ref": REF + body.__name__}


def prepare() -> None:
    """Takes a moment, once: whoever asked first for any of it would hold up everybody else."""
    _components()
    for game in GAMES:
        rule_set(game)
    for call, status in EXAMPLES:
        _example_answers(call, status)


@cache
def _components() -> dict[str, Any]:
    kinds: list[type] = [Problem, Entry, EntryEvent, EndEvent, Report, Failed, *SERVICE_FACTS]
    for call in CALLS.values():
        bodies = [call.body, *(answer.body for answer in call.answers)]
        kinds += [body for body in bodies if isinstance(body, type) and body not in kinds]
    _, schemas = described(kinds, REF + "{name}")
    schemas |= of_games()
    _let_facts_be_of_some_game(schemas)
    for name, schema in schemas.items():
        schema.setdefault("title", name)
    return {name: schemas[name] for name in sorted(schemas)}


def _let_facts_be_of_some_game(schemas: dict[str, Any]) -> None:
    """Where the types say Any because it depends on the game."""
    by_service = [_ref(fact) for fact in SERVICE_FACTS]
    entry, view = schemas["Entry"]["properties"], schemas["Frame"]["properties"]["view"]
    entry["action"] |= {"anyOf": [_ref("Action"), *by_service[:-1]]}
    entry["events"]["items"] = {"anyOf": [_ref("Event"), by_service[-1]]}
    schemas["ScoringEvent"]["properties"]["event"] |= _ref("Event")
    view |= _ref("View")
    [choice] = (name for name in schemas if name.startswith("Choice"))
    schemas[choice]["properties"]["action"] |= _ref("Action")
    wished = schemas["NewGame"]["properties"]["options"]
    wished.pop("additionalProperties", None)
    wished |= _ref("Options")
