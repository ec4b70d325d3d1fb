"""The sweeper of games: finds every one that waits for the service, whoever forgot it.

A worker that died, a queue that lost its data, an API that crashed between append and enqueue: the
log still says that a shift is over, a bot is to move or a clock runs. All games that are filed as
unfinished are looked at when the sweeper starts. After that every round takes its share of them,
and of the logs that no index may know, so that a round costs the same with a hundred games and
with a million, paused ones included.
"""

import msgspec
import structlog

from infra.game_log import UnknownGame
from infra.games_index import Filing, Search
from replays.aggregate import DamagedLog
from replays.entry import UNREADABLE, Creation
from services.bootstrap import Resources
from services.rooms import WAITING
from services.worker.games_in_turn import GamesInTurn

log = structlog.get_logger()

GAMES_A_ROUND = 100
LOGS_A_ROUND = 300


class GameSweeper:
    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._is_new = True
        self._cursors: dict[str, str | None] = {"scoring": None, "running": None}
        self._rooms: str | None = None
        self._logs = GamesInTurn(resources.log.games)

    async def sweep(self) -> None:
        for status, cursor in self._cursors.items():
            if self._is_new:
                await self._whole_shelf(status)
            else:
                self._cursors[status] = await self._page(status, cursor)
        self._rooms = await self._some_rooms(self._rooms)
        await self._some_logs()
        self._is_new = False

    async def _whole_shelf(self, status: str) -> None:
        cursor = await self._page(status, None)
        while cursor:
            cursor = await self._page(status, cursor)

    async def _page(self, status: str, cursor: str | None) -> str | None:
        page = await self._resources.index.page(Search(status=status, after=cursor), GAMES_A_ROUND)
        for game_id in page.game_ids:
            await self._look_after(game_id)
        return page.cursor

    async def _some_rooms(self, cursor: str | None) -> str | None:
        """A full room becomes a game, and one that has expired leaves the lists."""
        search, waiting = Search(status=WAITING, after=cursor), self._resources.waiting
        page = await self._resources.index.page(search, GAMES_A_ROUND)
        for game_id, member in zip(page.game_ids, page.members, strict=True):
            room = await waiting.rooms.find(game_id)
            if room is None:
                await self._resources.index.remove(member)
            else:
                await waiting.begin(room)
        return page.cursor

    async def _some_logs(self) -> None:
        """Whatever the index says; it is mended on the way."""
        async for game_id in self._logs.some(LOGS_A_ROUND):
            if not await is_filed_as_finished(self._resources, game_id):
                await self._look_after(game_id)

    async def _look_after(self, game_id: str) -> None:
        try:
            aggregate = await self._resources.games.current(game_id)
            await self._resources.errands.ensure_enqueued(aggregate)
        except DamagedLog as error:
            # Without the reason, which may quote the entry, hidden fields and all.
            log.error("a log is damaged", game=game_id, version=error.version)
        except UnknownGame:
            log.error("a log is gone", game=game_id)


async def is_filed_as_finished(resources: Resources, game_id: str) -> bool:
    """What is finished stays so: it need not be folded again to know it."""
    first = await resources.log.read(game_id, 1, 1)
    try:
        created = msgspec.json.decode(first[0].line, type=Creation)
    except (IndexError, *UNREADABLE):
        return False
    filing = Filing(game_id, created.action.game, "finished", created.at, created.names)
    return await resources.index.holds(filing)
