"""What a finished game takes of the server's memory, and its replay file of a disk.

A game that was played here has more than its log: the tokens of its seats, snapshots, the verdicts
of its audit, its places in the index. All of it counts. An imported game has no tokens, snapshots
and verdicts; what it takes stands beside. What RQ keeps of a job for a minute counts nowhere.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from statistics import mean
from typing import Any

import msgspec
import redis
from msgspec import Struct
from redis.exceptions import ResponseError

from infra.settings import Settings
from infra.signing_key import load_or_create
from replays.record import Record
from replays.verify import verify
from services.bench.folding import events_of
from services.bench.games import SIGNER, TITLES, four_player_games, replay_files
from services.bench.ground import Ground, ground
from services.bench.logs import write_log
from services.bench.row import Figure, Row
from services.bench.shifts import TOKENS
from services.bootstrap import Resources, open_resources
from services.errands import filing_of
from services.exporting import import_replay, replay_file
from services.tokens import digest_of

GAMES = 20
ROUNDS = 3
"""Memory is not noisy."""
KIBIBYTE = 1024
MOST = {"gluck-auf": 256}
"""KiB in all."""
BESIDE = ("snapshots", "founding", "audits")

Bring = Callable[[Resources], Awaitable[None]]


class Taken(Struct, frozen=True):
    """In bytes."""

    in_all: int
    by_kind: dict[str, int]
    """As the server says of each key; a game has one of each kind, but for the index."""


def memory() -> Iterator[Row]:
    with ground() as here:
        here.fsync("everysec")
        for game in TITLES:
            yield _row(here, game)


def _row(here: Ground, game: str) -> Row:
    records, files = four_player_games(GAMES, game), replay_files(GAMES, game)
    rounds = [taken(here, partial(played, records)) for _ in range(ROUNDS)]
    imports = [taken(here, partial(imported, files)) for _ in range(ROUNDS)]
    each = _each([one.in_all / KIBIBYTE for one in rounds])
    events = sum(len(events_of(record)) for record in records)
    entries = sum(len(record.entries) for record in records)
    shares = {
        f"{kind} KiB": _each([one.by_kind[kind] / KIBIBYTE for one in rounds])
        for kind in ("log", *BESIDE, "index")
    }
    most = MOST.get(game)
    return Row(
        name=f"memory-{game}",
        what=f"memory of a finished four-player game of {TITLES[game]}, mean of {GAMES}",
        unit="KiB",
        value=each,
        goal=f"at most {most} KiB" if most else "",
        holds=each.median <= most if most else None,
        more={
            **shares,
            "imported KiB": _each([one.in_all / KIBIBYTE for one in imports]),
            "bytes per event": Figure.of([one.in_all / events for one in rounds]),
            "bytes per entry": Figure.of([one.in_all / entries for one in rounds]),
            "replay file KiB": _sizes(files),
            **_zipped(files),
        },
        note="" if zstd() else "no zstd: neither Python's compression.zstd nor zstandard is here",
    )


def taken(here: Ground, bring: Bring) -> Taken:
    """What is there after it, and was not before."""
    with here.redis() as server:
        _ask(server, "FLUSHALL", "SYNC")  # else it is still being freed while we measure
        before = _used(server)
        asyncio.run(_brought(here, bring))
        in_all = _used(server) - before
        return Taken(in_all, {kind: _usage(server, kind) for kind in ("log", *BESIDE, "index")})


async def played(records: Sequence[Record], resources: Resources) -> None:
    """As if they had been played here: entry by entry, snapshots, index, audit."""
    access = {str(seat): digest_of(token) for seat, token in enumerate(TOKENS)}
    key = load_or_create(resources.settings.data).key
    for record in records:
        game_id = record.game_id
        aggregate = await write_log(resources.redis, game_id, record.entries, access)
        await resources.index.put([filing_of(aggregate)])
        report = verify(await replay_file(resources, game_id), [key])
        await resources.audits.keep_game(game_id, record.version, msgspec.json.encode(report))


async def imported(files: Sequence[bytes], resources: Resources) -> None:
    for file in files:
        await import_replay(resources, file, [SIGNER.key])


def zstd() -> Callable[[bytes], bytes] | None:
    """Python's own, from 3.14 on, or the package; neither is asked to be installed."""
    for module in ("compression.zstd", "zstandard"):
        with suppress(ImportError):
            compress: Callable[[bytes], bytes] = import_module(module).compress
            return compress
    return None


async def _brought(here: Ground, bring: Bring) -> None:
    resources = open_resources(Settings(data=here.data, redis_url=here.url))
    await bring(resources)
    await resources.errands.done()
    assert resources.queue.queue.count == 0
    await resources.close()


def _used(server: redis.Redis) -> int:
    with suppress(ResponseError):  # only some allocators can
        _ask(server, "MEMORY", "PURGE")
    return int(server.info("memory")["used_memory"])


def _ask(server: Any, *words: str) -> None:
    """What redis-py has no typed command for."""
    server.execute_command(*words)


def _usage(server: redis.Redis, kind: str) -> int:
    pattern = "schichtbuch:index:*" if kind == "index" else f"schichtbuch:{{*}}:{kind}"
    keys = server.scan_iter(match=pattern, count=1000)
    return sum(int(server.memory_usage(key, samples=0) or 0) for key in keys)


def _each(values: Sequence[float]) -> Figure:
    return Figure.of([value / GAMES for value in values])


def _sizes(files: Sequence[bytes]) -> Figure:
    """The mean, and the smallest and the largest."""
    sizes = [len(file) / KIBIBYTE for file in files]
    return Figure(mean(sizes), min(sizes), max(sizes))


def _zipped(files: Sequence[bytes]) -> dict[str, Figure]:
    compress = zstd()
    return {"replay file zstd KiB": _sizes([compress(f) for f in files])} if compress else {}
