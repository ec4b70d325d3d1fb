"""Pages that show nothing of a game: the API to try, and what stands at an address of nobody."""

from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException

from services.api.http.links import PREFIX
from services.api.http.problems import said_by_litestar
from services.web.shell import page_html

SCHEMA_PAGE = page_html({"page": "schema"}, title="The API · Schichtbuch").encode()
UNKNOWN_PAGE = page_html({"page": "unknown", "trouble": "page_unknown"})


def unknown_address(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """A page for people, who follow links and type addresses; a problem for programs."""
    reads_pages = "text/html" in request.headers.get("accept", "")
    if request.scope["path"].startswith(PREFIX) or not reads_pages:
        return said_by_litestar(request, error)
    headers = {"Cache-Control": "no-store"}
    return Response(UNKNOWN_PAGE, status_code=404, media_type="text/html", headers=headers)
