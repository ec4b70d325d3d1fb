"""What OPTIONS says: Litestar forgets methods that were registered after the first, and HEAD."""

from litestar.datastructures import MutableScopeHeaders
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope


async def name_all_methods(message: Message, scope: Scope) -> None:
    if message["type"] != "http.response.start" or scope.get("method") != "OPTIONS":
        return
    headers = MutableScopeHeaders(message)
    here = scope.get("path_template")
    for route in scope["litestar_app"].routes:
        if isinstance(route, HTTPRoute) and route.path_format == here and "Allow" in headers:
            head = ["HEAD"] if "GET" in route.methods else []
            headers["Allow"] = ", ".join(sorted({*route.methods, *head}))
