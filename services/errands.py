"""What has to follow an entry: the scoring of a shift, a bot's move, an audit.

An errand is enqueued soon after the append. If the process dies in between, the sweeper finds the
game and enqueues it then; jobs look at the log first, so one that runs twice writes once.
"""

import asyncio
from collections.abc import Sequence
from typing import Literal

import structlog
from msgspec import Struct
from redis.exceptions import RedisError

from infra.game_log import StorageUnavailable
from infra.games_index import Filing, GamesIndex
from infra.job_queue import JobQueue, Order
from replays.aggregate import Aggregate
from replays.entry import sha256
from services.audits import game_audit
from services.games import status_of

log = structlog.get_logger()

TOGETHER = 50
"""So many shifts in one job: more would make the first of them wait for the last."""
JOBS = "services.worker.jobs"
"""By their path: jobs import what errands are made with."""


class Errand(Struct, frozen=True):
    what: Literal["settle_shifts", "audit_game", "play_bots"]
    game_id: str
    version: int

    @property
    def job_id(self) -> str:
        return f"{self.what}-{self.game_id}-{self.version}"


def errand_of(aggregate: Aggregate) -> Errand | None:
    """What the service itself has to do next in this game, if anything."""
    game_id, version = aggregate.game_id, aggregate.version
    if aggregate.state.phase == "scoring":
        return Errand("settle_shifts", game_id, version)
    if aggregate.over:
        return Errand("audit_game", game_id, version)
    if aggregate.bot_to_move() is not None:
        return Errand("play_bots", game_id, version)
    return None


def orders_for(errands: Sequence[Errand]) -> list[Order]:
    """For the queue of games. Shifts that ended together are one job."""
    settling = [errand for errand in errands if errand.what == "settle_shifts"]
    orders = [_order(errand) for errand in errands if errand.what == "play_bots"]
    for first in range(0, len(settling), TOGETHER):
        orders.append(_settling(settling[first : first + TOGETHER]))
    return orders


def audits_for(errands: Sequence[Errand]) -> list[Order]:
    """For the queue of audits."""
    finished = [errand for errand in errands if errand.what == "audit_game"]
    return [game_audit(errand.game_id, errand.version) for errand in finished]


def _order(errand: Errand) -> Order:
    return Order(f"{JOBS}.{errand.what}", (errand.game_id, errand.version), errand.job_id)


def _settling(errands: Sequence[Errand]) -> Order:
    shifts = [(errand.game_id, errand.version) for errand in errands]
    job_id = (
        errands[0].job_id if len(errands) == 1 else f"settle_shifts-{sha256(repr(shifts).encode())}"
    )
    return Order(f"{JOBS}.settle_shifts", (shifts,), job_id)


def filing_of(aggregate: Aggregate) -> Filing:
    return Filing(
        aggregate.game_id,
        aggregate.game.name,
        status_of(aggregate),
        aggregate.created_at,
        aggregate.names,
    )


class Due(Struct, frozen=True):
    """What is to be done for a game, as of the last that was heard of it."""

    filing: Filing
    is_moved: bool
    errand: Errand | None


class Errands:
    """Noted with an append and done soon after: whoever acts does not wait for the queue."""

    def __init__(self, queue: JobQueue, audit_queue: JobQueue, index: GamesIndex) -> None:
        self._queue, self._audit_queue, self._index = queue, audit_queue, index
        self._due: dict[str, Due] = {}
        self._running: asyncio.Task[None] | None = None

    def after_append(self, aggregate: Aggregate, before: str | None) -> None:
        """A later errand of the same game takes the place of an earlier one."""
        errand, known = errand_of(aggregate), self._due.get(aggregate.game_id)
        is_moved = status_of(aggregate) != before or (known is not None and known.is_moved)
        if not (errand or is_moved or known):
            return
        self._due[aggregate.game_id] = Due(filing_of(aggregate), is_moved, errand)
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run_all())

    async def done(self) -> None:
        """When all that was noted so far is on its way."""
        if self._running:
            await self._running

    async def ensure_enqueued(self, aggregate: Aggregate) -> None:
        """For the sweeper: file the game, and enqueue what is not on its way."""
        await self._index.put([filing_of(aggregate)])
        errand = errand_of(aggregate)
        if errand and not aggregate.over:
            state = await asyncio.to_thread(self._queue.state, errand.job_id)
            if state != "waiting":
                log.info("errand found", game=aggregate.game_id, job=errand.job_id)
                await asyncio.to_thread(self._queue.enqueue, *orders_for([errand]))

    async def _run_all(self) -> None:
        while self._due:
            due, self._due = self._due, {}
            for run in (self._send, self._file):
                try:
                    await run(due)
                except (RedisError, StorageUnavailable) as error:
                    # The appends have happened: what is missed here, the sweeper does.
                    log.warning("errands missed", games=list(due), error=str(error))

    async def _send(self, due: dict[str, Due]) -> None:
        errands = [one.errand for one in due.values() if one.errand]
        for queue, orders in (
            (self._queue, orders_for(errands)),
            (self._audit_queue, audits_for(errands)),
        ):
            if orders:
                await asyncio.to_thread(queue.enqueue, *orders)

    async def _file(self, due: dict[str, Due]) -> None:
        filings = [one.filing for one in due.values() if one.is_moved]
        if filings:
            await self._index.put(filings)
