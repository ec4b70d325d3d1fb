"""Conditional requests: ETags made of versions and seats, never of what is hidden.

And what caches must know of every answer, said in one place, so that no call can forget it.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from litestar import Request, Response

from services.api.http.problems import problem
from services.api.http.security import Headers

DAY = 86_400
"""Not for ever: the names of players may be erased, and caches of others are to follow."""
VERSION_TAG = re.compile(r'(?:W/)?"([0-9]{1,15})"')


def expected_version(if_match: str | None) -> int | None:
    """What `If-Match` asks for: a version, or nothing in particular."""
    if if_match is None or if_match.strip() == "*":
        return None
    found = VERSION_TAG.fullmatch(if_match.strip())
    if not found:
        said = 'If-Match takes one version in quotes, like "17", or *.'
        raise problem(400, "if_match_invalid", said)
    return int(found[1])


def lasting(*, personal: bool) -> str:
    """For what cannot change any more; what is meant for one caller is kept by that caller only."""
    return f"{'private' if personal else 'public'}, max-age={DAY}, immutable"


def conditional(
    request: Request[Any, Any, Any],
    etag: str,
    headers: Mapping[str, str],
) -> Response[bytes] | None:
    """The 304, if the caller has it already."""
    wanted = request.headers.get("if-none-match")
    if wanted is None or not _matches(wanted, etag):
        return None
    return Response(b"", status_code=304, headers={"ETag": etag, **headers}, media_type="")


def _matches(wanted: str, etag: str) -> bool:
    if wanted.strip() == "*":
        return True
    tags = (tag.strip().removeprefix("W/") for tag in wanted.split(","))
    return etag.removeprefix("W/") in tags


def json_answer(
    body: bytes, etag: str, headers: Mapping[str, str], status: int = 200
) -> Response[bytes]:
    return Response(
        body,
        status_code=status,
        media_type="application/json",
        headers={"ETag": etag, **headers},
    )


def for_caches(headers: Headers, also_by: Iterable[str], *, personal: bool) -> Headers:
    """The same headers, with all that the answer depends on in one `Vary`.

    `also_by` counts for what may be kept at all. What was asked for with a token is kept by that
    caller only.
    """
    control = b", ".join(value for name, value in headers if name == b"cache-control").decode()
    vary = [value.decode() for name, value in headers if name == b"vary"]
    rest = [header for header in headers if header[0] not in (b"cache-control", b"vary")]
    if "no-store" not in control:
        vary += also_by
        control = _private(control) if personal else control
    told = {b"cache-control": control, b"vary": merged(vary)}
    return [*rest, *((name, value.encode()) for name, value in told.items() if value)]


def merged(vary: Iterable[str]) -> str:
    """Each name once, however it is written."""
    names = (name.strip() for value in vary for name in value.split(","))
    return ", ".join({name.lower(): name for name in names if name}.values())


def _private(control: str) -> str:
    parts = [part.strip() for part in control.split(",") if part.strip()]
    return ", ".join(["private", *(part for part in parts if part not in ("public", "private"))])
