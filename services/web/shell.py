"""The HTML that every page begins with; it tells the scripts which page it is, and what is known.

Whether a game exists is said here, so that an unknown one needs no failing request to find out.
"""

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter

from domain.kernel.texts import Language
from domain.registry import GAMES
from infra.game_log import StorageUnavailable, UnknownGame
from replays.aggregate import Aggregate, DamagedLog
from replays.verify import Report
from services.api.backend import Backend
from services.audits import UnknownAudit
from services.rooms import GameWaiting
from services.web.bundles import script_of, styles_of
from services.web.open_graph import Asked, game_tags, language_of_page, start_tags
from services.web.static_files import FILES, ROOT, FilePath

SHELL = FILES["page.html"].decode()
GAP = re.compile(r"\{(\w+)\}")
GameId = Annotated[str, PathParameter(description="The id of a game.")]
STYLES = {
    "start": ("style.css", "start.css", "rooms.css"),
    "game": ("style.css", "viewer.css", "board.css", "table.css", "record.css", "play.css"),
    "room": ("style.css", "rooms.css"),
    "audit": ("style.css", "viewer.css", "board.css", "audit.css"),
    "verdict": ("style.css", "viewer.css", "board.css", "audit.css"),
    "watch": ("style.css", "viewer.css", "board.css", "table.css", "record.css"),
    "audits": ("style.css", "audit.css"),
    "rules": ("style.css", "rules.css"),
    "keys": ("style.css", "audit.css"),
    "witness": ("style.css", "audit.css"),
    "arbiter": ("style.css", "board.css", "arbiter.css"),
    "tournaments": ("style.css", "start.css", "tournaments.css"),
    "tournament": ("style.css", "tournaments.css"),
    "desk": ("style.css", "tournaments.css"),
    "entrant": ("style.css", "tournaments.css"),
    "screen": ("style.css", "tournaments.css"),
    "deal": ("style.css", "viewer.css", "board.css", "audit.css", "tournaments.css"),
    "schema": ("style.css", "schema.css"),
    "unknown": ("style.css",),
}
RULES = ", ".join(f'<a href="/rules/{game}">{game}</a>' for game in GAMES)
NEEDS_SCRIPTS = f"""<noscript>
    <p>The viewer needs JavaScript. Without it: <a href="/api/v1/games">the games as JSON</a>,
      <a href="/schema">the API</a>, the rules of {RULES}, and <code>schichtbuch show</code> on the
      command line.</p>
  </noscript>"""
AuditId = Annotated[str, PathParameter(description="The id of an upload.")]


@get("/", include_in_schema=False)
async def start_page(request: Asked, backend: NamedDependency[Backend]) -> Response[str]:
    links = await start_tags(request, backend)
    return shell("start", backend, links=links, language=language_of_page(request))


@get("/games/{game_id:str}", include_in_schema=False)
async def game_page(
    request: Asked, game_id: GameId, backend: NamedDependency[Backend]
) -> Response[str]:
    links = await game_tags(request, backend, game_id)
    return await _game_shell("game", backend, game_id, links, language_of_page(request))


@get("/games/{game_id:str}/audit", include_in_schema=False)
async def audit_page(game_id: GameId, backend: NamedDependency[Backend]) -> Response[str]:
    return await _game_shell("audit", backend, game_id)


@get("/audits/{audit_id:str}", include_in_schema=False)
async def verdict_page(audit_id: AuditId, backend: NamedDependency[Backend]) -> Response[str]:
    try:
        await backend.resources.auditing.of_file(audit_id)
    except UnknownAudit:
        return shell("verdict", backend, audit_id, "audit_unknown")
    return shell("verdict", backend, audit_id)


@get("/audits/{audit_id:str}/watch", include_in_schema=False)
async def watch_page(audit_id: AuditId, backend: NamedDependency[Backend]) -> Response[str]:
    """The game of an uploaded file; whether it can be shown is for the viewer to find out."""
    try:
        found = await backend.resources.auditing.of_file(audit_id)
    except UnknownAudit:
        return shell("watch", backend, audit_id, "audit_unknown")
    report = msgspec.json.decode(found, type=Report) if isinstance(found, bytes) else None
    if report is None or report.rules not in GAMES:
        return shell("watch", backend, audit_id, "audit_unwatchable")
    return shell("watch", backend, audit_id, file=report)


@get("/audits", include_in_schema=False)
async def audits_page(backend: NamedDependency[Backend]) -> Response[str]:
    return shell("audits", backend)


@get("/games/{game_id:str}/{rest:path}", include_in_schema=False)
async def no_page(
    game_id: GameId, rest: FilePath, backend: NamedDependency[Backend]
) -> Response[str]:
    """An id with a slash is none of ours."""
    return shell("game", backend, f"{game_id}{rest}", "game_unknown")


@get("/keys", include_in_schema=False)
async def keys_page(backend: NamedDependency[Backend]) -> Response[str]:
    return shell("keys", backend)


@get("/witness", include_in_schema=False)
async def witness_page(backend: NamedDependency[Backend]) -> Response[str]:
    return shell("witness", backend)


@get("/arbiter", include_in_schema=False)
async def arbiter_page(backend: NamedDependency[Backend]) -> Response[str]:
    return shell("arbiter", backend)


PAGES = [
    *(start_page, game_page, audit_page, verdict_page, watch_page, audits_page),
    *(keys_page, witness_page, arbiter_page, no_page),
]


async def _game_shell(
    page: str,
    backend: Backend,
    game_id: str,
    links: Sequence[str] = (),
    language: Language = "en",
) -> Response[str]:
    try:
        game = await backend.game(game_id)
    except GameWaiting:
        return shell("room", backend, game_id)
    except UnknownGame:
        return shell(page, backend, game_id, "game_unknown")
    except DamagedLog:
        return shell(page, backend, game_id, "log_damaged")
    except StorageUnavailable:
        return shell(page, backend, game_id, "storage_unavailable")
    return shell(page, backend, game_id, game=game, links=links, language=language)


def _folder(game: str) -> str:
    return game.replace("-", "_")


def _styles(page: str, game: str) -> list[str]:
    """Of a page with a board also those of its game, or of all if that is not known yet."""
    names = STYLES[page]
    games = [game] if game else GAMES
    boards = [f"boards/{_folder(one)}.css" for one in games if "board.css" in names]
    return [*names, *boards]


def shell(
    page: str,
    backend: Backend,
    subject: str = "",
    trouble: str = "",
    game: Aggregate | None = None,
    file: Report | None = None,
    links: Sequence[str] = (),
    language: Language = "en",
) -> Response[str]:
    played = game.game.name if game else file.rules if file else ""
    facts = {
        "page": page,
        "subject": subject,
        "game": played or "",
        "version": str(game.version) if game else "",
        "over": "over" if game and game.over else "",
        "trouble": trouble,
        "most": str(backend.settings.max_upload),
    }
    html = page_html(facts, links, language=language)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return Response(html, media_type="text/html", headers=headers)


def page_html(
    facts: Mapping[str, str],
    links: Sequence[str] = (),
    title: str = "Schichtbuch",
    content: str = NEEDS_SCRIPTS,
    language: Language = "en",
) -> str:
    """Links and content are HTML already; of another language the words come a little later."""
    page, game = facts["page"], facts.get("game", "")
    styles = [f'<link rel="stylesheet" href="{styles_of(_styles(page, game))}">']
    parts = {
        "root": ROOT,
        "script": script_of(page, game, language),
        "title": escape(title),
        "links": "\n  ".join([*styles, *links]),
        "facts": " ".join(f'data-{name}="{escape(fact)}"' for name, fact in facts.items()),
        "content": content,
    }
    return GAP.sub(lambda gap: parts[gap[1]], SHELL)
