"""What `/metrics` counts beside Litestar's own requests; never a token, a secret or a card."""

from contextlib import suppress
from functools import cache

from prometheus_client import Counter, Gauge

from infra.game_log import GameLog, StorageUnavailable
from replays.aggregate import DamagedLog
from services.api.clock import seconds_between, written_at
from services.api.durations import Durations
from services.live_games import Observer

ACCEPTED = Counter("schichtbuch_actions_accepted", "Actions that are in the log now", ["game"])
REFUSED = Counter("schichtbuch_actions_refused", "Actions that a rule forbids", ["game", "code"])
CONFLICTS = Counter("schichtbuch_append_conflicts", "Appends that came second for their version")
FOLDING = Durations("schichtbuch_fold_seconds", "Loading and folding a game up to a version").of()
APPENDING = Durations(
    "schichtbuch_append_seconds", "What one request appends, until server and game have it"
).of()
SCORING = Durations("schichtbuch_scoring_seconds", "From the end of a shift to its scoring").of()
VIEWERS = Gauge("schichtbuch_viewers", "Open streams")
GAMES = Gauge("schichtbuch_games", "Games by status", ["game", "status"])
FAILED_JOBS = Gauge("schichtbuch_failed_jobs", "Jobs that failed for good", ["queue"])
WAITING_JOBS = Gauge("schichtbuch_waiting_jobs", "Jobs that wait for a worker", ["queue"])
WORKERS = Gauge("schichtbuch_workers", "Workers whose loop moves", ["queue"])
MEMORY = Gauge("schichtbuch_server_memory_bytes", "Memory that the servers of the log use")
MOST_MEMORY = Gauge(
    "schichtbuch_server_max_memory_bytes", "Memory that they may use, or that their machines have"
)
WEBHOOKS_SENT = Gauge(
    "schichtbuch_webhooks_sent", "Tries to send a webhook since the first one", ["outcome"]
)
WEBHOOK_BACKLOGS = Gauge(
    "schichtbuch_webhook_backlogs", "Streams that some receiver has not been told to their end"
)
WEBHOOKS_DISABLED = Gauge(
    "schichtbuch_webhooks_disabled", "Webhooks that are not sent any more", ["notice"]
)
UPLOADS = Gauge("schichtbuch_uploads_bytes", "Uploaded files that wait for their audit")
MOST_UPLOADS = Gauge("schichtbuch_uploads_quota_bytes", "How much of them may wait")


@cache
def accepted_by_game(game: str) -> Counter:
    """Looked up once: finding it by its label takes longer than counting."""
    return ACCEPTED.labels(game)


class Measuring(Observer):
    """Also remembers which logs this process has found damaged."""

    def __init__(self) -> None:
        self.damaged: dict[str, DamagedLog] = {}

    def folded(self, seconds: float) -> None:
        FOLDING.add(seconds)

    def appended(self, seconds: float) -> None:
        APPENDING.add(seconds)

    def came_second(self) -> None:
        CONFLICTS.inc()

    def found_damaged(self, error: DamagedLog) -> None:
        self.damaged[error.game_id] = error

    async def saw_scoring(self, log: GameLog, game_id: str, shift_end: int) -> None:
        with suppress(StorageUnavailable):  # a figure is not worth a refused request
            entries = await log.read(game_id, shift_end, shift_end + 1)
            ended, scored = (written_at(entry.line) for entry in entries)
            SCORING.add(max(0.0, seconds_between(ended, scored)))
