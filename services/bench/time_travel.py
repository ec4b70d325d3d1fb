"""The state at random versions over HTTP: how much slower a log of 10,000 entries is than one of
100.

No real game is as long, so both logs are made the same way: a real four-player game of Glück Auf
up to its entry 50, then entries in which a cage goes there and back, so that the state, and with it
the answer, stays the same. Only versions behind entry 50 are asked for: each takes a snapshot and
0 to 49 entries, in the short log as in the long one.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from random import Random

from services.bench.ground import HttpProcess, ground, until_answered
from services.bench.load import percentile, request, send
from services.bench.logs import REAL, long_log, store
from services.bench.row import ROUNDS, Goal, Row, side_by_side

SHORT, LONG = 100, 10_000
WARM_LOOKS = 400
COLD_LOOKS = 50
"""All there are of the short log: each is the first of its kind."""
GOAL = Goal(most=1.3)


def time_travel() -> Iterator[Row]:
    with ground() as here:
        here.fsync("everysec")
        api = here.api()
        for kind, with_keys in (("", False), ("-keys", True)):
            yield from Travels(here.url, api, kind, with_keys=with_keys).rows()


class Travels:
    """Two logs of the same making, one of them a hundred times as long."""

    def __init__(self, url: str, api: HttpProcess, kind: str, *, with_keys: bool) -> None:
        self._api, self._kind, self._dice = api, kind, Random(2013)
        self._said = ", an idempotency key in every entry" if with_keys else ""
        self._lengths = {f"log-{length}{kind}": length for length in (SHORT, LONG)}
        store(
            url,
            {
                game_id: long_log(game_id, length, with_keys=with_keys)
                for game_id, length in self._lengths.items()
            },
        )

    def rows(self) -> Iterator[Row]:
        yield self._row("warm", "", WARM_LOOKS, self._stay)
        yield self._row("cold", " after a restart", COLD_LOOKS, self._restart)

    def _row(self, name: str, said: str, looks: int, prepare: Callable[[], None]) -> Row:
        self._travel(looks)
        short, long = [], []
        for number in range(ROUNDS):
            prepare()
            p50 = self._travel(looks, long_first=number % 2 == 1)
            short.append(p50[0])
            long.append(p50[1])
        return side_by_side(
            f"travel{self._kind}-{name}",
            f"state at a random version of {LONG:,} entries{self._said}, p50 of {looks}{said}",
            "ms",
            long,
            short,
            peer=f"of {SHORT} entries",
            goal=GOAL,
        )

    def _travel(self, looks: int, *, long_first: bool = False) -> tuple[float, float]:
        """p50 in milliseconds of the short log and of the long one, who take turns."""
        step = -1 if long_first else 1
        paths = [self._paths(game_id, looks) for game_id in self._lengths][::step]
        script = [request("GET", path) for path in chain.from_iterable(zip(*paths, strict=True))]
        latencies = send(self._api.port, [script]).latencies
        p50 = [1000 * percentile(latencies[at::2], 50) for at in (0, 1)][::step]
        return p50[0], p50[1]

    def _paths(self, game_id: str, looks: int) -> list[str]:
        versions = range(REAL + 1, self._lengths[game_id] + 1)
        chosen = (
            self._dice.sample(versions, looks)
            if looks <= len(versions)
            else self._dice.choices(versions, k=looks)
        )
        return [f"/api/v1/games/{game_id}/state?at={version}" for version in chosen]

    def _stay(self) -> None:
        """Warm as it is."""

    def _restart(self) -> None:
        self._api.restart()
        until_answered(self._api.port, "/health/live")
