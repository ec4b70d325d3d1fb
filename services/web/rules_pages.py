"""The rules documents for people: `/rules`, `/rules/{game}`, and the API's `/rules/{game}/text`.

A document's page is whole as it comes from the server; the scripts only put the frame around it.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from litestar import Request, Response, get

from domain.registry import GAMES
from services.api.calls.rules import HOUR, GameName, known_game
from services.api.http.caching import conditional
from services.api.http.links import PREFIX, TABLE
from services.web.rules_document import rules_document
from services.web.shell import page_html

PAGE, TEXT = "text/html", "text/markdown"
# A page names the styles of its time, so it must be asked for again; the document itself may age.
KEPT: Mapping[str, Mapping[str, str]] = {PAGE: {"Cache-Control": "no-cache"}, TEXT: HOUR}


@get("/rules", include_in_schema=False)
async def rules_page() -> Response[str]:
    return _shown(_facts())


@get("/rules/{game:str}", include_in_schema=False, sync_to_thread=True)
def rules_of_game_page(request: Request[Any, Any, Any], game: GameName) -> Response[Any]:
    if game not in (*GAMES, TABLE):
        return _shown(_facts(game, "rules_unknown"))
    return _answer(request, game, PAGE)


@get(
    "/rules/{game:str}/text",
    operation_id="getRulesText",
    summary="The rules document of one game",
    tags=["rules"],
    sync_to_thread=True,
)
def rules_text(request: Request[Any, Any, Any], game: GameName) -> Response[Any]:
    found = known_game(game)
    return _answer(request, found.name, request.accept.best_match([PAGE, TEXT], default=TEXT))


@get(
    f"/rules/{TABLE}/text",
    operation_id="getTableRulesText",
    summary="The rules document of the table around any game",
    tags=["rules"],
    sync_to_thread=True,
)
def table_rules_text(request: Request[Any, Any, Any]) -> Response[Any]:
    return _answer(request, TABLE, request.accept.best_match([PAGE, TEXT], default=TEXT))


def _answer(request: Request[Any, Any, Any], game: str, kind: str) -> Response[Any]:
    body, etag = _body(game, kind)
    headers = {**KEPT[kind], "Vary": "Accept", "Content-Language": "en"}
    unchanged = conditional(request, etag, headers)
    return unchanged or Response(body, media_type=kind, headers={"ETag": etag, **headers})


@cache
def _body(game: str, kind: str) -> tuple[str, str]:
    body = _page(game) if kind == PAGE else rules_document(game).markdown
    return body, f'W/"{hashlib.sha256(body.encode()).hexdigest()[:16]}"'


def _page(game: str) -> str:
    document = rules_document(game)
    text = f"{PREFIX}/rules/{game}/text"
    content = (
        '<main id="main" tabindex="-1"><div class="rules" lang="en">\n'
        f'<nav class="contents" aria-label="Contents">{document.contents}</nav>\n'
        f"<article>\n{document.article}</article>\n</div></main>"
    )
    link = f'<link rel="alternate" type="{TEXT}" href="{text}">'
    return page_html(_facts(game), [link], f"{document.title} · Schichtbuch", content)


def _facts(game: str = "", trouble: str = "") -> dict[str, str]:
    return {"page": "rules", "subject": game, "trouble": trouble}


def _shown(facts: Mapping[str, str]) -> Response[str]:
    return Response(page_html(facts), media_type=PAGE, headers={"Cache-Control": "no-cache"})


RULES_PAGES = [rules_page, rules_of_game_page]
