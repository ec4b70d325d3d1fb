"""Puts the parts together for one process, from its settings."""

from msgspec import Struct

from infra.audits import Audits
from infra.connections import AnyRedis, connect, connect_queue, disconnect
from infra.game_log import GameLog
from infra.games_index import GamesIndex
from infra.job_queue import JobQueue
from infra.settings import Settings
from infra.snapshots import Snapshots
from services.errands import Errands
from services.games import Games


class Workplace(Struct, frozen=True):
    settings: Settings
    redis: AnyRedis
    log: GameLog
    index: GamesIndex
    queue: JobQueue
    errands: Errands
    games: Games
    audits: Audits

    async def close(self) -> None:
        await self.errands.done()
        await disconnect(self.redis)
        self.queue.queue.connection.close()


def open_workplace(settings: Settings) -> Workplace:
    """Connects lazily: nothing is asked of a server before the first command."""
    if settings.redis_url is None:
        raise ValueError("no server is set: SCHICHTBUCH_REDIS_URL, or run `schichtbuch up`")
    client = connect(settings.redis_url)
    log = GameLog(client, replicas=settings.wait_replicas)
    index = GamesIndex(client)
    queue = JobQueue(connect_queue(settings.queue_url or settings.redis_url))
    errands = Errands(queue, index)
    games = Games(log, Snapshots(client), errands.after_append)
    return Workplace(settings, client, log, index, queue, errands, games, Audits(client))
