"""A call of the API as a value: what is sent, what comes back, and whether it may be repeated."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote
from uuid import uuid4

import msgspec
from msgspec import Struct, field

from schichtbuch_client.exchange import Answer

T = TypeVar("T")

JSON = "application/json"
KEY = "Idempotency-Key"
NO_CONTENT = 204


class Call(Struct, Generic[T], frozen=True, kw_only=True):
    method: str
    path: str
    """Within what is asked: the service, a game, a file, a tournament."""
    kind: type[T]
    """What a success is read as; `bytes` and `str` as they come."""
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    repeatable: bool = True
    """Whether it does no more if it is sent twice, because one cannot know that it arrived."""

    def read(self, answer: Answer) -> T:
        if self.kind is bytes:
            return cast(T, answer.body)
        if self.kind is str:
            return cast(T, answer.body.decode())
        if answer.status == NO_CONTENT:
            return cast(T, None)
        return msgspec.json.decode(answer.body, type=self.kind)


def get(
    path: str, kind: type[T], query: Mapping[str, Any] | None = None, *, accept: str = JSON
) -> Call[T]:
    headers = {"Accept": accept}
    return Call(method="GET", path=path, kind=kind, query=_written(query or {}), headers=headers)


def post(
    path: str,
    kind: type[T],
    body: Any = None,
    *,
    query: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
    repeatable: bool = False,
) -> Call[T]:
    return Call(
        method="POST",
        path=path,
        kind=kind,
        query=_written(query or {}),
        headers={"Content-Type": JSON, **(headers or {})},
        body=None if body is None else msgspec.json.encode(body),
        repeatable=repeatable,
    )


def post_once(
    path: str,
    kind: type[T],
    body: Any,
    key: str | None,
    headers: Mapping[str, str] | None = None,
) -> Call[T]:
    """With a key that the service knows a retry by; one of its own, if the caller has none."""
    keyed = {KEY: key or uuid4().hex, **(headers or {})}
    return post(path, kind, body, headers=keyed, repeatable=True)


def patch(path: str, kind: type[T], body: Any) -> Call[T]:
    headers = {"Content-Type": JSON}
    written = msgspec.json.encode(body)
    return Call(method="PATCH", path=path, kind=kind, headers=headers, body=written)


def delete(path: str) -> Call[None]:
    return Call(method="DELETE", path=path, kind=type(None))


def part(name: str | int) -> str:
    """A part of a path, whatever is in it."""
    return quote(str(name), safe="")


def _written(query: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: _word(value)
        for name, value in query.items()
        if value is not None and value is not False
    }


def _word(value: Any) -> str:
    return "true" if value is True else str(value)
