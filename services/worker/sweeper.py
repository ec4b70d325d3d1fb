"""The sweeper of games: finds every one that waits for the service, whoever forgot it.

A worker that died, a queue that lost its data, an API that crashed between append and enqueue: the
log still says that a shift is over or a bot is to move. All games that are filed as unfinished are
looked at when the sweeper starts. After that every round takes its share of them, and of the logs
that no index may know, so that a round costs the same with a hundred games and with a million.
"""

from collections.abc import AsyncIterator

import msgspec
import structlog

from infra.game_log import UnknownGame
from infra.games_index import Filing, Search
from replays.aggregate import DamagedLog
from replays.entry import UNREADABLE, Creation
from services.bootstrap import Workplace

log = structlog.get_logger()

GAMES_A_ROUND = 100
LOGS_A_ROUND = 300


class GameSweeper:
    def __init__(self, workplace: Workplace) -> None:
        self._workplace = workplace
        self._is_new = True
        self._cursor: str | None = None
        self._logs: AsyncIterator[str] = workplace.log.games()

    async def sweep(self) -> None:
        await self._whole_shelf("scoring")
        if self._is_new:
            await self._whole_shelf("running")
        else:
            self._cursor = await self._page("running", self._cursor)
        await self._some_logs()
        self._is_new = False

    async def _whole_shelf(self, status: str) -> None:
        cursor = await self._page(status, None)
        while cursor:
            cursor = await self._page(status, cursor)

    async def _page(self, status: str, cursor: str | None) -> str | None:
        page = await self._workplace.index.page(Search(status=status, after=cursor), GAMES_A_ROUND)
        for game_id in page.game_ids:
            await self._look_after(game_id)
        return page.cursor

    async def _some_logs(self) -> None:
        """Whatever the index says; it is mended on the way."""
        for _ in range(LOGS_A_ROUND):
            game_id = await anext(self._logs, None)
            if game_id is None:
                self._logs = self._workplace.log.games()
                return
            if not await is_filed_as_finished(self._workplace, game_id):
                await self._look_after(game_id)

    async def _look_after(self, game_id: str) -> None:
        try:
            aggregate = await self._workplace.games.current(game_id)
            await self._workplace.errands.ensure_enqueued(aggregate)
        except DamagedLog as error:
            # Without the reason, which may quote the entry, hidden fields and all.
            log.error("a log is damaged", game=game_id, version=error.version)
        except UnknownGame:
            log.error("a log is gone", game=game_id)


async def is_filed_as_finished(workplace: Workplace, game_id: str) -> bool:
    """What is finished stays so: it need not be folded again to know it."""
    first = await workplace.log.read(game_id, 1, 1)
    try:
        created = msgspec.json.decode(first[0].line, type=Creation)
    except (IndexError, *UNREADABLE):
        return False
    filing = Filing(game_id, created.action.game, "finished", created.at, created.names)
    return await workplace.index.holds(filing)
