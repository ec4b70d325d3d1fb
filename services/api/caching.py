"""Conditional requests: ETags made of versions and seats, never of what is hidden."""

import re
from collections.abc import Mapping
from typing import Any

from litestar import Request, Response

from services.api.problems import problem

YEAR = 31_536_000
VERSION = re.compile(r'(?:W/)?"([0-9]{1,15})"')


def expected_version(if_match: str | None) -> int | None:
    """What `If-Match` asks for: a version, or nothing in particular."""
    if if_match is None or if_match.strip() == "*":
        return None
    found = VERSION.fullmatch(if_match.strip())
    if not found:
        said = 'If-Match takes one version in quotes, like "17", or *.'
        raise problem(400, "if_match_invalid", said)
    return int(found[1])


def lasting(*, personal: bool) -> str:
    """For what cannot change any more; what is meant for one caller is kept by that caller only."""
    return f"{'private' if personal else 'public'}, max-age={YEAR}, immutable"


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
