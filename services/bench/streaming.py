"""Games read over HTTP, in bytes of their bodies per second.

A running game, whose log may grow at any moment, against a bare endpoint that streams the same
`XRANGE` of the same stream; a finished one against the same bytes as a constant body.
"""

from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPConnection
from itertools import cycle, islice

from services.bench.games import four_player_games
from services.bench.ground import Ground, ground
from services.bench.load import HOST, request, send
from services.bench.logs import store
from services.bench.row import Goal, Row, compared

CONNECTIONS = 8
LOGS_READ = 800
"""In a round: about a second of them."""
REPLAYS_READ = 3200
ROUNDS = 11
"""More than usual: three processes share what cores there are, so a round is disturbed easily."""
CUT_OFF = 20
"""So many entries are missing to the end of a game that runs."""
MEBIBYTE = 1 << 20


class UnequalWork(Exception):
    """Not the bytes that were to be delivered."""


def streaming() -> Iterator[Row]:
    with ground() as here:
        here.fsync("everysec")
        readers = Readers(here)
        yield readers.running()
        yield readers.finished()


class Readers:
    """The real endpoints and the bare ones, and games that both of them deliver."""

    def __init__(self, here: Ground) -> None:
        self._here = here
        self._api, self._bare = here.api(), here.bare()

    def running(self) -> Row:
        games = four_player_games()
        logs = {f"running-{at}": game.entries[:-CUT_OFF] for at, game in enumerate(games)}
        store(self._here.url, logs)
        sizes = {name: sum(len(e.line) + 1 for e in entries) for name, entries in logs.items()}
        return compared(
            "stream-running",
            f"logs of running games streamed, {_each(sizes)}, {CONNECTIONS} connections",
            "MiB/s",
            reading(self._api.port, "/api/v1/games/{}/log", sizes, LOGS_READ),
            reading(self._bare.port, "/games/{}/log", sizes, LOGS_READ),
            peer="a bare endpoint that streams the same XRANGE",
            goal=Goal(least=0.8),
            rounds=ROUNDS,
        )

    def finished(self) -> Row:
        logs = {game.game_id: game.entries for game in four_player_games()}
        store(self._here.url, logs)
        sizes = {game_id: self._lay_ready(game_id) for game_id in logs}
        return compared(
            "stream-finished",
            f"replays of finished games, {_each(sizes)}, {CONNECTIONS} connections",
            "MiB/s",
            reading(self._api.port, "/api/v1/games/{}/replay", sizes, REPLAYS_READ),
            reading(self._bare.port, "/games/{}/constant", sizes, REPLAYS_READ),
            peer="the same bytes as a constant body",
            goal=Goal(least=0.7),
            rounds=ROUNDS,
        )

    def _lay_ready(self, game_id: str) -> int:
        """The real replay becomes the constant: how long it is."""
        replay = body(self._api.port, f"/api/v1/games/{game_id}/replay")
        with self._here.redis() as server:
            server.set(f"bare:{game_id}:constant", replay)
        return len(replay)


def reading(port: int, path: str, sizes: Mapping[str, int], reads: int) -> Callable[[], float]:
    """Reads them in turn, and gives MiB/s; each must have the size that is expected of it."""
    requests = {name: request("GET", path.format(name)) for name in sizes}
    for name, size in sizes.items():
        if send(port, [[requests[name]]]).body_bytes != size:
            raise UnequalWork(name)
    names = list(islice(cycle(sizes), reads))
    expected = sum(sizes[name] for name in names)
    scripts = [[requests[name] for name in names[at::CONNECTIONS]] for at in range(CONNECTIONS)]

    def read_all() -> float:
        load = send(port, scripts)
        if load.body_bytes != expected:
            raise UnequalWork(path)
        return load.bytes_per_second / MEBIBYTE

    return read_all


def body(port: int, path: str) -> bytes:
    connection = HTTPConnection(HOST, port)
    connection.request("GET", path)
    answer = connection.getresponse().read()
    connection.close()
    return answer


def _each(sizes: Mapping[str, int]) -> str:
    return f"{sum(sizes.values()) / len(sizes) / 1024:.0f} KiB each"
