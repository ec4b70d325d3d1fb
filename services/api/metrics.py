"""What `/metrics` counts beside Litestar's own requests; never a token, a secret or a card."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from time import perf_counter
from typing import Any

from prometheus_client import Counter, Gauge

from infra.access import Holder
from infra.game_log import StorageUnavailable
from replays.aggregate import Aggregate, DamagedLog, Decision
from replays.entry import Entry
from services.api.clock import seconds_between, written_at
from services.api.tallies import Durations
from services.games import Games

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
UPLOADS = Gauge("schichtbuch_uploads_bytes", "Uploaded files that wait for their audit")
MOST_UPLOADS = Gauge("schichtbuch_uploads_quota_bytes", "How much of them may wait")


@cache
def accepted_by_game(game: str) -> Counter:
    """Looked up once: finding it by its label takes longer than counting."""
    return ACCEPTED.labels(game)


class MeasuredGames(Games):
    """Also remembers which logs this process has found damaged."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.damaged: dict[str, DamagedLog] = {}

    async def at(self, game_id: str, version: int, *, to_act: bool = False) -> Aggregate:
        begun = perf_counter()
        try:
            past = await super().at(game_id, version, to_act=to_act)
        except DamagedLog as error:
            self.damaged[game_id] = error
            raise
        FOLDING.add(perf_counter() - begun)
        return past

    async def _append(
        self, aggregate: Aggregate, decisions: Sequence[Decision], holder: Holder | None = None
    ) -> bool:
        begun = perf_counter()
        is_first = await super()._append(aggregate, decisions, holder)
        if is_first:
            APPENDING.add(perf_counter() - begun)
        else:
            CONFLICTS.inc()
        return is_first

    async def _catch_up(self, aggregate: Aggregate) -> list[Entry]:
        before, waiting = aggregate.version, aggregate.state.phase == "scoring"
        try:
            entries = await super()._catch_up(aggregate)
        except DamagedLog as error:
            self.damaged[aggregate.game_id] = error
            raise
        if entries and waiting:
            await self._note_scoring(aggregate.game_id, before)
        return entries

    async def _note_scoring(self, game_id: str, shift_end: int) -> None:
        with suppress(StorageUnavailable):  # a figure is not worth a refused request
            entries = await self.log.read(game_id, shift_end, shift_end + 1)
            ended, scored = (written_at(entry.line) for entry in entries)
            SCORING.add(max(0.0, seconds_between(ended, scored)))
