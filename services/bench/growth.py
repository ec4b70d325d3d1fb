"""How the cost grows with the work: each measure at 1, 10 and 100 times as much of it.

An exponent of 1 is a cost in proportion, 0 one that does not depend on the work. A further line is
a further function in `LINES`.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count, cycle
from math import log
from random import Random
from statistics import linear_regression, median
from time import perf_counter

from msgspec import Struct

from domain.kernel.seals import Fact
from domain.registry import GAMES
from services.bench.folding import events_of
from services.bench.games import four_player_games, replay_files
from services.bench.ground import Ground, HttpProcess, ground
from services.bench.load import percentile, request, send
from services.bench.logs import REAL, long_log, store
from services.bench.memory import played, taken
from services.bench.row import Figure, in_turn
from services.bench.scoring import Office
from services.bench.shifts import created_games, looks, scripts
from services.bench.verifying import verify_all
from services.bench.watching import watched

TIMES = (1, 10, 100)
ROUNDS = 3
CONNECTIONS = 32
GAMES_AT_ONCE = 128
LOOKS = 100


class Point(Struct, frozen=True):
    """So much work, and what it cost."""

    work: int
    of: str
    """What is counted, like `actions`."""
    cost: Figure
    unit: str
    """Of the cost: `s` or `bytes`."""


class Growth(Struct, frozen=True):
    name: str
    points: list[Point]
    exponent: float


def growth(name: str) -> Growth:
    points = list(LINES[name]())
    return Growth(name, points, exponent([(point.work, point.cost.median) for point in points]))


def exponent(points: list[tuple[float, float]]) -> float:
    """By least squares on the logarithms."""
    works, costs = zip(*points, strict=True)
    return linear_regression([log(work) for work in works], [log(cost) for cost in costs]).slope


def measured(of: str, unit: str, works: Mapping[int, Callable[[], float]]) -> Iterator[Point]:
    """The sizes take turns; each work gives its cost."""
    for work, costs in zip(works, in_turn(*works.values(), rounds=ROUNDS), strict=True):
        yield Point(work, of, Figure.of(costs), unit)


def timed(work: Callable[[], object]) -> float:
    begin = perf_counter()
    work()
    return perf_counter() - begin


def accepted_actions() -> Iterator[Point]:
    """Always as many games and connections; only how long it goes on is different."""
    with ground() as here:
        here.fsync("everysec")
        api, rounds = here.api(), count()

        def accept(actions: int) -> float:
            number = next(rounds)
            shifts = created_games(here.url, [f"r{number}-{at}" for at in range(GAMES_AT_ONCE)])
            send(api.port, [looks(shifts)])
            whole = scripts(shifts, CONNECTIONS, "/api/v1/games/{}/actions".format)
            parts = [
                script[: len(range(at, actions, CONNECTIONS))] for at, script in enumerate(whole)
            ]
            assert sum(map(len, parts)) == actions
            return send(api.port, parts).seconds

        yield from measured("actions", "s", {50 * n: partial(accept, 50 * n) for n in TIMES})


def streamed_log() -> Iterator[Point]:
    with ground() as here:
        api = _with_long_logs(here)

        def read(entries: int) -> float:
            return send(api.port, [[request("GET", f"/api/v1/games/{_name(entries)}/log")]]).seconds

        yield from measured("entries", "s", {100 * n: partial(read, 100 * n) for n in TIMES})


def travelled_time() -> Iterator[Point]:
    with ground() as here:
        api, dice = _with_long_logs(here), Random(2013)

        def look(entries: int) -> float:
            path = f"/api/v1/games/{_name(entries)}/state?at="
            versions = dice.choices(range(REAL + 1, entries + 1), k=LOOKS)
            script = [request("GET", f"{path}{version}") for version in versions]
            return percentile(send(api.port, [script]).latencies, 50)

        yield from measured("entries", "s", {100 * n: partial(look, 100 * n) for n in TIMES})


def folded_events() -> Iterator[Point]:
    game = GAMES["gluck-auf"]
    histories = [events_of(record) for record in four_player_games()]

    def fold(games: list[list[Fact]]) -> float:
        return timed(lambda: [game.fold(events) for events in games])

    parts = {1000 * n: _cut(histories, 1000 * n) for n in TIMES}
    yield from measured("events", "s", {n: partial(fold, games) for n, games in parts.items()})


def verified_replays() -> Iterator[Point]:
    files = replay_files(TIMES[-1])

    def check(replays: int) -> float:
        return timed(lambda: verify_all(files[:replays]))

    yield from measured("replays", "s", {n: partial(check, n) for n in TIMES})


def stored_games() -> Iterator[Point]:
    records = four_player_games(TIMES[-1])
    with ground() as here:
        here.fsync("everysec")

        def keep(games: int) -> float:
            return taken(here, partial(played, records[:games])).in_all

        yield from measured("games", "bytes", {n: partial(keep, n) for n in TIMES})


def scored_shifts() -> Iterator[Point]:
    with ground() as here:
        together = Office(here).scored_together
        yield from measured("shifts", "s", {n: partial(together, n) for n in TIMES})


def watched_actions() -> Iterator[Point]:
    with ground() as here:
        api, rounds = here.api(), count()

        def watch(viewers: int) -> float:
            seen = watched(here, api, f"watched-{next(rounds)}", viewers)
            return median(max(times) for times in seen.receipts)

        yield from measured("viewers", "s", {10 * n: partial(watch, 10 * n) for n in TIMES})


LINES: dict[str, Callable[[], Iterator[Point]]] = {
    "actions accepted": accepted_actions,
    "log streamed": streamed_log,
    "time travel, p50": travelled_time,
    "events folded": folded_events,
    "replays verified": verified_replays,
    "shifts scored": scored_shifts,
    "an action seen": watched_actions,
    "memory": stored_games,
}
"""By what the chart calls it."""


def _with_long_logs(here: Ground) -> HttpProcess:
    here.fsync("everysec")
    lengths = [100 * n for n in TIMES]
    store(here.url, {_name(length): long_log(_name(length), length) for length in lengths})
    return here.api()


def _name(entries: int) -> str:
    return f"long-{entries}"


def _cut(histories: list[list[Fact]], events: int) -> list[list[Fact]]:
    """Whole games one after the other, the last one cut off: so many events in all."""
    parts: list[list[Fact]] = []
    for history in cycle(histories):
        parts.append(history[:events])
        events -= len(parts[-1])
        if not events:
            break
    return parts
