"""`/schema`: OpenAPI 3.1 made from the types, and a page to try it that needs no network.

Litestar's own pages load their scripts from elsewhere; ours is a page of the viewer.
"""

from importlib.metadata import version
from typing import Any

import msgspec
from litestar import Request, Router
from litestar.enums import MediaType, OpenAPIMediaType
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin, YamlRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from services.api.openapi import asyncapi
from services.api.openapi.document import complete

DESCRIPTION = """\
An event-sourced record of mining games. Every accepted action is one entry of an append-only log;
the state at any moment, live streams, replays and audits come from there.

Without a token you are a spectator. A seat's token, shown once when the game is created, acts and
sees for that seat. The organizer key creates games and sees all; keys of arbiters, which it makes,
see all and rule.
"""


class Json(OpenAPIRenderPlugin):
    def __init__(self) -> None:
        super().__init__(path="/openapi.json", media_type=OpenAPIMediaType.OPENAPI_JSON)

        self._made = b""

    def render(self, _: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        self._made = self._made or msgspec.json.encode(complete(openapi_schema))
        return self._made


class Yaml(YamlRenderPlugin):
    """Made once: that takes as long as hundreds of other answers."""

    def __init__(self) -> None:
        super().__init__()
        self._made = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if not self._made:
            # Through JSON, because YAML would tell that some lists are tuples in Python.
            plain = msgspec.json.decode(msgspec.json.encode(complete(openapi_schema)))
            self._made = super().render(request, plain)
        return self._made


class AsyncApi(OpenAPIRenderPlugin):
    """What the service tells by itself, beside what can be asked."""

    def __init__(self) -> None:
        super().__init__(path="/asyncapi.json", media_type=MediaType.JSON)
        self._made = b""

    def render(self, _: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        self._made = self._made or asyncapi.written(complete(openapi_schema))
        return self._made


class Page(OpenAPIRenderPlugin):
    def __init__(self, page: bytes) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)
        self._page = page

    def render(self, _: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002  # the page fetches it itself
        return self._page


class SchemaRouter(Router):
    def register(self, value: Any) -> Any:
        """Not Litestar's page for whatever else is asked for here: that is a problem like any.

        In threads, because whoever is the first to ask waits for the whole document to be made.
        """
        if "/{path:str}" in getattr(value, "paths", ()):
            return []
        if isinstance(value, HTTPRouteHandler):
            value.sync_to_thread = True
        return super().register(value)


def openapi_config(page: bytes) -> OpenAPIConfig:
    token = SecurityScheme(
        type="http",
        scheme="bearer",
        description="The token of a seat, the key of an arbiter, or the organizer key.",
    )
    return OpenAPIConfig(
        title="Schichtbuch",
        version=version("schichtbuch"),
        description=DESCRIPTION,
        components=Components(security_schemes={"token": token}),
        render_plugins=[Page(page), Json(), Yaml(), AsyncApi()],
        openapi_router=SchemaRouter("/schema", route_handlers=[], include_in_schema=False),
    )
