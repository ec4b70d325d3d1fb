"""Finished games in the archive: what they still take of memory, how fast they move there, and
how long whoever reads them waits, against games that stay in Redis.

Cold is the first look of a new process: the file is fetched and unpacked. Warm is any later one.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import perf_counter

import msgspec
import redis

from domain.table.clock import milliseconds
from infra.clock import now
from infra.settings import Settings
from replays.record import Record
from services.bench.games import four_player_games
from services.bench.ground import HttpProcess, ground, until_answered
from services.bench.load import percentile, request, send
from services.bench.memory import played, taken
from services.bench.row import ROUNDS, Figure, Row, side_by_side
from services.bootstrap import Resources, open_resources

GAMES = 20
"""In the archive; as many stay in Redis."""
LOOKS = 10
"""At each game, in a warm round."""
MOST_BYTES = 512
"""Beside its places in the index."""
PATHS = {
    "state": "/api/v1/games/{}/state?at={}",
    "replay": "/api/v1/games/{}/replay",
}


def archive() -> Iterator[Row]:
    games = four_player_games(2 * GAMES)
    moving, staying = games[:GAMES], games[GAMES:]
    with ground() as here:
        here.fsync("everysec")
        taken(here, partial(played, games))
        with here.redis() as server:
            before = memory_of(server, moving)
            seconds = asyncio.run(_moved(Settings(data=here.data, redis_url=here.url), moving))
            after = memory_of(server, moving)
            places = sum(_usages(server, "schichtbuch:index:*")) / len(games)
        yield _memory(before, after, places)
        yield Row(
            name="archive-moved",
            what="finished four-player games moved to a folder by one process",
            unit="games/s",
            value=Figure.of([1 / one for one in seconds]),
        )
        readers = Readers(here.api(), moving, staying)
        for what in PATHS:
            yield readers.cold(what)
            yield readers.warm(what)


def memory_of(server: redis.Redis, games: Sequence[Record]) -> list[int]:
    """Of all keys of each, in bytes, as the server says."""
    return [sum(_usages(server, f"schichtbuch:{{{game.game_id}}}:*")) for game in games]


def _usages(server: redis.Redis, pattern: str) -> Iterator[int]:
    for key in server.scan_iter(match=pattern, count=1000):
        yield int(server.memory_usage(key, samples=0) or 0)


def _memory(before: Sequence[int], after: Sequence[int], places: float) -> Row:
    row = side_by_side(
        "archive-memory",
        "what an archived game takes of the server, beside its places in the index",
        "bytes",
        after,
        before,
        peer="the same game in Redis",
    )
    return msgspec.structs.replace(
        row,
        goal=f"at most {MOST_BYTES} bytes",
        holds=max(after) <= MOST_BYTES,
        more={"places in the index, bytes": Figure.of([places])},
    )


async def _moved(settings: Settings, games: Sequence[Record]) -> list[float]:
    """How many seconds each took."""
    resources = open_resources(settings)
    try:
        return [await _timed(resources, game.game_id) for game in games]
    finally:
        await resources.close()


async def _timed(resources: Resources, game_id: str) -> float:
    begun = perf_counter()
    assert await resources.archiving.move(game_id, milliseconds(now())) == "archived"
    return perf_counter() - begun


class Readers:
    """Whoever asks for games of both places in turn."""

    def __init__(self, api: HttpProcess, moved: Sequence[Record], stayed: Sequence[Record]) -> None:
        self._api, self._moved, self._stayed = api, moved, stayed

    def cold(self, what: str) -> Row:
        return self._row(what, "cold", "the first look of a new process", 1, self._restart)

    def warm(self, what: str) -> Row:
        self._ask(what, 1)
        return self._row(what, "warm", "looked at before", LOOKS, lambda: None)

    def _row(self, what: str, name: str, said: str, looks: int, prepare: Callable[[], None]) -> Row:
        archived, in_redis = [], []
        for _ in range(ROUNDS):
            prepare()
            p50 = self._ask(what, looks)
            archived.append(p50[0])
            in_redis.append(p50[1])
        return side_by_side(
            f"archive-{what}-{name}",
            f"{what} of an archived game, {said}, p50",
            "ms",
            archived,
            in_redis,
            peer="of a game in Redis",
        )

    def _ask(self, what: str, looks: int) -> tuple[float, float]:
        """p50 in milliseconds of those in the archive and of the others, who take turns."""
        pairs = list(zip(self._moved, self._stayed, strict=True)) * looks
        script = [
            request("GET", PATHS[what].format(game.game_id, game.version // 2))
            for pair in pairs
            for game in pair
        ]
        latencies = send(self._api.port, [script]).latencies
        archived, in_redis = (1000 * percentile(latencies[at::2], 50) for at in (0, 1))
        return archived, in_redis

    def _restart(self) -> None:
        self._api.restart()
        until_answered(self._api.port, "/health/live")
