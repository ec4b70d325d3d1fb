"""What the calls are served from: the resources of this process, and what it remembers."""

import asyncio
import re
from contextlib import AbstractAsyncContextManager

from msgspec import Struct

from domain.kernel.actions import GAME_ID
from domain.tournament.standings import Standings
from infra.access import Access
from infra.game_log import UnknownGame
from infra.organizer_key import load_or_create as organizer_key
from infra.rooms import Room
from infra.settings import Settings
from infra.signing_key import load_or_create as signing_key
from replays.aggregate import Aggregate
from services.api.holders import Holders
from services.api.http.rate_limit import Limits
from services.api.looks import Looks
from services.api.metrics import Measuring
from services.api.origins import Origin, origin_of
from services.api.turns import file_turns, picture_turns, sheet_turns
from services.api.viewers import GameViewers, NoHolders, Viewers
from services.bootstrap import open_resources
from services.embargo import Embargo
from services.live_games import LIVE_GAMES
from services.remembered import Remembered
from services.rooms import GameWaiting
from services.tokens import digest_of

LONG_ANSWERS = 2
"""Answers that take long and are made at the same time, each in a thread."""
REMEMBERED_GAMES = LIVE_GAMES
REMEMBERED_BUNDLES = 3
REMEMBERED_SHEETS = 30
"""A megabyte each at most."""
REMEMBERED_BOARDS = 100
REMEMBERED_STANDINGS = 10
"""Those of the largest events take some ten megabytes each."""
REMEMBERED_REPLAYS = REMEMBERED_PICTURES = 100
"""A quarter of a megabyte each."""


class FinishedReplay(Struct):
    version: int
    body: bytes
    zipped: bytes
    digest: str


class Backend:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.measuring = Measuring()
        self.resources = open_resources(settings, self.measuring)
        self.games = self.resources.games
        self.log = self.resources.log
        self.signer = signing_key(settings.data)
        self.organizer = digest_of(settings.organizer_key or organizer_key(settings.data))
        self.limits = Limits(settings)
        self.limits.token_is_real(self.organizer)
        self.arbiters = self.resources.arbiters
        self.viewers = GameViewers(self.games, Holders(self.log, self.arbiters))
        self.event_viewers = Viewers(self.resources.tournaments, NoHolders())
        self.bundling = asyncio.Semaphore(1)
        self.bundles: Remembered[tuple[str, int], bytes] = Remembered(REMEMBERED_BUNDLES)
        self.sheet_turns = sheet_turns()
        self.sheets: Remembered[tuple[object, ...], bytes] = Remembered(REMEMBERED_SHEETS)
        self.boards: Remembered[tuple[str, int, int, bool], tuple[float, bytes]] = Remembered(
            REMEMBERED_BOARDS
        )
        """Of the tables of a round, for a moment: many look at them at once."""
        self.standings: Remembered[tuple[str, int, int | None], Standings] = Remembered(
            REMEMBERED_STANDINGS
        )
        """By event, version and round."""
        self.embargo = Embargo(self.log, self.resources.tournaments)
        self.looks = Looks()
        self.long_answers = asyncio.Semaphore(LONG_ANSWERS)
        self.file_turns = file_turns()
        self.picture_turns = picture_turns()
        self.pictures: Remembered[str, bytes] = Remembered(REMEMBERED_PICTURES)
        self.replays: Remembered[str, FinishedReplay] = Remembered(REMEMBERED_REPLAYS)
        self._origins: Remembered[str, Origin] = Remembered(REMEMBERED_GAMES)
        self._access: Remembered[str, Access] = Remembered(REMEMBERED_GAMES)

    def end_streams(self) -> None:
        """All of them, at once; whoever watches can go on elsewhere, or later."""
        self.viewers.end()
        self.event_viewers.end()

    async def close(self) -> None:
        self.looks.close()
        await self.viewers.close()
        await self.event_viewers.close()
        await self.resources.close()

    async def finished_replay(self, game_id: str) -> FinishedReplay | None:
        """If it was asked for before and nothing has come after it, in whichever process."""
        known = self.replays.get(game_id)
        if known and await self.log.length(game_id) != known.version:
            self.replays.pop(game_id, None)
            return None
        return known

    async def game(self, game_id: str) -> Aggregate:
        """As the log has it now. Only to be read, and not across an await."""
        _check(game_id)
        try:
            return await self.games.current(game_id)
        except UnknownGame:
            await self._look_for_room(game_id)
            return await self.games.current(game_id)  # it may just have begun

    async def room(self, game_id: str) -> Room | None:
        """Where its players wait for each other. A full one becomes a game at once: whoever sat
        down last may have seen the server die."""
        _check(game_id)
        room = await self.resources.waiting.rooms.find(game_id)
        if room and not room.open:
            await self.resources.waiting.begin(room)
            return None
        return room

    async def _look_for_room(self, game_id: str) -> None:
        room = await self.room(game_id)
        if room:
            raise GameWaiting(room)

    async def is_known(self, game_id: str) -> bool:
        """Whether there is such a game or room."""
        try:
            await self.version(game_id)
        except (UnknownGame, GameWaiting) as found:
            return isinstance(found, GameWaiting)
        return True

    def held(self, game_id: str) -> AbstractAsyncContextManager[Aggregate]:
        """The same across an await; actions of the game wait meanwhile."""
        _check(game_id)
        return self.games.held(game_id)

    async def version(self, game_id: str) -> int:
        _check(game_id)
        try:
            return await self.log.version(game_id)
        except UnknownGame:
            await self._look_for_room(game_id)
            return await self.log.version(game_id)

    async def origin(self, game_id: str) -> Origin:
        known = self._origins.get(game_id)
        return known or self._origins.keep(game_id, await self._read_origin(game_id))

    async def _read_origin(self, game_id: str) -> Origin:
        aggregate = await self.game(game_id)
        [first] = await self.log.read(game_id, 1, 1)
        setup = await self.log.setup(game_id)
        return origin_of(aggregate, first, setup.imported)

    async def access(self, game_id: str) -> Access:
        """Whose token is whose, as it is now."""
        return self._access.keep(game_id, await self.log.access(game_id))

    def remembered_access(self, game_id: str) -> Access | None:
        """As it was when this process asked last."""
        return self._access.get(game_id)


def _check(game_id: str) -> None:
    if not re.fullmatch(GAME_ID, game_id):
        raise UnknownGame(game_id)
