"""Completes Litestar's OpenAPI: bodies, answers and problems with the types of every game."""

from functools import cache
from typing import Any

import msgspec

from domain.kernel.actions import GAME_ID, CreateGame, EraseNames, Settle
from domain.kernel.events import NamesErased
from domain.kernel.texts import LANGUAGES
from domain.registry import GAMES
from infra.games_index import STATUSES
from infra.uploads import AUDIT_ID
from replays.moment import MOMENT
from replays.verify import Report
from services.api.calls.audits import Failed
from services.api.calls.stream import EVENT_ID
from services.api.descriptions import described
from services.api.documented_games import REF, of_games
from services.api.documented_log import (
    EndEvent,
    Entry,
    EntryEvent,
    FramesEvent,
    NothingMore,
    TournamentEntryEvent,
)
from services.api.documented_tournaments import EventEntry, named, of_tournaments
from services.api.explaining import Explained
from services.api.http.caching import VERSION_TAG
from services.api.http.idempotency import PATTERN
from services.api.http.parameters import HIGHEST
from services.api.http.problems import Problem
from services.api.live_frames import EntryFrames
from services.api.openapi.calls import CALLS as GAME_CALLS
from services.api.openapi.calls import Answer, Example
from services.api.openapi.problems import problem_answer
from services.api.openapi.tournament_calls import TOURNAMENT_CALLS
from services.api.openapi.webhook_calls import WEBHOOK_CALLS
from services.api.openapi.webhook_messages import webhooks
from services.api.rulesets import rule_set, table_rules
from services.api.schemas import every_schema
from services.api.searches import CURSOR, LONGEST_NAME
from services.webhooks.bodies import GameMessage, TestMessage, TournamentMessage

CALLS = GAME_CALLS | TOURNAMENT_CALLS | WEBHOOK_CALLS
DONE = "x-schichtbuch"
SERVICE_FACTS = (CreateGame, EraseNames, Settle, NamesErased)
"""What entries hold beside what players do; the last one is an event."""
POINT_IN_TIME = {
    "type": "string",
    "examples": ["2026-11-16T12:00:00Z", "2026-11-16"],
    "anyOf": [{"format": "date-time"}, {"format": "date"}],
}
VERSION = {"type": "integer", "minimum": 1, "maximum": HIGHEST}
PARAMETERS: dict[str, dict[str, Any]] = {
    "game_id": {"type": "string", "pattern": f"^{GAME_ID}$"},
    "audit_id": {"type": "string", "pattern": f"^{AUDIT_ID.pattern}$"},
    "tournament_id": {"type": "string", "pattern": f"^{GAME_ID}$"},
    "arbiter_id": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    "webhook_id": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    "message": {
        "type": "string",
        "pattern": "^[A-Za-z0-9_-]{1,200}$",
        "examples": ["game_Zp3_17_game-action"],
    },
    "at": {"type": "string", "pattern": f"^{MOMENT.pattern}$", "examples": ["17.3"]},
    "from": VERSION,
    "to": VERSION,
    "version": VERSION,
    "after": {**VERSION, "minimum": 0},
    "frames": {"type": "integer", "enum": [0, 1], "default": 0},
    "seat": {"type": "integer", "minimum": 0, "maximum": 99},
    "width": {"type": "integer", "minimum": 160, "maximum": 1600, "default": 1600},
    "lang": {"type": "string", "enum": list(LANGUAGES)},
    "status": {"type": "string", "enum": list(STATUSES)},
    "game": {"type": "string", "enum": list(GAMES)},
    "cursor": {"type": "string", "pattern": f"^{CURSOR.pattern}$"},
    "player": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
    "search": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
    "sort": {"type": "string", "enum": ["newest", "oldest"], "default": "newest"},
    "since": POINT_IN_TIME,
    "until": POINT_IN_TIME,
    "If-Match": {"type": "string", "pattern": rf"^(\*|{VERSION_TAG.pattern})$"},
    "Idempotency-Key": {"type": "string", "pattern": PATTERN},
    "Last-Event-ID": {"type": "string", "pattern": f"^{EVENT_ID.pattern}$"},
}
"""Litestar says that they may be null, which nothing in a URL can be, and forgets a least of 0."""
OF_CALLS: dict[tuple[str, str], dict[str, Any]] = {
    ("getTournamentState", "at"): VERSION,
    ("getStandings", "after"): {"type": "integer", "minimum": 1, "maximum": 1000},
    ("listTournaments", "cursor"): {"type": "integer", "minimum": 0, "maximum": 10**15},
}
"""Where a name means something else than in all other calls."""


def complete(schema: dict[str, Any]) -> dict[str, Any]:
    """In place, once: Litestar keeps the same dict for every request."""
    if DONE not in schema:
        schemas = _components()
        for operations in schema["paths"].values():
            for operation in operations.values():
                _complete_call(operation, operation["operationId"])
        schema["components"]["schemas"] = schemas
        schema["webhooks"] = webhooks()
        schema[DONE] = {"games": list(GAMES)}
    return schema


def _complete_call(operation: dict[str, Any], name: str) -> None:
    call = CALLS[name]
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
            media["examples"] = _examples(call.examples())
        content = dict.fromkeys(call.body_kinds, media)
        operation["requestBody"] = {"required": True, "content": content}
    for parameter in operation.get("parameters", ()):
        _complete_parameter(name, parameter)


def _complete_parameter(call: str, parameter: dict[str, Any]) -> None:
    name = parameter["name"]
    schema = OF_CALLS.get((call, name), PARAMETERS.get(name))
    if schema:
        parameter["schema"] = schema


def _answer(answer: Answer) -> dict[str, Any]:
    documented: dict[str, Any] = {"description": answer.description}
    if answer.body is not None:
        media: dict[str, Any] = {"schema": _ref(answer.body)}
        if answer.example:
            media["examples"] = _example_answers(answer.example)
        documented["content"] = dict.fromkeys(answer.kinds, media)
    if answer.headers:
        documented["headers"] = {
            name: {"description": said, "schema": {"type": "string"}}
            for name, said in answer.headers.items()
        }
    if answer.links:
        documented["links"] = {
            target: {"operationId": target, "parameters": dict(parameters)}
            for target, parameters in answer.links.items()
        }
    return documented


@cache
def _example_answers(example: Example) -> dict[str, Any]:
    return _examples(example())


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
    table_rules()
    every_schema()
    for call in CALLS.values():
        for answer in call.answers:
            if answer.example:
                _example_answers(answer.example)


@cache
def _components() -> dict[str, Any]:
    kinds: list[type] = [
        Problem,
        Entry,
        EntryEvent,
        TournamentEntryEvent,
        FramesEvent,
        EntryFrames,
        EndEvent,
        NothingMore,
        Report,
        Failed,
        Explained,
        GameMessage,
        TournamentMessage,
        TestMessage,
        *SERVICE_FACTS,
    ]
    for call in CALLS.values():
        bodies = [call.body, *(answer.body for answer in call.answers)]
        kinds += [body for body in bodies if isinstance(body, type) and body not in kinds]
    _, schemas = described(kinds, REF + "{name}")
    schemas |= of_games() | of_tournaments()
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
    schemas["OfferedChoice"]["properties"]["action"] |= _ref("Action")
    schemas["HintTold"]["properties"]["action"]["anyOf"] = [_ref("Action"), {"type": "null"}]
    seen = schemas["Offered"]["properties"]["view"]
    seen["anyOf"] = [_ref("View"), {"type": "null"}]
    schemas["GameNews"]["properties"]["entry"]["anyOf"] = [_ref("Entry"), {"type": "null"}]
    facts = schemas["TournamentNews"]["properties"]["facts"]["anyOf"][0]
    facts["items"] = schemas[named(EventEntry)]["properties"]["events"]["items"]
    wished = schemas["NewGame"]["properties"]["options"]
    wished.pop("additionalProperties", None)
    wished |= _ref("Options")
