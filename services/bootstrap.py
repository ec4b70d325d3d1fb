"""Puts the parts together for one process, from its settings."""

from msgspec import Struct

from infra.arbiters import Arbiters
from infra.archive_store import open_store
from infra.archived_games import ArchivedGames
from infra.attention import Attention
from infra.audits import Audits
from infra.bot_moves import BotMoves
from infra.connections import AnyRedis, connect, connect_queue, disconnect
from infra.due_times import DueTimes
from infra.game_log import GameLog
from infra.games_index import GamesIndex
from infra.job_queue import JobQueue
from infra.leaf_bundles import LeafBundles
from infra.listed_games import ListedGames
from infra.rooms import Rooms
from infra.settings import Settings
from infra.snapshots import Snapshots
from infra.tournament_chores import TournamentChores
from infra.tournament_log import TournamentLog
from infra.transparency_log import TransparencyLog
from infra.uploads import Uploads
from infra.webhook_backlogs import Backlogs
from infra.webhook_subscriptions import Subscriptions
from replays.aggregate import Aggregate
from replays.tournaments.aggregate import Tournament
from services.archiving import Archiving
from services.audits import Auditing
from services.errands import Errands
from services.games import Games
from services.live_games import Observer
from services.rooms import WaitingRooms
from services.tournament_errands import TournamentErrands
from services.tournaments import Tournaments
from services.transparency.proofs import Proofs
from services.webhooks.noting import WebhookNotes

WEBHOOK_SLACK = 60.0
"""Seconds a job of webhooks has beside the time of its receivers."""
AUDIT_SLACK = 30.0
"""Seconds an audit's job has beside those of the audit itself, which ends before its job."""


class Resources(Struct, frozen=True, kw_only=True):
    settings: Settings
    redis: AnyRedis
    log: GameLog
    index: GamesIndex
    due_times: DueTimes
    bot_moves: BotMoves
    attention: Attention
    listed: ListedGames
    queue: JobQueue
    audit_queue: JobQueue
    webhook_queue: JobQueue
    errands: Errands
    games: Games
    arbiters: Arbiters
    waiting: WaitingRooms
    audits: Audits
    uploads: Uploads
    auditing: Auditing
    tournament_log: TournamentLog
    chores: TournamentChores
    tournament_errands: TournamentErrands
    tournaments: Tournaments
    archived: ArchivedGames
    archiving: Archiving
    subscriptions: Subscriptions
    backlogs: Backlogs
    webhook_notes: WebhookNotes
    transparency: TransparencyLog
    proofs: Proofs

    async def close(self) -> None:
        await self.errands_done()
        await disconnect(self.redis)
        self.queue.queue.connection.close()

    async def errands_done(self) -> None:
        """When all that has to follow what was written is on its way."""
        await self.errands.done()
        await self.tournament_errands.done()
        await self.webhook_notes.done()


def open_resources(settings: Settings, observer: Observer | None = None) -> Resources:
    """Connects lazily: nothing is asked of a server before the first command."""
    if settings.redis_url is None:
        raise ValueError("no server is set: SCHICHTBUCH_REDIS_URL, or run `schichtbuch up`")
    client = connect(settings.redis_url)
    replicas = settings.wait_replicas
    store = open_store(settings.archive_place)
    archived = ArchivedGames(client, store, replicas=replicas)
    log = GameLog(client, replicas=replicas, archive=archived)
    index, due_times = GamesIndex(client), DueTimes(client)
    queue_connection = connect_queue(settings.queue_url or settings.redis_url)
    queue = JobQueue(queue_connection)
    audit_queue = JobQueue(queue_connection, "audits", settings.audit_seconds + AUDIT_SLACK)
    webhook_seconds = 2 * settings.webhook_timeout + WEBHOOK_SLACK
    webhook_queue = JobQueue(queue_connection, "webhooks", webhook_seconds)
    attention, listed = Attention(client), ListedGames(client)
    bot_moves, chores = BotMoves(client), TournamentChores(client)
    transparency = TransparencyLog(client, LeafBundles(store), replicas=replicas)
    tournament_log = TournamentLog(client, replicas=replicas)
    proofs = Proofs(transparency, log, tournament_log)
    errands = Errands(
        queue,
        audit_queue,
        index,
        due_times,
        attention,
        listed,
        bot_moves,
        chores,
        transparency,
        settings.bot_pace,
    )
    tournament_errands = TournamentErrands(chores, transparency)
    subscriptions, backlogs = Subscriptions(client, replicas), Backlogs(client)
    notes = WebhookNotes(subscriptions, backlogs)

    def after_append(aggregate: Aggregate, before: str | None, *, is_ruled: bool = False) -> None:
        errands.after_append(aggregate, before, is_ruled=is_ruled)
        notes.after_append(aggregate)

    def after_event(event: Tournament) -> None:
        tournament_errands.after_append(event)
        notes.after_event(event)

    games = Games(log, Snapshots(client), after_append, observer)
    rooms = Rooms(client, settings.wait_replicas)
    audits = Audits(client, archived)
    uploads = Uploads(
        settings.uploads_folder, settings.uploads_quota, settings.uploads_quota_per_address
    )
    return Resources(
        settings=settings,
        redis=client,
        log=log,
        index=index,
        due_times=due_times,
        bot_moves=bot_moves,
        attention=attention,
        listed=listed,
        queue=queue,
        audit_queue=audit_queue,
        webhook_queue=webhook_queue,
        errands=errands,
        games=games,
        arbiters=Arbiters(client, settings.wait_replicas),
        waiting=WaitingRooms(rooms, games, index),
        audits=audits,
        uploads=uploads,
        auditing=Auditing(audits, uploads, audit_queue),
        tournament_log=tournament_log,
        chores=chores,
        tournament_errands=tournament_errands,
        tournaments=Tournaments(tournament_log, after_event),
        archived=archived,
        archiving=Archiving(log, archived, proofs, index, settings.data, settings.archive_after),
        subscriptions=subscriptions,
        backlogs=backlogs,
        webhook_notes=notes,
        transparency=transparency,
        proofs=proofs,
    )
