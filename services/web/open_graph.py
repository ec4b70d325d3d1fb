"""What other programs show of a link to a page: a title, a sentence and a picture of the moment.

The address of a page names moment, perspective and language as the viewer writes them. What it
names wrongly is left out; no link is too broken to be shown.
"""

import re
from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import urlencode

from litestar import Request
from litestar.plugins.problem_details import ProblemDetailsException

from domain.kernel.names import shown
from domain.kernel.texts import LANGUAGES, Language
from infra.game_log import StorageUnavailable, UnknownGame
from infra.games_index import Search
from replays.aggregate import Aggregate, DamagedLog, UnknownHere
from services.api.backend import Backend
from services.api.http.languages import language_of
from services.api.http.links import PREFIX
from services.api.http.own_address import origin_of
from services.api.moments import read_moment
from services.api.reading import PUBLIC, Reader
from services.api.scenes import Scene, scene_of
from services.rooms import GameWaiting
from services.web.words import said

UNTOLD = (
    *(ProblemDetailsException, StorageUnavailable, UnknownGame, DamagedLog, UnknownHere),
    GameWaiting,
)
"""Why a page has no picture; the page itself says more."""
SEAT = re.compile(r"[0-9]")
Asked = Request[Any, Any, Any]


def language_of_page(request: Asked) -> Language:
    asked = request.query_params.get("lang")
    return next((ours for ours in LANGUAGES if ours == asked), language_of(request))


async def game_tags(request: Asked, backend: Backend, game_id: str) -> list[str]:
    language = language_of_page(request)
    try:
        if await backend.embargo.holds(game_id):
            return []
        game = await backend.game(game_id)
        title, end = _title(game, language), game.version
        eyes, reader = _eyes(request, game)
        scene = await _scene(backend, request, game_id, reader, end)
    except UNTOLD:
        return []
    told = {"at": str(scene.moment), "lang": language}
    page = {**told, "as": eyes} if eyes else told
    picture = {**told, **({"all": "true"} if reader.everything else {"seat": eyes} if eyes else {})}
    where = f"/games/{game_id}"
    return _tags(
        request,
        {"title": title, "description": scene.sentence, "locale": said("locale", language)},
        f"{where}?{urlencode(page)}",
        f"{PREFIX}{where}/picture.png?{urlencode(picture)}",
    )


async def start_tags(request: Asked, backend: Backend) -> list[str]:
    """The picture is that of the newest game that is over, if there is one."""
    language = language_of_page(request)
    told = {
        "title": said("title", language),
        "description": said("start.lead", language),
        "locale": said("locale", language),
    }
    try:
        newest = await backend.resources.index.page(Search(status="finished"), 1)
        found = newest.game_ids
    except UNTOLD:
        found = []
    query = urlencode({"lang": language})
    picture = f"{PREFIX}/games/{found[0]}/picture.png?{query}" if found else None
    return _tags(request, told, f"/?{query}", picture)


async def _scene(backend: Backend, request: Asked, game_id: str, reader: Reader, end: int) -> Scene:
    """As the address says; the end, if it says nothing, or what the game does not have."""
    language = language_of_page(request)
    try:
        wanted = read_moment(request.query_params.get("at", ""))
        return await scene_of(backend, game_id, wanted, end, reader, language)
    except ProblemDetailsException:
        return await scene_of(backend, game_id, end, end, reader, language)


def _eyes(request: Asked, game: Aggregate) -> tuple[str, Reader]:
    """Whose eyes the address names, once everybody may look through them."""
    asked = request.query_params.get("as", "")
    if game.over and asked == "all":
        return asked, Reader(everything=True)
    if game.over and SEAT.fullmatch(asked) and int(asked) < len(game.seats):
        return asked, Reader(int(asked))
    return "", PUBLIC


def _title(game: Aggregate, language: Language) -> str:
    numbered = said("player.number", language)
    names = game.names or [numbered.format(n=seat + 1) for seat in range(len(game.seats))]
    return f"{', '.join(map(shown, names))} · {said(f'game.{game.game.name}', language)}"


def _tags(request: Asked, told: Mapping[str, str], page: str, picture: str | None) -> list[str]:
    origin = origin_of(request)
    facts = {"type": "website", "site_name": "Schichtbuch", **told}
    if origin:
        facts["url"] = origin + page
    if origin and picture:
        facts |= {
            "image": origin + picture,
            "image:type": "image/png",
            "image:width": "1600",
            "image:height": "840",
            "image:alt": told["description"],
        }
    return [
        f'<meta name="description" content="{escape(told["description"])}">',
        '<meta name="twitter:card" content="summary_large_image">',
        *(f'<meta property="og:{name}" content="{escape(fact)}">' for name, fact in facts.items()),
    ]
