"""Clocks that are over: how many flags one worker finds per second, and how late they fall.

The games stand in the log as if they had been begun a while ago. A real worker runs beside its
sweeper; when a flag fell is read from the log.
"""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from time import monotonic, time_ns
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.actions import SeatSetup
from domain.kernel.clock import Clock
from domain.registry import GAMES
from domain.table.clock import milliseconds
from infra.connections import connect
from infra.due_times import DueTime, DueTimes
from infra.game_log import GameLog, GameSetup, log_key
from replays.record import Record
from services.bench.ground import Ground, ground
from services.bench.load import percentile
from services.bench.row import Figure, Row

RUNNING = 10_000
FALLING = 300
"""In a round, one every ten milliseconds."""
AT_ONCE = 500
ROUNDS = 3
HEAD_START_MS = 5
"""Per game: so long it takes at most to begin it."""
AN_HOUR_MS = 3_600_000
SEATS = (SeatSetup("Anna"), SeatSetup("Béla"))
CLOCK = Clock(kind="game", seconds=60, on_flag="arbiter")
"""The game pauses, so that nothing but flags is measured; else bots would play on."""
PATIENCE = 60.0
LISTENS_MS = 1_000
"""At a time: redis-py itself gives up after five seconds."""
STORED_TOGETHER = 100


class Running(Struct, frozen=True):
    game_id: str
    due_ms: int


def clocks() -> Iterator[Row]:
    with ground() as here:
        tower = Tower(here)
        asyncio.run(tower.begin(_now_ms() + AN_HOUR_MS, RUNNING - FALLING))
        here.worker()
        tower.fallen_at_once(1)  # the worker is there
        yield tower.late()
        yield tower.found()


class Tower:
    """Games with running clocks, and the worker that watches them."""

    def __init__(self, here: Ground) -> None:
        self._here, self._redis, self._numbers = here, here.redis(), count()

    def late(self) -> Row:
        rounds = [self._lateness() for _ in range(ROUNDS)]
        return Row(
            name="clocks",
            what=f"a flag falls after its time, p50, {RUNNING:,} clocks running",
            unit="ms",
            value=Figure.of([percentile(late, 50) for late in rounds]),
            more={"p99 ms": Figure.of([percentile(late, 99) for late in rounds])},
        )

    def found(self) -> Row:
        rates = [self.fallen_at_once(AT_ONCE) for _ in range(ROUNDS)]
        return Row(
            name=f"clocks-{AT_ONCE}",
            what=f"flags found per second by one worker, {AT_ONCE:,} over at the same moment",
            unit="/s",
            value=Figure.of(rates),
        )

    def fallen_at_once(self, games: int) -> float:
        """How many per second."""
        due_ms = _now_ms() + HEAD_START_MS * games
        fallen = self._fallen(asyncio.run(self.begin(due_ms, games)))
        return 1000 * games / max(1, max(fallen) - min(fallen))

    def _lateness(self) -> list[float]:
        first = _now_ms() + HEAD_START_MS * FALLING
        games = asyncio.run(self.begin(first, FALLING, apart_ms=10))
        fallen = self._fallen(games)
        return [float(at - game.due_ms) for at, game in zip(fallen, games, strict=True)]

    async def begin(self, first_due_ms: int, games: int, apart_ms: int = 0) -> list[Running]:
        """So many games, the first clock over then, the others later."""
        redis = connect(self._here.url)
        log, due_times = GameLog(redis), DueTimes(redis)
        running: list[Running] = []
        for first in range(0, games, STORED_TOGETHER):
            numbers = range(first, min(games, first + STORED_TOGETHER))
            begun = [self._record(first_due_ms + at * apart_ms) for at in numbers]
            created = (log.create(r.game_id, r.entries[0], GameSetup({})) for r in begun)
            await asyncio.gather(*created)
            running += [Running(r.game_id, r.table.at_ms + 1000 * CLOCK.seconds) for r in begun]
        for first in range(0, games, STORED_TOGETHER):
            some = running[first : first + STORED_TOGETHER]
            await due_times.put([DueTime(game.game_id, 1, game.due_ms) for game in some])
        await redis.aclose()
        return running

    def _record(self, due_ms: int) -> Record:
        return Record.create(
            GAMES["gluck-auf"],
            game_id=f"clock-{next(self._numbers)}",
            seats=SEATS,
            secret=b"schichtbuch bench, not a secret!",
            names_salt="00" * 16,
            at=_written(due_ms - 1000 * CLOCK.seconds),
            clock=CLOCK,
        )

    def _fallen(self, games: Sequence[Running]) -> list[int]:
        """When each flag fell, by the log."""
        waiting: dict[Any, Any] = {log_key(game.game_id): "1-0" for game in games}
        fallen: dict[str, int] = {}
        give_up = monotonic() + PATIENCE
        while waiting:
            found: Any = self._redis.xread(waiting, block=LISTENS_MS)
            if monotonic() > give_up:
                raise TimeoutError(f"{len(waiting)} flags never fell")
            for key, entries in found:
                line = msgspec.json.decode(entries[0][1][b"line"])
                fallen[key.decode()] = milliseconds(line["at"])
                del waiting[key.decode()]
        return [fallen[log_key(game.game_id)] for game in games]


def _now_ms() -> int:
    return time_ns() // 10**6


def _written(at_ms: int) -> str:
    at = datetime.fromtimestamp(at_ms // 1000, UTC)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at_ms % 1000:03d}Z"
