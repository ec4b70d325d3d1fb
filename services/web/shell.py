"""The HTML that every page begins with; it tells the scripts which page it is, and what is known.

Whether a game exists is said here, so that an unknown one needs no failing request to find out.
"""

from collections.abc import Sequence
from html import escape
from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter

from infra.game_log import StorageUnavailable, UnknownGame
from replays.aggregate import DamagedLog
from services.api.desk import Desk
from services.web.static_files import FILES, ROOT

SHELL = FILES["page.html"].decode()
GameId = Annotated[str, PathParameter(description="The id of a game.")]
AuditId = Annotated[str, PathParameter(description="The id of an upload.")]


@get("/", include_in_schema=False)
async def start_page(desk: NamedDependency[Desk]) -> Response[str]:
    return _shell("start", desk)


@get("/games/{game_id:str}", include_in_schema=False)
async def game_page(game_id: GameId, desk: NamedDependency[Desk]) -> Response[str]:
    return await _game_shell("game", desk, game_id)


@get("/games/{game_id:str}/audit", include_in_schema=False)
async def audit_page(game_id: GameId, desk: NamedDependency[Desk]) -> Response[str]:
    return await _game_shell("audit", desk, game_id)


@get("/audits/{audit_id:str}", include_in_schema=False)
async def verdict_page(audit_id: AuditId, desk: NamedDependency[Desk]) -> Response[str]:
    known = await desk.workplace.audits.is_known(audit_id)
    known = known or await desk.workplace.audits.verdicts(audit_id) is not None
    return _shell("verdict", desk, audit_id, "" if known else "audit_unknown")


PAGES = [start_page, game_page, audit_page, verdict_page]


async def _game_shell(page: str, desk: Desk, game_id: str) -> Response[str]:
    try:
        game = (await desk.game(game_id)).game.name
    except UnknownGame:
        return _shell(page, desk, game_id, "game_unknown")
    except DamagedLog:
        return _shell(page, desk, game_id, "log_damaged")
    except StorageUnavailable:
        return _shell(page, desk, game_id, "storage_unavailable")
    return _shell(page, desk, game_id, needed=_needed(game) if page == "game" else [])


def _needed(game: str) -> list[str]:
    """The viewer's modules, so that the browser need not find out one after the other."""
    own = (f"boards/{game}.", f"boards/{game.replace('-', '_')}/")
    others = ("boards/", "pages/", "upload.js", "proof.js")
    shared = ("boards/index.js", "boards/generic.js", "boards/gluck_auf/pieces.js", "pages/game.js")
    modules = [name for name in FILES if name.endswith(".js")]
    return [
        name
        for name in modules
        if name in shared or name.startswith(own) or not name.startswith(others)
    ]


def _shell(
    page: str, desk: Desk, subject: str = "", trouble: str = "", needed: Sequence[str] = ()
) -> Response[str]:
    facts = {
        "page": page,
        "subject": subject,
        "trouble": trouble,
        "most": str(desk.settings.max_upload),
    }
    told = " ".join(f'data-{name}="{escape(fact)}"' for name, fact in facts.items())
    ahead = "\n  ".join(f'<link rel="modulepreload" href="{ROOT}/{name}">' for name in needed)
    html = SHELL.replace("{root}", ROOT).replace("{ahead}", ahead).replace("{facts}", told)
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-cache"})
