"""Puts the parts together for one process, from its settings."""

from msgspec import Struct

from infra.audits import Audits
from infra.connections import AnyRedis, connect, connect_queue, disconnect
from infra.game_log import GameLog
from infra.games_index import GamesIndex
from infra.job_queue import JobQueue
from infra.settings import Settings
from infra.snapshots import Snapshots
from infra.uploads import Uploads
from services.audits import Auditing
from services.errands import Errands
from services.games import Games, Observer

AUDIT_SLACK = 30.0
"""Seconds an audit's job has beside those of the audit itself, which ends before its job."""


class Workplace(Struct, frozen=True, kw_only=True):
    settings: Settings
    redis: AnyRedis
    log: GameLog
    index: GamesIndex
    queue: JobQueue
    audit_queue: JobQueue
    errands: Errands
    games: Games
    audits: Audits
    uploads: Uploads
    auditing: Auditing

    async def close(self) -> None:
        await self.errands.done()
        await disconnect(self.redis)
        self.queue.queue.connection.close()


def open_workplace(settings: Settings, observer: Observer | None = None) -> Workplace:
    """Connects lazily: nothing is asked of a server before the first command."""
    if settings.redis_url is None:
        raise ValueError("no server is set: SCHICHTBUCH_REDIS_URL, or run `schichtbuch up`")
    client = connect(settings.redis_url)
    log = GameLog(client, replicas=settings.wait_replicas)
    index = GamesIndex(client)
    queue_connection = connect_queue(settings.queue_url or settings.redis_url)
    queue = JobQueue(queue_connection)
    audit_queue = JobQueue(queue_connection, "audits", settings.audit_seconds + AUDIT_SLACK)
    errands = Errands(queue, audit_queue, index)
    games = Games(log, Snapshots(client), errands.after_append, observer)
    audits = Audits(client)
    uploads = Uploads(
        settings.uploads_folder, settings.uploads_quota, settings.uploads_quota_per_address
    )
    return Workplace(
        settings=settings,
        redis=client,
        log=log,
        index=index,
        queue=queue,
        audit_queue=audit_queue,
        errands=errands,
        games=games,
        audits=audits,
        uploads=uploads,
        auditing=Auditing(audits, uploads, audit_queue),
    )
