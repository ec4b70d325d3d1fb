"""`/health` and `/metrics`: whether this process lives, and whether it can really serve."""

import asyncio
from typing import Any

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis.exceptions import RedisError

from domain.registry import GAMES as REGISTERED
from infra.game_log import StorageUnavailable, UnknownGame
from infra.games_index import STATUSES
from replays.aggregate import DamagedLog
from services.api.clock import seconds_since, written_at
from services.api.desk import Desk
from services.api.metrics import FAILED_JOBS, GAMES, WAITING_JOBS

LOOKED_AT = {"scoring": 200, "running": 50}
"""How many unfinished games are looked at, the newest first; the sweeper looks at them all."""


class Live(Struct):
    status: str


class Ready(Struct):
    ready: bool
    reasons: list[str]
    """What is wrong, if anything."""


class HealthController(Controller):
    tags = ("operations",)

    @get("/health/live", operation_id="live", summary="Whether this process lives")
    async def live(self) -> Live:
        return Live("alive")

    @get("/health/ready", operation_id="ready", summary="Whether games can be played here")
    async def ready(self, desk: NamedDependency[Desk]) -> Response[Ready]:
        try:
            reasons = [*await _queue_reasons(desk), *await _game_reasons(desk)]
        except (StorageUnavailable, RedisError):
            reasons = ["the server of the log cannot be reached"]
        status = 503 if reasons else 200
        headers = {"Cache-Control": "no-store"}
        return Response(Ready(not reasons, reasons), status_code=status, headers=headers)

    @get("/metrics", operation_id="metrics", summary="Figures for Prometheus")
    async def metrics(self, desk: NamedDependency[Desk]) -> Response[bytes]:
        try:
            await _count_games(desk)
            await asyncio.to_thread(_count_jobs, desk)
        except (StorageUnavailable, RedisError):
            # What the process itself has counted is worth telling all the same.
            pass
        # Litestar adds the charset itself.
        kind = CONTENT_TYPE_LATEST.removesuffix("; charset=utf-8")
        return Response(generate_latest(), media_type=kind)


async def _queue_reasons(desk: Desk) -> list[str]:
    queue = desk.workplace.queue
    if not await asyncio.to_thread(queue.reachable):
        return ["the server of the queue cannot be reached"]
    if not await asyncio.to_thread(queue.pulses.alive, queue.name):
        return ["no worker is alive: shifts are not scored and bots do not move"]
    return []


async def _game_reasons(desk: Desk) -> list[str]:
    await desk.workplace.index.count("any", "any")  # is the server there at all?
    late, damaged = 0, set(desk.games.damaged)
    for status, most in LOOKED_AT.items():
        page = await desk.workplace.index.page(None, status, None, most)
        damaged |= set(page.game_ids)
        if status == "scoring":
            for game_id in page.game_ids:
                late += await _is_late(desk, game_id)
    broken = [game_id for game_id in damaged if await _is_damaged(desk, game_id)]
    reasons = [f"the log of {game_id} is damaged" for game_id in sorted(broken)]
    if late:
        reasons.append(f"{late} games wait too long for their scoring")
    return reasons


async def _is_damaged(desk: Desk, game_id: str) -> bool:
    try:
        await desk.game(game_id)
    except DamagedLog:
        return True
    except UnknownGame:
        return False
    desk.games.damaged.pop(game_id, None)
    return False


async def _is_late(desk: Desk, game_id: str) -> bool:
    try:
        aggregate = await desk.game(game_id)
        if aggregate.state.phase != "scoring":
            return False
        [last] = await desk.log.read(game_id, aggregate.version, aggregate.version)
    except (DamagedLog, UnknownGame):
        return False
    waited = seconds_since(written_at(last.line))
    return waited > desk.settings.late_scoring_seconds


async def _count_games(desk: Desk) -> None:
    for game in REGISTERED:
        for status in STATUSES:
            GAMES.labels(game, status).set(await desk.workplace.index.count(game, status))


def _count_jobs(desk: Desk) -> None:
    queue: Any = desk.workplace.queue.queue
    FAILED_JOBS.set(queue.failed_job_registry.count)
    WAITING_JOBS.set(queue.count)
