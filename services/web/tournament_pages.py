"""The pages of tournaments: the list, an event, its desk, an entrant's, the projector, a deal."""

import re
from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter

from domain.kernel.actions import GAME_ID
from infra.game_log import StorageUnavailable
from infra.tournament_log import UnknownTournament
from replays.aggregate import DamagedLog
from services.api.backend import Backend
from services.web.shell import shell

TournamentId = Annotated[str, PathParameter(description="The id of a tournament.")]
Answer = Response[str]


@get("/tournaments", include_in_schema=False)
async def tournaments_page(backend: NamedDependency[Backend]) -> Answer:
    return shell("tournaments", backend)


@get("/tournaments/{tournament_id:str}", include_in_schema=False)
async def tournament_page(tournament_id: TournamentId, backend: NamedDependency[Backend]) -> Answer:
    return await _of_event("tournament", tournament_id, backend)


@get("/tournaments/{tournament_id:str}/desk", include_in_schema=False)
async def desk_page(tournament_id: TournamentId, backend: NamedDependency[Backend]) -> Answer:
    return await _of_event("desk", tournament_id, backend)


@get("/tournaments/{tournament_id:str}/me", include_in_schema=False)
async def entrant_page(tournament_id: TournamentId, backend: NamedDependency[Backend]) -> Answer:
    return await _of_event("entrant", tournament_id, backend)


@get("/tournaments/{tournament_id:str}/screen", include_in_schema=False)
async def screen_page(tournament_id: TournamentId, backend: NamedDependency[Backend]) -> Answer:
    return await _of_event("screen", tournament_id, backend)


@get("/tournaments/{tournament_id:str}/deals/{number:int}", include_in_schema=False)
async def deal_page(tournament_id: TournamentId, backend: NamedDependency[Backend]) -> Answer:
    """The same deal at several tables; which round it is, the page reads from its address."""
    return await _of_event("deal", tournament_id, backend)


TOURNAMENT_PAGES = [
    *(tournaments_page, tournament_page, desk_page, entrant_page, screen_page, deal_page),
]


async def _of_event(page: str, tournament_id: str, backend: Backend) -> Answer:
    try:
        await check_known(tournament_id, backend)
    except UnknownTournament:
        return shell(page, backend, tournament_id, "tournament_unknown")
    except DamagedLog:
        return shell(page, backend, tournament_id, "log_damaged")
    except StorageUnavailable:
        return shell(page, backend, tournament_id, "storage_unavailable")
    return shell(page, backend, tournament_id)


async def check_known(tournament_id: str, backend: Backend) -> None:
    """UnknownTournament if there is none."""
    if not re.fullmatch(GAME_ID, tournament_id):
        raise UnknownTournament(tournament_id)
    await backend.resources.tournaments.current(tournament_id)
