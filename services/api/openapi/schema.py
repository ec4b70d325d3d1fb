"""`/schema`: OpenAPI 3.1 made from the types, and a page to try it that needs no network.

Litestar's own pages load their scripts from elsewhere; ours is three small files of this folder.
"""

from importlib.metadata import version
from typing import Any

import msgspec
from litestar import Request, Router
from litestar.enums import MediaType, OpenAPIMediaType
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin, YamlRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from services.api.openapi.document import complete
from services.api.pages import page

DESCRIPTION = """\
An event-sourced record of mining games. Every accepted action is one entry of an append-only log;
the state at any moment, live streams, replays and audits come from there.

Without a token you are a spectator. A seat's token, shown once when the game is created, acts and
sees for that seat. The organizer key creates games and sees all.
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


class Page(OpenAPIRenderPlugin):
    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)

    def render(self, _: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002  # the page fetches it itself
        return page("schema.html")


class SchemaRouter(Router):
    def register(self, value: Any) -> Any:
        """Not Litestar's page for whatever else is asked for here: that is a problem like any."""
        if "/{path:str}" in getattr(value, "paths", ()):
            return []
        return super().register(value)


def openapi_config() -> OpenAPIConfig:
    token = SecurityScheme(
        type="http",
        scheme="bearer",
        description="The token of a seat, or the organizer key.",
    )
    return OpenAPIConfig(
        title="Schichtbuch",
        version=version("schichtbuch"),
        description=DESCRIPTION,
        components=Components(security_schemes={"token": token}),
        render_plugins=[Page(), Json(), Yaml()],
        openapi_router=SchemaRouter("/schema", route_handlers=[], include_in_schema=False),
    )
