"""Many viewers of one game: from an action to the last of them, and what each costs in memory.

The clock begins when the action is sent, so the time to accept it is within.
"""

import asyncio
import resource
from collections.abc import Iterator
from functools import partial
from time import perf_counter
from typing import Any

import uvloop

from services.bench.ground import Ground, HttpProcess, ground
from services.bench.load import HOST, Connection, percentile, request
from services.bench.row import Figure, Row
from services.bench.shifts import created_games, scripts

VIEWERS = 1000
ACTIONS = 40


def watching() -> Iterator[Row]:
    with ground() as here:
        api = here.api()
        watched(here, api, "warm", VIEWERS // 10)
        seen = watched(here, api, "game", VIEWERS)
    last = [1000 * max(times) for times in seen.receipts]
    every = [1000 * time for times in seen.receipts for time in times]
    yield Row(
        name=f"viewers-{VIEWERS}",
        what=f"action sent to the last of {VIEWERS} viewers, {ACTIONS} actions, fsync always",
        unit="ms",
        value=Figure.of(last),
        more={
            "last viewer p99 ms": _one(percentile(last, 99)),
            "any viewer p50 ms": _one(percentile(every, 50)),
            "any viewer p99 ms": _one(percentile(every, 99)),
            "KiB of memory a viewer": _one(seen.bytes_each / 1024),
        },
    )


class Seen:
    def __init__(self, receipts: list[list[float]], bytes_each: float) -> None:
        self.receipts, self.bytes_each = receipts, bytes_each


def watched(here: Ground, api: HttpProcess, game_id: str, viewers: int) -> Seen:
    """For each action the seconds after which each viewer had it."""
    allow_files(viewers + 200)
    [shift] = created_games(here.url, [game_id])
    [script] = scripts([shift], 1, lambda _: f"/api/v1/games/{game_id}/actions")
    return uvloop.run(_watched(api, game_id, script[:ACTIONS], viewers))


def allow_files(needed: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, hard), hard))


async def _watched(api: HttpProcess, game_id: str, script: list[bytes], viewers: int) -> Seen:
    loop = asyncio.get_running_loop()
    before = api.memory()
    crowd = Crowd(viewers)
    for _ in range(viewers):
        await loop.create_connection(lambda: Viewer(crowd, game_id), HOST, api.port)
    await crowd.until_all_have(1)
    bytes_each = (api.memory() - before) / viewers
    receipts = []
    for version, action in enumerate(script, 2):
        _, player = await loop.create_connection(partial(Connection, [action]), HOST, api.port)
        begun = perf_counter()
        player.next()
        times = await crowd.until_all_have(version)
        await player.done
        player.close()
        receipts.append([time - begun for time in times])
    crowd.leave()
    return Seen(receipts, bytes_each)


class Crowd:
    """Counts who has which version."""

    def __init__(self, size: int) -> None:
        self.viewers: list[Viewer] = []
        self._size = size
        self._times: dict[int, list[float]] = {}
        self._complete: dict[int, asyncio.Event] = {}

    def has(self, version: int) -> None:
        times = self._times.setdefault(version, [])
        times.append(perf_counter())
        if len(times) == self._size:
            self._event(version).set()

    async def until_all_have(self, version: int) -> list[float]:
        await self._event(version).wait()
        return self._times[version]

    def leave(self) -> None:
        for viewer in self.viewers:
            viewer.leave()

    def _event(self, version: int) -> asyncio.Event:
        return self._complete.setdefault(version, asyncio.Event())


class Viewer(asyncio.Protocol):
    def __init__(self, crowd: Crowd, game_id: str) -> None:
        self._crowd, self._game_id, self._next = crowd, game_id, 1
        self._rest = b""
        crowd.viewers.append(self)

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(request("GET", f"/api/v1/games/{self._game_id}/stream"))

    def data_received(self, data: bytes) -> None:
        self._rest += data
        while (found := self._rest.find(b"id: %d\n" % self._next)) >= 0:
            self._crowd.has(self._next)
            self._next += 1
            self._rest = self._rest[found + 4 :]

    def leave(self) -> None:
        self._transport.close()


def _one(value: float) -> Figure:
    return Figure(value, value, value)
