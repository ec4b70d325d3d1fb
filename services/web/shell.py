"""The HTML that every page begins with; it tells the scripts which page it is, and what is known.

Whether a game exists is said here, so that an unknown one needs no failing request to find out.
"""

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter

from domain.registry import GAMES
from infra.game_log import StorageUnavailable, UnknownGame
from replays.aggregate import Aggregate, DamagedLog
from services.api.backend import Backend
from services.audits import UnknownAudit
from services.web.static_files import FILES, ROOT, FilePath

SHELL = FILES["page.html"].decode()
GAP = re.compile(r"\{(\w+)\}")
GameId = Annotated[str, PathParameter(description="The id of a game.")]
STYLES = {
    "start": ("style.css",),
    "game": ("style.css", "viewer.css", "board.css"),
    "audit": ("style.css", "audit.css"),
    "verdict": ("style.css", "audit.css"),
    "rules": ("style.css", "rules.css"),
}
RULES = ", ".join(f'<a href="/rules/{game}">{game}</a>' for game in GAMES)
NEEDS_SCRIPTS = f"""<noscript>
    <p>The viewer needs JavaScript. Without it: <a href="/api/v1/games">the games as JSON</a>,
      <a href="/schema">the API</a>, the rules of {RULES}, and <code>schichtbuch show</code> on the
      command line.</p>
  </noscript>"""
AuditId = Annotated[str, PathParameter(description="The id of an upload.")]


@get("/", include_in_schema=False)
async def start_page(backend: NamedDependency[Backend]) -> Response[str]:
    return _shell("start", backend)


@get("/games/{game_id:str}", include_in_schema=False)
async def game_page(game_id: GameId, backend: NamedDependency[Backend]) -> Response[str]:
    return await _game_shell("game", backend, game_id)


@get("/games/{game_id:str}/audit", include_in_schema=False)
async def audit_page(game_id: GameId, backend: NamedDependency[Backend]) -> Response[str]:
    return await _game_shell("audit", backend, game_id)


@get("/audits/{audit_id:str}", include_in_schema=False)
async def verdict_page(audit_id: AuditId, backend: NamedDependency[Backend]) -> Response[str]:
    try:
        await backend.workplace.auditing.of_file(audit_id)
    except UnknownAudit:
        return _shell("verdict", backend, audit_id, "audit_unknown")
    return _shell("verdict", backend, audit_id)


@get("/games/{game_id:str}/{rest:path}", include_in_schema=False)
async def no_page(
    game_id: GameId, rest: FilePath, backend: NamedDependency[Backend]
) -> Response[str]:
    """An id with a slash is none of ours."""
    return _shell("game", backend, f"{game_id}{rest}", "game_unknown")


PAGES = [start_page, game_page, audit_page, verdict_page, no_page]


async def _game_shell(page: str, backend: Backend, game_id: str) -> Response[str]:
    try:
        game = await backend.game(game_id)
    except UnknownGame:
        return _shell(page, backend, game_id, "game_unknown")
    except DamagedLog:
        return _shell(page, backend, game_id, "log_damaged")
    except StorageUnavailable:
        return _shell(page, backend, game_id, "storage_unavailable")
    return _shell(page, backend, game_id, game=game)


def _needed(game: str) -> list[str]:
    """The viewer's modules, so that the browser need not find out one after the other."""
    own = (f"boards/{game}.", f"boards/{game.replace('-', '_')}/")
    others = ("boards/", "pages/", "upload.js", "proof.js")
    shared = (
        *("boards/index.js", "boards/generic.js", "boards/pen.js", "boards/pieces.js"),
        *("boards/result.js", "pages/game.js"),
    )
    modules = [name for name in FILES if name.endswith(".js")]
    return [
        name
        for name in modules
        if name in shared or name.startswith(own) or not name.startswith(others)
    ]


def _shell(
    page: str, backend: Backend, subject: str = "", trouble: str = "", game: Aggregate | None = None
) -> Response[str]:
    facts = {
        "page": page,
        "subject": subject,
        "game": game.game.name if game else "",
        "version": str(game.version) if game else "",
        "over": "over" if game and game.over else "",
        "trouble": trouble,
        "most": str(backend.settings.max_upload),
    }
    needed = _needed(game.game.name) if page == "game" and game else ()
    ahead = [f'<link rel="modulepreload" href="{ROOT}/{name}">' for name in needed]
    html = page_html(facts, ahead)
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-cache"})


def page_html(
    facts: Mapping[str, str],
    links: Sequence[str] = (),
    title: str = "Schichtbuch",
    content: str = NEEDS_SCRIPTS,
) -> str:
    """Links and content are HTML already."""
    styles = [f'<link rel="stylesheet" href="{ROOT}/{name}">' for name in STYLES[facts["page"]]]
    parts = {
        "root": ROOT,
        "title": escape(title),
        "links": "\n  ".join([*styles, *links]),
        "facts": " ".join(f'data-{name}="{escape(fact)}"' for name, fact in facts.items()),
        "content": content,
    }
    return GAP.sub(lambda gap: parts[gap[1]], SHELL)
