"""The few pages of the API itself; everything they need is served from here, nothing from afar."""

from importlib.resources import files
from typing import Any

from litestar import Response, get

PAGES = {
    "/pages/page.css": ("page.css", "text/css"),
    "/pages/schema.js": ("schema.js", "text/javascript"),
}


def page(name: str) -> bytes:
    return files(__package__).joinpath(name).read_bytes()


def page_handlers() -> list[Any]:
    return [_handler(path, name, kind) for path, (name, kind) in PAGES.items()]


def _handler(path: str, name: str, kind: str) -> Any:
    content = page(name)

    @get(path, include_in_schema=False)
    async def show() -> Response[bytes]:
        return Response(content, media_type=kind, headers={"Cache-Control": "no-cache"})

    return show
