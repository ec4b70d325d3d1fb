"""Addresses of pages as QR codes: of a game, from paper back to the live page, and to a seat;
of a tournament, and to an entrant's own page.

The secret of a seat or an entrant comes in the body, so that no log of requests ever has it.
"""

import asyncio
import io
import re
from typing import Any
from urllib.parse import quote

import segno
from litestar import Request, Response, get, post
from litestar.di import NamedDependency

from services.api.backend import Backend
from services.api.http.own_address import origin_of
from services.api.http.problems import problem
from services.web.shell import GameId
from services.web.tournament_pages import TournamentId, check_known

FRAGMENT = re.compile(r"[A-Za-z0-9=&%._~+-]{1,300}")
MOST = 100
"""Letters of an id: a code of more could not be read by any camera."""


@get("/games/{game_id:str}/qr.svg", include_in_schema=False)
async def qr_code(
    request: Request[Any, Any, Any], game_id: GameId, backend: NamedDependency[Backend]
) -> Response[bytes]:
    await backend.version(game_id)  # there is no page of an unknown game
    return await _drawn(_address(request, "games", game_id))


@post("/games/{game_id:str}/qr.svg", status_code=200, include_in_schema=False)
async def qr_code_to_a_seat(request: Request[Any, Any, Any], game_id: GameId) -> Response[bytes]:
    """The body is what stands after the `#` of the address."""
    fragment = await _fragment(request)
    return await _drawn(f"{_address(request, 'games', game_id)}#{fragment}")


@get("/tournaments/{tournament_id:str}/qr.svg", include_in_schema=False)
async def qr_code_to_a_tournament(
    request: Request[Any, Any, Any],
    tournament_id: TournamentId,
    backend: NamedDependency[Backend],
) -> Response[bytes]:
    await check_known(tournament_id, backend)
    return await _drawn(_address(request, "tournaments", tournament_id))


@post("/tournaments/{tournament_id:str}/qr.svg", status_code=200, include_in_schema=False)
async def qr_code_to_an_entrant(
    request: Request[Any, Any, Any], tournament_id: TournamentId
) -> Response[bytes]:
    """The body is what stands after the `#` of the address of the entrant's own page."""
    fragment = await _fragment(request)
    return await _drawn(f"{_address(request, 'tournaments', tournament_id)}/me#{fragment}")


async def _fragment(request: Request[Any, Any, Any]) -> str:
    found = (await request.body()).decode("ascii", "replace")
    if not FRAGMENT.fullmatch(found):
        raise problem(400, "invalid_request", "The body is no fragment of an address.")
    return found


def _address(request: Request[Any, Any, Any], kind: str, identity: str) -> str:
    origin = origin_of(request)
    if origin is None:
        raise problem(400, "invalid_request", "The Host header names no server.")
    return f"{origin}/{kind}/{quote(identity[:MOST], safe='')}"


async def _drawn(address: str) -> Response[bytes]:
    drawn = await asyncio.to_thread(_code, address)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})


def _code(address: str) -> bytes:
    drawn = io.BytesIO()
    segno.make(address, micro=False, error="m").save(drawn, kind="svg", border=2, light="#fff")
    return drawn.getvalue()
