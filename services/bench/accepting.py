"""Actions accepted per second over HTTP: token, rules, hash chain, append, log line and all.

Against a bare Litestar endpoint on the same uvicorn that parses the same bodies and does one
`XADD` for each through a redis-py pool.
"""

from collections.abc import Iterator
from itertools import count

from msgspec.structs import replace

from services.bench.ground import Ground, ground
from services.bench.load import Load, send
from services.bench.row import Figure, Goal, Row, compared
from services.bench.shifts import created_games, looks, prepared, scripts

GAMES_AT_ONCE = 64
GOAL = Goal(least=1.3)
ROUNDS = 21
"""Many short ones: machines change their speed within seconds, and both must meet the same."""


def accepting() -> Iterator[Row]:
    with ground() as here:
        parties = Parties(here)
        for fsync in ("everysec", "always"):
            here.fsync(fsync)
            for connections in (32, 64):
                yield parties.row(fsync, connections)


class Parties:
    """The real endpoint and the bare one, and fresh games for every round."""

    def __init__(self, here: Ground) -> None:
        self._here, self._rounds = here, count()
        self._api, self._bare = here.api(), here.bare()

    def row(self, fsync: str, connections: int) -> Row:
        ours: list[Load] = []
        theirs: list[Load] = []

        def accept() -> float:
            shifts = created_games(self._here.url, self._ids())
            send(self._api.port, [looks(shifts)])
            to = scripts(shifts, connections, lambda game_id: f"/api/v1/games/{game_id}/actions")
            ours.append(send(self._api.port, to))
            return ours[-1].per_second

        def append() -> float:
            shifts = prepared(self._ids())
            to = scripts(shifts, connections, lambda game_id: f"/games/{game_id}/actions")
            theirs.append(send(self._bare.port, to))
            return theirs[-1].per_second

        row = compared(
            f"accept-{connections}-{fsync}",
            f"actions accepted, {connections} connections, {GAMES_AT_ONCE} games, fsync {fsync}",
            "actions/s",
            accept,
            append,
            peer="a bare endpoint: the same bodies, one XADD through a redis-py pool",
            goal=GOAL,
            rounds=ROUNDS,
        )
        return replace(row, more={**latency("ours", ours[1:]), **latency("bare", theirs[1:])})

    def _ids(self) -> list[str]:
        number = next(self._rounds)
        return [f"r{number}-{at}" for at in range(GAMES_AT_ONCE)]


def latency(whose: str, loads: list[Load]) -> dict[str, Figure]:
    return {
        f"{whose} p{percent} ms": Figure.of([1000 * load.percentile(percent) for load in loads])
        for percent in (50, 99)
    }
