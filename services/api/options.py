"""What OPTIONS says: Litestar forgets methods that were registered after the first, and HEAD."""

from litestar.datastructures import MutableScopeHeaders
from litestar.routes import HTTPRoute
from litestar.types import HTTPResponseStartEvent, Scope


def name_all_methods(message: HTTPResponseStartEvent, scope: Scope) -> None:
    headers = MutableScopeHeaders(message)
    here = scope.get("path_template")
    for route in scope["litestar_app"].routes:
        if isinstance(route, HTTPRoute) and route.path_format == here and "Allow" in headers:
            head = ["HEAD"] if "GET" in route.methods else []
            headers["Allow"] = ", ".join(sorted({*route.methods, *head}))
