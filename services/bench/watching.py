"""Many viewers of one game: from an action to the last of them, and what each costs in memory.

First those who are told entries, then those who are told frames, as browsers are. The clock begins
when the action is sent, so the time to accept it is within.
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
ENTRIES, FRAMES = "", "?frames=1&lang=en"


def watching() -> Iterator[Row]:
    with ground() as here:
        yield _row(f"viewers-{VIEWERS}", f"the last of {VIEWERS} viewers", _crowded(here, ENTRIES))
        seen = _crowded(here, FRAMES)
        yield _row(f"viewers-{VIEWERS}-frames", f"its frames at the last of {VIEWERS}", seen)


def _crowded(here: Ground, told: str) -> "Seen":
    """By a process of its own: what a viewer takes is seen in memory that was not used before."""
    api, name = here.api(), "frames" if told else "entries"
    watched(here, api, f"warm-{name}", VIEWERS // 10, told)
    return watched(here, api, name, VIEWERS, told)


def _row(name: str, whom: str, seen: "Seen") -> Row:
    last = [1000 * max(times) for times in seen.receipts]
    every = [1000 * time for times in seen.receipts for time in times]
    return Row(
        name=name,
        what=f"action sent to {whom}, {ACTIONS} actions, fsync always",
        unit="ms",
        value=Figure.of(last),
        more={
            "last viewer p99 ms": _one(percentile(last, 99)),
            "any viewer p50 ms": _one(percentile(every, 50)),
            "any viewer p99 ms": _one(percentile(every, 99)),
            "KiB of memory per viewer": _one(seen.bytes_each / 1024),
        },
    )


class Seen:
    def __init__(self, receipts: list[list[float]], bytes_each: float) -> None:
        self.receipts, self.bytes_each = receipts, bytes_each


def watched(
    here: Ground, api: HttpProcess, game_id: str, viewers: int, told: str = ENTRIES
) -> Seen:
    """For each action the seconds after which each viewer had it."""
    allow_files(viewers + 200)
    [shift] = created_games(here.url, [game_id])
    [script] = scripts([shift], 1, lambda _: f"/api/v1/games/{game_id}/actions")
    return uvloop.run(_watched(api, f"{game_id}/stream{told}", script[:ACTIONS], viewers))


def allow_files(needed: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, hard), hard))


async def _watched(api: HttpProcess, stream: str, script: list[bytes], viewers: int) -> Seen:
    loop = asyncio.get_running_loop()
    before = api.memory()
    crowd = Crowd(viewers)
    for _ in range(viewers):
        await loop.create_connection(lambda: Viewer(crowd, stream), HOST, api.port)
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
    def __init__(self, crowd: Crowd, stream: str) -> None:
        self._crowd, self._stream, self._next = crowd, stream, 1
        self._rest = b""
        crowd.viewers.append(self)

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(request("GET", f"/api/v1/games/{self._stream}"))

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
