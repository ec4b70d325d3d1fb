"""What has to follow an entry: the scoring of a shift, a bot's move, an audit, a flag in time.

An errand is enqueued soon after the append. If the process dies in between, the sweeper finds the
game and enqueues it then; jobs look at the log first, so one that runs twice writes once.
"""

import asyncio
from collections.abc import Sequence
from typing import Literal

import msgspec
import structlog
from msgspec import Struct
from redis.exceptions import RedisError

from domain.table.clock import due_ms, milliseconds
from infra.attention import Attention
from infra.bot_moves import BotMoves
from infra.clock import now
from infra.due_times import DueTime, DueTimes
from infra.game_log import StorageUnavailable
from infra.games_index import Filing, GamesIndex
from infra.job_queue import JobQueue, Order
from infra.listed_games import ListedGames
from infra.tournament_chores import TournamentChores
from infra.transparency_log import TransparencyLog
from replays.aggregate import Aggregate
from replays.entry import sha256
from replays.leaves import stream_of
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
    if aggregate.over:
        return Errand("audit_game", game_id, version)
    if aggregate.state.phase == "scoring" and not aggregate.table.is_paused:
        return Errand("settle_shifts", game_id, version)
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
        tuple(filter(None, aggregate.names)),
    )


def due_time_of(aggregate: Aggregate) -> DueTime:
    return DueTime(aggregate.game_id, aggregate.version, due_ms(aggregate.table))


def settled_points(aggregate: Aggregate) -> dict[int, bytes]:
    """After a settlement: the points of the shift or round that it settled."""
    game, state = aggregate.game, aggregate.state
    period, _ = game.period(state)
    settled = period if aggregate.over else period - 1
    return {settled: msgspec.json.encode(list(game.points(state)))} if settled > 0 else {}


def is_paced(aggregate: Aggregate, pace: float) -> bool:
    """Whether bots take their time: where people watch them move, and only there."""
    return pace > 0 and any(seat.bot is None for seat in aggregate.table.seats)


class Due(Struct, frozen=True):
    """What is to be done for a game, as of the last that was heard of it."""

    filing: Filing
    version: int
    is_moved: bool
    errand: Errand | None
    due_time: DueTime | None
    """If the game has a clock."""
    needs_arbiter: bool
    points: dict[int, bytes]
    """Of shifts or rounds that were settled, for the list of games."""
    is_paced: bool = False
    """Whether its bots take their time."""
    has_result: bool = False
    """That a tournament waits for."""
    has_leaf: bool = False
    """Whether the transparency log should look at it."""


class Errands:
    """Noted with an append and done soon after: whoever acts does not wait for the queue."""

    def __init__(
        self,
        queue: JobQueue,
        audit_queue: JobQueue,
        index: GamesIndex,
        due_times: DueTimes,
        attention: Attention,
        listed: ListedGames,
        bot_moves: BotMoves,
        chores: TournamentChores,
        transparency: TransparencyLog,
        bot_pace: float = 0.0,
    ) -> None:
        self._queue, self._audit_queue, self._index = queue, audit_queue, index
        self._due_times, self._attention, self._listed = due_times, attention, listed
        self._bot_moves, self._chores, self._bot_pace = bot_moves, chores, bot_pace
        self._transparency = transparency
        self._due: dict[str, Due] = {}
        self._running: asyncio.Task[None] | None = None

    def after_append(
        self, aggregate: Aggregate, before: str | None, *, is_ruled: bool = False
    ) -> None:
        """A later errand of the same game takes the place of an earlier one."""
        errand, known = errand_of(aggregate), self._due.get(aggregate.game_id)
        status = status_of(aggregate)
        is_moved = status != before or (known is not None and known.is_moved)
        due_time = due_time_of(aggregate) if aggregate.table.clock else None
        needs_arbiter = aggregate.table.needs_arbiter
        has_leaf = is_moved or is_ruled or (known is not None and known.has_leaf)
        if not (errand or has_leaf or known or due_time or needs_arbiter):
            return
        points = dict(known.points) if known else {}
        if before == "scoring" and status != "scoring":
            points |= settled_points(aggregate)
        paced = is_paced(aggregate, self._bot_pace)
        self._due[aggregate.game_id] = Due(
            filing_of(aggregate),
            aggregate.version,
            is_moved,
            errand,
            due_time,
            needs_arbiter,
            points,
            paced,
            aggregate.over and bool(aggregate.tournament),
            has_leaf,
        )
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run_all())

    async def done(self) -> None:
        """When all that was noted so far is on its way."""
        if self._running:
            await self._running

    async def ensure_enqueued(self, aggregate: Aggregate) -> None:
        """For the sweeper: file the game, and enqueue what is not on its way."""
        await self._index.put([filing_of(aggregate)])
        if aggregate.table.clock:
            await self._due_times.put([due_time_of(aggregate)])
        if aggregate.table.needs_arbiter:
            await self._attention.put(aggregate.game_id)
        errand = errand_of(aggregate)
        if errand and errand.what == "play_bots" and is_paced(aggregate, self._bot_pace):
            await self._pace(errand)
        elif errand and not aggregate.over:
            state = await asyncio.to_thread(self._queue.state, errand.job_id)
            if state != "waiting":
                log.info("errand found", game=aggregate.game_id, job=errand.job_id)
                await asyncio.to_thread(self._queue.enqueue, *orders_for([errand]))

    async def _run_all(self) -> None:
        while self._due:
            due, self._due = self._due, {}
            for run in (
                self._send,
                self._note_leaves,
                self._set_clocks,
                self._file,
                self._call_arbiter,
                self._tell_tournaments,
            ):
                try:
                    await run(due)
                except (RedisError, StorageUnavailable) as error:
                    # The appends have happened: what is missed here, the sweeper does.
                    log.warning("errands missed", games=list(due), error=str(error))

    async def _send(self, due: dict[str, Due]) -> None:
        for one in due.values():
            if one.errand and one.is_paced and one.errand.what == "play_bots":
                await self._pace(one.errand)
        errands = [
            one.errand
            for one in due.values()
            if one.errand and not (one.is_paced and one.errand.what == "play_bots")
        ]
        for queue, orders in (
            (self._queue, orders_for(errands)),
            (self._audit_queue, audits_for(errands)),
        ):
            if orders:
                await asyncio.to_thread(queue.enqueue, *orders)

    async def note_leaves(self, game_id: str, version: int) -> None:
        """For whoever brings a whole log."""
        await self._transparency.note({stream_of("game", game_id): version})

    async def _note_leaves(self, due: dict[str, Due]) -> None:
        await self._transparency.note(
            {
                stream_of("game", game_id): one.version
                for game_id, one in due.items()
                if one.has_leaf
            }
        )

    async def _pace(self, errand: Errand) -> None:
        due_ms = milliseconds(now()) + round(1000 * self._bot_pace)
        await self._bot_moves.put(errand.game_id, errand.version, due_ms)

    async def _set_clocks(self, due: dict[str, Due]) -> None:
        due_times = [one.due_time for one in due.values() if one.due_time]
        if due_times:
            await self._due_times.put(due_times)

    async def _file(self, due: dict[str, Due]) -> None:
        filings = [one.filing for one in due.values() if one.is_moved]
        if filings:
            await self._index.put(filings)
        for game_id, one in due.items():
            await self._listed.note_points(game_id, one.points)

    async def _call_arbiter(self, due: dict[str, Due]) -> None:
        waiting = [game_id for game_id, one in due.items() if one.needs_arbiter]
        if waiting:
            await self._attention.put(*waiting)

    async def _tell_tournaments(self, due: dict[str, Due]) -> None:
        for game_id, one in due.items():
            if one.has_result:
                await self._chores.put_result(game_id)
