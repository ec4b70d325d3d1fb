"""What the calls are served from: the workplace of this process, and what it remembers."""

import asyncio
import re
from contextlib import AbstractAsyncContextManager
from time import monotonic

import msgspec
from msgspec import Struct

from domain.kernel.decider import AnyGame
from domain.kernel.events import GameCreated
from domain.registry import GAMES
from infra.access import Access
from infra.game_log import Imported, UnknownGame
from infra.organizer_key import load_or_create as organizer_key
from infra.settings import Settings
from infra.signing_key import load_or_create as signing_key
from replays.aggregate import Aggregate, DamagedLog
from replays.entry import UNREADABLE, Entry, SealNote, read_line
from services.api.http.rate_limit import Limits
from services.api.looks import Looks
from services.api.metrics import Measuring
from services.api.remembered import Remembered
from services.api.viewers import Viewers
from services.bootstrap import open_workplace
from services.games import LIVE_GAMES
from services.tokens import digest_of

GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
LONG_ANSWERS = 2
"""Answers that take long and are made at the same time; all others are made between their steps."""
REMEMBERED_GAMES = LIVE_GAMES
REMEMBERED_REPLAYS = 100
"""A quarter of a megabyte each."""


ASKED_ANEW = 1.0
"""Seconds after which the log is asked whether a finished game has grown."""


class Origin(Struct, frozen=True):
    """What never changes in a game: how it was created."""

    created: GameCreated
    commitment: str
    imported: Imported | None = None

    @property
    def game(self) -> AnyGame:
        return GAMES[self.created.game]


class FinishedReplay(Struct):
    version: int
    body: bytes
    zipped: bytes
    digest: str
    asked_at: float
    """When the log was last asked whether this is all of it."""


class Notes(Struct):
    seals: tuple[SealNote, ...]


class Backend:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.measuring = Measuring()
        self.workplace = open_workplace(settings, self.measuring)
        self.games = self.workplace.games
        self.log = self.workplace.log
        self.signer = signing_key(settings.data)
        self.organizer = digest_of(settings.organizer_key or organizer_key(settings.data))
        self.limits = Limits(settings)
        self.limits.token_is_real(self.organizer)
        self.viewers = Viewers(self.games)
        self.looks = Looks()
        self.long_answers = asyncio.Semaphore(LONG_ANSWERS)
        self.replays: Remembered[str, FinishedReplay] = Remembered(REMEMBERED_REPLAYS)
        self._origins: Remembered[str, Origin] = Remembered(REMEMBERED_GAMES)
        self._access: Remembered[str, Access] = Remembered(REMEMBERED_GAMES)

    async def close(self) -> None:
        self.looks.close()
        await self.viewers.close()
        await self.workplace.close()

    async def finished_replay(self, game_id: str) -> FinishedReplay | None:
        """If it was asked for before and nothing has come after it: names may be erased.

        The log is asked at most once per second.
        """
        known = self.replays.get(game_id)
        if known is None or monotonic() - known.asked_at < ASKED_ANEW:
            return known
        if await self.log.version(game_id) != known.version:
            del self.replays[game_id]
            return None
        known.asked_at = monotonic()
        return known

    async def game(self, game_id: str) -> Aggregate:
        """As the log has it now. Only to be read, and not across an await."""
        _check(game_id)
        return await self.games.current(game_id)

    def held(self, game_id: str) -> AbstractAsyncContextManager[Aggregate]:
        """The same across an await; actions of the game wait meanwhile."""
        _check(game_id)
        return self.games.held(game_id)

    async def version(self, game_id: str) -> int:
        _check(game_id)
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


def commitment(first: Entry) -> str:
    """The digest of the sealed secret, published before anybody has seen a card."""
    notes = msgspec.json.decode(first.line, type=Notes).seals
    return next(note.sha256 for note in notes if note.audience is None)


def origin_of(aggregate: Aggregate, first: Entry, imported: Imported | None = None) -> Origin:
    try:
        created = read_line(aggregate.game, first.line).events[0]
    except (*UNREADABLE, IndexError) as error:
        raise DamagedLog(aggregate.game_id, 1, str(error)) from error
    return Origin(created, commitment(first), imported)


def _check(game_id: str) -> None:
    if not GAME_ID.fullmatch(game_id):
        raise UnknownGame(game_id)
