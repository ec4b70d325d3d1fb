"""Whether the deal of a game is still played at other tables of its tournament.

Games of no tournament pay nothing for the question, and what is free stays free.
"""

import re

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.actions import GAME_ID
from domain.kernel.in_tournament import InTournament
from domain.tournament.embargo import is_embargoed
from infra.game_log import GameLog
from infra.tournament_log import UnknownTournament
from replays.aggregate import DamagedLog
from replays.tournaments.games import TABLE_GAME
from services.remembered import Remembered
from services.tournaments import Tournaments

REMEMBERED = 2_000


class FirstLine(Struct):
    """What entry 1 says of where the game belongs."""

    class Creation(Struct):
        tournament: InTournament | UnsetType = UNSET

    action: Creation


class Embargo:
    def __init__(self, log: GameLog, tournaments: Tournaments) -> None:
        self._log, self._tournaments = log, tournaments
        self._belongs: Remembered[str, InTournament] = Remembered(REMEMBERED)
        self._free: Remembered[str, bool] = Remembered(REMEMBERED)

    async def holds(self, game_id: str) -> bool:
        return await self.event_of(game_id) is not None

    async def event_of(self, game_id: str) -> str | None:
        """The tournament at whose tables its deal is still played."""
        if game_id in self._free:
            return None
        belongs = await self.belongs(game_id)
        return belongs.id if belongs and await self._holds(game_id, belongs) else None

    async def belongs(self, game_id: str) -> InTournament | None:
        """Where, if it is a game of a tournament."""
        if not (TABLE_GAME.search(game_id) and re.fullmatch(GAME_ID, game_id)):
            return None
        return self._belongs.get(game_id) or await self._read(game_id)

    async def _read(self, game_id: str) -> InTournament | None:
        """None if there is no such game, or if it only looks like one of a tournament."""
        lines = await self._log.lines(game_id, 1, 1)
        if not lines:
            return None
        try:
            found = msgspec.json.decode(lines[0], type=FirstLine).action.tournament
        except msgspec.DecodeError as error:
            raise DamagedLog(game_id, 1, str(error)) from error
        return None if found is UNSET else self._belongs.keep(game_id, found)

    async def _holds(self, game_id: str, belongs: InTournament) -> bool:
        try:
            state = (await self._tournaments.current(belongs.id)).state
        except UnknownTournament:
            return False  # the game came from elsewhere, without its event
        if is_embargoed(state, belongs):
            return True
        self._free.keep(game_id, True)
        return False
