"""What the two calls for pictures share: what is asked for, and the answer once it is known."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeAlias

from litestar import Request, Response
from litestar.params import QueryParameter
from msgspec import Struct

from domain.kernel.texts import Language
from replays.moment import Moment
from services.api.backend import Backend
from services.api.http.caching import conditional
from services.api.http.languages import language_of
from services.api.moments import read_moment
from services.web.picture.drawing import WIDTH, Format
from services.web.picture.made import KINDS, Picture, kept_or_drawn

Asked: TypeAlias = Request[Any, Any, Any]
Width = Annotated[
    int, QueryParameter(ge=160, le=WIDTH, description="In pixels, for a smaller one.")
]


class Wanted(Struct, frozen=True):
    """Which moment, as who sees it, and how large."""

    kind: Format
    at: Moment | int | None
    language: Language
    seat: int | None
    together: bool | None
    width: int


def wanted(
    request: Asked,
    kind: Format,
    at: str | None,
    language: Language | None,
    seat: int | None,
    together: bool | None,
    width: int = WIDTH,
) -> Wanted:
    moment = None if at is None else read_moment(at)
    return Wanted(kind, moment, language or language_of(request), seat, together, width)


class Shown(Struct, frozen=True):
    """A moment that can be drawn."""

    name: str
    """The same for the same moment as the same readers see it."""
    etag: str
    headers: dict[str, str]
    facts: Callable[[], Awaitable[bytes]]
    """For the boards, as JSON; asked for only if somebody does not have the picture yet."""


async def picture_of(
    request: Asked, backend: Backend, wanted: Wanted, shown: Shown
) -> Response[bytes]:
    """Exceeded if it is not drawn."""
    headers = {**shown.headers, "Content-Language": wanted.language}
    unchanged = conditional(request, shown.etag, headers)
    if unchanged:
        return unchanged
    picture = Picture(shown.name, wanted.kind, wanted.width)
    body = await kept_or_drawn(backend, picture, await shown.facts())
    headers = {"ETag": shown.etag, **headers}
    return Response(body, media_type=KINDS[wanted.kind], headers=headers)
