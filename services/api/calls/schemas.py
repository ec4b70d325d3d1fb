"""`/schemas`: the JSON Schema of every action, event and view, each at its own address."""

import hashlib
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.params import PathParameter

from services.api.calls.rules import HOUR
from services.api.http.caching import conditional, json_answer
from services.api.http.problems import problem
from services.api.schemas import all_schemas, every_schema

Rules = Annotated[str, PathParameter(name="rules", description="A game, or `table`.")]
Kind = Annotated[str, PathParameter(name="kind", description="`actions`, `events` or `view`.")]
Type = Annotated[str, PathParameter(name="name", description="A `type`, like `draft_order`.")]


class SchemasController(Controller):
    path = "/schemas"
    tags = ("rules",)

    @get(operation_id="listSchemas", summary="Where the JSON Schemas are")
    async def all_of_them(self, request: Request[Any, Any, Any]) -> Response[Any]:
        body, etag = _listed()
        return conditional(request, etag, HOUR) or json_answer(body, etag, HOUR)

    @get(
        "/{rules:str}/{kind:str}",
        operation_id="getSchemas",
        summary="All actions, all events, or the view of one game",
    )
    async def of_kind(
        self, request: Request[Any, Any, Any], rules: Rules, kind: Kind
    ) -> Response[Any]:
        return _answer(request, f"{rules}/{kind}")

    @get(
        "/{rules:str}/{kind:str}/{name:str}",
        operation_id="getSchema",
        summary="One action or event",
    )
    async def of_type(
        self, request: Request[Any, Any, Any], rules: Rules, kind: Kind, name: Type
    ) -> Response[Any]:
        return _answer(request, f"{rules}/{kind}/{name}")


def _answer(request: Request[Any, Any, Any], path: str) -> Response[Any]:
    found = every_schema().get(path)
    if found is None:
        raise problem(404, "schema_unknown", "There is no such schema; `GET /schemas` has all.")
    etag = _tag(found.body)
    return conditional(request, etag, HOUR) or json_answer(found.body, etag, HOUR)


@cache
def _listed() -> tuple[bytes, str]:
    body = msgspec.json.encode(all_schemas())
    return body, _tag(body)


def _tag(body: bytes) -> str:
    return f'W/"schema-{hashlib.sha256(body).hexdigest()[:16]}"'
