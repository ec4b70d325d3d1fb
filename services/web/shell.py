"""The HTML that every page begins with; it tells the scripts which page it is, and what is known.

Whether a game exists is said here, so that an unknown one needs no failing request to find out.
"""

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
    return _shell(page, desk, game_id, await _trouble(desk, game_id))


async def _trouble(desk: Desk, game_id: str) -> str:
    try:
        await desk.game(game_id)
    except UnknownGame:
        return "game_unknown"
    except DamagedLog:
        return "log_damaged"
    except StorageUnavailable:
        return "storage_unavailable"
    return ""


def _shell(page: str, desk: Desk, subject: str = "", trouble: str = "") -> Response[str]:
    facts = {
        "page": page,
        "subject": subject,
        "trouble": trouble,
        "most": str(desk.settings.max_upload),
    }
    told = " ".join(f'data-{name}="{escape(fact)}"' for name, fact in facts.items())
    html = SHELL.replace("{root}", ROOT).replace("{facts}", told)
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-cache"})
