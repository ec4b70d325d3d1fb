"""The OpenAPI document, walked from end to end: everything in it is described."""

from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema_rs
import pytest

from domain.registry import GAMES
from services.api.http.idempotency import KEY
from tests.services.api.test_schema import root

Json = dict[str, Any]
BRANCHES = ("anyOf", "oneOf", "allOf", "prefixItems")
NESTED = ("items", "additionalProperties", "contentSchema", "not")
"""Where a schema may hold another."""


@pytest.fixture(scope="module")
def document(http: httpx.Client) -> Json:
    found: Json = http.get(f"{root(http)}/schema/openapi.json").json()
    return found


def schemas_in(schema: Any, where: str) -> Iterator[tuple[str, Json]]:
    """A schema and every schema inside it, with the way to it."""
    if not isinstance(schema, dict):
        return
    yield where, schema
    for name in NESTED:
        yield from schemas_in(schema.get(name), f"{where}/{name}")
    for name in BRANCHES:
        for at, branch in enumerate(schema.get(name, ())):
            yield from schemas_in(branch, f"{where}/{name}/{at}")
    for group in ("properties", "$defs"):
        for name, inner in schema.get(group, {}).items():
            yield from schemas_in(inner, f"{where}/{group}/{name}")


def operations(document: Json) -> Iterator[tuple[str, Json]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def contents(document: Json) -> Iterator[tuple[str, Json]]:
    """Every body that is sent or answered."""
    for where, operation in operations(document):
        sent = {"request": operation["requestBody"]} if "requestBody" in operation else {}
        for name, body in {**operation["responses"], **sent}.items():
            for kind, content in body.get("content", {}).items():
                yield f"{where} {name} {kind}", content


def every_schema(document: Json) -> Iterator[tuple[str, Json]]:
    for name, schema in document["components"]["schemas"].items():
        yield from schemas_in(schema, name)
    for where, content in contents(document):
        yield from schemas_in(content["schema"], where)
    for where, operation in operations(document):
        for parameter in operation.get("parameters", ()):
            yield from schemas_in(parameter["schema"], f"{where} {parameter['name']}")


def test_every_property_has_a_description(document: Json) -> None:
    bare = [
        f"{where}.{name}"
        for where, schema in every_schema(document)
        for name, inner in schema.get("properties", {}).items()
        if not inner.get("description")
    ]
    assert bare == []


def test_every_array_says_what_is_in_it(document: Json) -> None:
    bare = [
        where
        for where, schema in every_schema(document)
        if schema.get("type") == "array" and not {"items", "prefixItems"} & schema.keys()
    ]
    assert bare == []


def test_every_schema_has_a_title(document: Json) -> None:
    schemas = document["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not schema.get("title")] == []


def test_every_call_and_every_parameter_is_explained(document: Json) -> None:
    for where, operation in operations(document):
        assert operation["summary"], where
        assert operation["operationId"], where
        for parameter in operation.get("parameters", ()):
            assert parameter["description"], (where, parameter["name"])
            assert parameter["schema"], (where, parameter["name"])
        for answer in operation["responses"].values():
            assert answer["description"], where
            for header in answer.get("headers", {}).values():
                assert header["description"], where


def test_every_answer_that_has_a_body_has_an_example(document: Json) -> None:
    bare = [
        f"{where} {status}"
        for where, operation in operations(document)
        for status, answer in operation["responses"].items()
        for content in answer.get("content", {}).values()
        if status.startswith("2") and not content.get("examples")
    ]
    assert bare == []


def test_the_examples_fit_their_schemas(document: Json) -> None:
    checked = 0
    for where, content in contents(document):
        schema = {**content["schema"], "components": document["components"]}
        validator = jsonschema_rs.validator_for(schema)
        for example in content.get("examples", {}).values():
            assert not [str(error) for error in validator.iter_errors(example["value"])], where
            checked += 1
    assert checked > 50


def test_streams_and_logs_say_what_their_parts_are(document: Json) -> None:
    [stream] = document["paths"]["/api/v1/games/{game_id}/stream"]["get"]["responses"]["200"][
        "content"
    ].values()
    parts = stream["schema"]["contentSchema"]["anyOf"]
    events = {part["$ref"].rpartition("/")[2] for part in parts}
    assert events == {"EntryEvent", "FramesEvent", "EndEvent"}
    for event, content in (("EntryEvent", "Entry"), ("FramesEvent", "EntryFrames")):
        data = document["components"]["schemas"][event]["properties"]["data"]
        assert data["contentSchema"] == {"$ref": f"#/components/schemas/{content}"}


def test_the_idempotency_key_is_documented_as_it_is_taken(document: Json) -> None:
    for path in ("/api/v1/games", "/api/v1/games/{game_id}/actions"):
        parameters = document["paths"][path]["post"]["parameters"]
        [schema] = [p["schema"] for p in parameters if p["name"] == "Idempotency-Key"]
        assert schema["pattern"] == KEY.pattern
    assert KEY.fullmatch("a b")
    assert not KEY.fullmatch(" ")


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_describe_their_schemas_and_options(http: httpx.Client, game: str) -> None:
    rules = http.get(f"/rules/{game}").json()
    for name, schema in rules["schemas"].items():
        for where, inner in schemas_in(schema, name):
            for property_name, described in inner.get("properties", {}).items():
                assert described.get("description"), f"{where}.{property_name}"
    for name, option in rules["options"].items():
        assert option["description"], name
        assert option["type"] in ("choice", "boolean", "integer", "list")
        assert (option["values"] is None) == (option["type"] == "integer")
