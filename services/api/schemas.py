"""JSON Schemas at fixed addresses: every action, event and view of every game and of the table.

An address never changes what it is about. `version` says which release wrote the schema down; what
is added later has a default, as in the log.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec
from msgspec import Struct

from domain.registry import GAMES
from services.api.http.links import PREFIX, TABLE
from services.api.rulesets import rule_set, table_rules

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMAS = f"{PREFIX}/schemas"
DEFS = "#/$defs/"
VIEW = "view"


class ListedSchema(Struct):
    id: str
    """Its `$id`, which is where it is."""
    rules: str
    """Of which game, or of the `table`."""
    kind: str
    """`actions` as they are sent, `events` as the log has them, or the `view`."""
    type: str | None
    """The `type` that it describes; `null` for the view, and for all of a kind together."""


class AllSchemas(Struct):
    version: str
    """Of the release that wrote them down."""
    schemas: list[ListedSchema]
    """All there are."""


class Addressed(Struct, frozen=True):
    listed: ListedSchema
    body: bytes


@cache
def every_schema() -> dict[str, Addressed]:
    """By address, without the prefix."""
    found: dict[str, Addressed] = {}
    for rules, kinds in _by_rules():
        for kind, schema in kinds.items():
            for type_, one in _parts(kind, schema):
                path = "/".join(filter(None, (rules, kind, type_)))
                listed = ListedSchema(f"{SCHEMAS}/{path}", rules, kind, type_)
                found[path] = Addressed(listed, _written(listed.id, one))
    return found


def all_schemas() -> AllSchemas:
    return AllSchemas(version("schichtbuch"), [each.listed for each in every_schema().values()])


def _by_rules() -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name in GAMES:
        yield name, rule_set(name).schemas
    yield TABLE, table_rules().schemas


def _parts(kind: str, schema: Mapping[str, Any]) -> Iterator[tuple[str | None, dict[str, Any]]]:
    """All of the kind together, then each by its type."""
    yield None, dict(schema)
    if kind == VIEW:
        return
    for ref in schema.get("anyOf", [schema]):
        name = ref["$ref"].removeprefix(DEFS)
        defs = _needed(name, schema["$defs"])
        yield _tag(defs[name]), {"$ref": DEFS + name, "$defs": defs}


def _tag(schema: Mapping[str, Any]) -> str:
    said = schema["properties"]["type"]
    return str(said["const"] if "const" in said else said["enum"][0])


def _needed(name: str, defs: Mapping[str, Any]) -> dict[str, Any]:
    """The definition, and all that it refers to."""
    found: dict[str, Any] = {}
    waiting = [name]
    while waiting:
        wanted = waiting.pop()
        if wanted not in found:
            found[wanted] = defs[wanted]
            waiting += refs_in(defs[wanted], DEFS)
    return found


def refs_in(part: Any, prefix: str) -> Iterator[str]:
    """The names that something refers to, wherever in it."""
    if isinstance(part, Mapping):
        ref = part.get("$ref")
        if isinstance(ref, str) and ref.startswith(prefix):
            yield ref.removeprefix(prefix)
        for inner in part.values():
            yield from refs_in(inner, prefix)
    elif isinstance(part, list | tuple):
        for inner in part:
            yield from refs_in(inner, prefix)


def _written(address: str, schema: Mapping[str, Any]) -> bytes:
    head = {"$schema": DIALECT, "$id": address, "version": version("schichtbuch")}
    return msgspec.json.encode({**head, **schema})
