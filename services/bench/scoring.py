"""From the end of a shift to its published scoring, against a bare round trip through RQ.

A client's clock: from the answer to the last action of the shift until the scoring can be read from
the stream; and from enqueueing a job that does nothing until what it says can be read. Both go
through the same worker, which is of the class that the service uses.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from infra.game_log import log_key
from infra.job_queue import JobQueue
from services.bench.empty_job import say_done
from services.bench.ground import Ground, ground
from services.bench.load import percentile, send
from services.bench.row import Figure, Goal, Row, compared
from services.bench.shifts import Shift, created_games, scripts

GAMES = 20
"""Shifts that end one after the other in a round."""
AT_ONCE = 100
PATIENCE_MS = 60_000


def scoring() -> Iterator[Row]:
    with ground() as here:
        yield from Office(here).rows()


class Office:
    """The API, one worker, and shifts that are played but for their last action."""

    def __init__(self, here: Ground) -> None:
        self._here, self._rounds = here, count()
        self._api, self._worker = here.api(), here.worker()
        self._redis, self._queue = here.redis(), JobQueue(here.redis()).queue

    def rows(self) -> Iterator[Row]:
        one_by_one: list[list[float]] = []

        def score() -> float:
            one_by_one.append([self._scored([shift])[0] for shift in self._almost_ended(GAMES)])
            return median(one_by_one[-1])

        row = compared(
            "scoring",
            f"shift end to published scoring, p50 of {GAMES}, fsync always",
            "ms",
            score,
            self._round_trip,
            peer="a bare RQ round trip through the same worker, p50 of as many",
            goal=Goal(most=2),
        )
        p99 = Figure.of([percentile(times, 99) for times in one_by_one[1:]])
        yield replace(row, more={"p99 ms": p99})
        yield self._all_at_once()

    def _all_at_once(self) -> Row:
        rounds = [self._scored(self._almost_ended(AT_ONCE)) for _ in range(6)][1:]
        return Row(
            name=f"scoring-{AT_ONCE}",
            what=f"{AT_ONCE} games end a shift at the same moment: until all are scored",
            unit="ms",
            value=Figure.of([max(times) for times in rounds]),
            more={
                f"p{percent} ms": Figure.of([percentile(times, percent) for times in rounds])
                for percent in (50, 99)
            },
        )

    def _round_trip(self) -> float:
        times = []
        for at in range(GAMES):
            where = f"bench:done:{next(self._rounds)}:{at}"
            begun = perf_counter()
            self._queue.enqueue(say_done, where)
            self._redis.blpop([where], timeout=PATIENCE_MS // 1000)
            times.append(1000 * (perf_counter() - begun))
        return median(times)

    def _almost_ended(self, games: int) -> list[Shift]:
        number = next(self._rounds)
        shifts = created_games(self._here.url, [f"s{number}-{at}" for at in range(games)])
        before = [replace(shift, moves=shift.moves[:-1]) for shift in shifts]
        send(self._api.port, scripts(before, min(games, 16), _path))
        return shifts

    def scored_together(self, games: int) -> float:
        """Seconds until the last of so many games is scored that end a shift together."""
        return max(self._scored(self._almost_ended(games))) / 1000

    def _scored(self, shifts: Sequence[Shift]) -> list[float]:
        """End them all, and wait for each scoring: milliseconds."""
        last = [replace(shift, moves=shift.moves[-1:]) for shift in shifts]
        begun = perf_counter()
        load = send(self._api.port, scripts(last, len(last), _path))
        answered = [begun + latency for latency in load.latencies]
        published = self._published({log_key(s.game_id): len(s.moves) + 1 for s in shifts})
        return [1000 * max(0.0, b - a) for a, b in zip(answered, published, strict=True)]

    def _published(self, shift_ends: dict[str, int]) -> list[float]:
        """When each of these streams had an entry after its shift's end."""
        waiting: dict[Any, Any] = {key: f"{version}-0" for key, version in shift_ends.items()}
        seen = {}
        while waiting:
            found: Any = self._redis.xread(waiting, block=PATIENCE_MS)
            if not found:
                raise TimeoutError(f"{len(waiting)} shifts were never scored")
            for key, _ in found:
                seen[key.decode()] = perf_counter()
                del waiting[key.decode()]
        return [seen[key] for key in shift_ends]


def _path(game_id: str) -> str:
    return f"/api/v1/games/{game_id}/actions"
