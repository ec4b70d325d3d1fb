"""Where this server is, as whoever asks calls it."""

import re
from typing import Any

from litestar import Request

HOST = re.compile(r"[A-Za-z0-9._:\[\]-]{1,255}")


def origin_of(request: Request[Any, Any, Any]) -> str | None:
    """None if the Host header names no server."""
    host = request.headers.get("host", "")
    return f"{request.scope['scheme']}://{host}" if HOST.fullmatch(host) else None
