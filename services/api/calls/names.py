"""`/games/{id}/names`: the organizer has the names of a game's players erased, for good."""

from typing import Any

from litestar import Controller, Request, Response, delete
from litestar.di import NamedDependency

from services.api.backend import Backend
from services.api.http.callers import caller_of
from services.api.http.parameters import GameIdentity
from services.api.http.problems import problem
from services.errands import filing_of
from services.games import NamesInLog


class NamesController(Controller):
    path = "/games/{game_id:str}/names"
    tags = ("operations",)

    @delete(operation_id="eraseNames", summary="Erase the players' names", status_code=204)
    async def erase(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[None]:
        caller = await caller_of(request, backend, game_id)
        if not caller.organizer:
            raise problem(403, "organizer_needed", "Only the organizer may erase names.")
        filing = filing_of(await backend.game(game_id))
        # Before, so that nothing is left if we die, and after, since others may file it meanwhile.
        await backend.resources.index.forget_names(filing)
        try:
            version = await backend.games.erase_names(game_id)
        except NamesInLog as error:
            await backend.resources.index.put([filing])
            said = "This game is older than names that can be erased: they stand in its log."
            raise problem(409, "names_in_log", said) from error
        await backend.resources.errands.done()
        await backend.resources.index.forget_names(filing)
        return Response(None, status_code=204, headers={"ETag": f'"{version}"'})
