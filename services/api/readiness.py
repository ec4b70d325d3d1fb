"""Whether games can be played here: what stands in the way, and what soon may."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from msgspec import Struct, field
from redis.exceptions import RedisError

from infra.game_log import StorageUnavailable, UnknownGame
from infra.games_index import Search
from infra.pulses import Pulse
from infra.server_condition import NEARLY_FULL, conditions
from infra.uploads import UploadsUnavailable
from infra.webhook_subscriptions import Subscription
from replays.aggregate import DamagedLog, UnknownHere
from services.api.backend import Backend
from services.api.clock import seconds_since, written_at

LOOKED_AT = {"scoring": 200, "running": 50}
"""How many unfinished games are looked at, the newest first; the sweeper looks at them all."""
NAMED = 5
"""So many damaged games, or webhooks, are named."""
GIVEN_UP = ("failing", "gone")
"""Notices of webhooks that somebody should look after."""


class Seen(Struct):
    reasons: list[str] = field(default_factory=list)
    """Why games cannot be played here."""
    warnings: list[str] = field(default_factory=list)
    """What somebody should look after, though games can be played."""

    def add(self, other: "Seen") -> None:
        self.reasons += other.reasons
        self.warnings += other.warnings


Look = Callable[[Backend], Coroutine[Any, Any, Seen]]


async def readiness(backend: Backend) -> Seen:
    """All at once, and whatever hangs is said to hang."""
    looks: dict[str, tuple[Look, Seen]] = {
        "log": (_server, Seen(["the server of the log does not answer"])),
        "queue": (_workers, Seen(["the server of the queue does not answer"])),
        "games": (_games, Seen(warnings=["games could not be looked at in time"])),
        "transparency": (_transparency, Seen()),
        "uploads": (_uploads, Seen(warnings=["the folder of uploads does not answer"])),
        "webhooks": (_webhooks, Seen(warnings=["webhooks could not be looked at in time"])),
    }

    async def seen(what: str, look: Look, otherwise: Seen) -> Seen:
        return await backend.looks.take(what, lambda: look(backend)) or otherwise

    together = Seen()
    for found in await asyncio.gather(*(seen(what, *look) for what, look in looks.items())):
        together.add(found)
    return together


async def _server(backend: Backend) -> Seen:
    seen = Seen()
    try:
        await backend.resources.index.count("any", "any")  # is it there at all?
        for condition in await conditions(backend.resources.redis):
            if condition.full:
                seen.reasons.append(f"the server of the log is full: {condition.fill}")
            elif condition.nearly_full:
                seen.warnings.append(f"the server of the log is nearly full: {condition.fill}")
            if not condition.writes:
                seen.reasons.append("the server of the log cannot write to its disk")
    except StorageUnavailable:
        seen.reasons.append("the server of the log cannot be reached")
    return seen


async def _workers(backend: Backend) -> Seen:
    queue, audits = backend.resources.queue, backend.resources.audit_queue
    try:
        alive = await asyncio.to_thread(queue.pulses.alive, queue.name)
        auditing = await asyncio.to_thread(audits.pulses.alive, audits.name)
    except RedisError:
        return Seen(["the server of the queue cannot be reached"])
    seen = Seen()
    if not alive:
        seen.reasons.append("no worker is alive: shifts are not scored and bots do not move")
    if not auditing:
        seen.warnings.append("no worker of audits is alive: audits have to wait")
    return seen


async def _games(backend: Backend) -> Seen:
    late, looked_at = 0, set(backend.measuring.damaged)
    try:
        for status, most in LOOKED_AT.items():
            page = await backend.resources.index.page(Search(status=status), most)
            looked_at |= set(page.game_ids)
            if status == "scoring":
                for game_id in page.game_ids:
                    late += await _is_late(backend, game_id)
        ills = [ill for game_id in sorted(looked_at) if (ill := await _ill(backend, game_id))]
    except StorageUnavailable:
        return Seen()  # which is said by whoever looks at the server
    more = [f"and {len(ills) - NAMED} more games are damaged"] if len(ills) > NAMED else []
    reasons = [f"{late} games wait too long for their scoring"] if late else []
    return Seen(reasons, ills[:NAMED] + more)


async def _webhooks(backend: Backend) -> Seen:
    queue = backend.resources.webhook_queue
    try:
        found = await backend.resources.subscriptions.all()
        alive = await asyncio.to_thread(queue.pulses.alive, queue.name)
    except (StorageUnavailable, RedisError):
        return Seen()  # which is said by whoever looks at the servers
    return Seen(warnings=webhook_warnings(found, is_worked_on=bool(alive)))


def webhook_warnings(found: Sequence[Subscription], *, is_worked_on: bool) -> list[str]:
    """Of webhooks that are not sent although somebody wants them."""
    enabled = [one for one in found if one.is_enabled]
    given_up = [one.id for one in found if one.notice and one.notice.code in GIVEN_UP]
    warnings = []
    if enabled and not is_worked_on:
        warnings.append("no worker of webhooks is alive: webhooks have to wait")
    if given_up:
        more = f" and {len(given_up) - NAMED} more" if len(given_up) > NAMED else ""
        named = ", ".join(given_up[:NAMED])
        warnings.append(f"webhooks are disabled, their receivers do not take them: {named}{more}")
    return warnings


async def _transparency(backend: Backend) -> Seen:
    """Games go on without it; but whatever is played now, nobody vouches for."""
    try:
        refused = await backend.resources.transparency.refused()
    except StorageUnavailable:
        return Seen()
    return Seen(warnings=[f"the transparency log is not signed: {refused}"] if refused else [])


async def _uploads(backend: Backend) -> Seen:
    uploads, audits = backend.resources.uploads, backend.resources.audit_queue
    try:
        used = await asyncio.to_thread(uploads.used)
        here = await asyncio.to_thread(uploads.identity)
        workers = await asyncio.to_thread(audits.pulses.alive, audits.name)
    except UploadsUnavailable as error:
        return Seen(warnings=[f"the folder of uploads cannot be used: {error}"])
    except RedisError:
        return Seen()
    warnings = [f"{where} sees another folder of uploads" for where in elsewhere(workers, here)]
    if used >= NEARLY_FULL * uploads.most:
        warnings.append(f"the folder of uploads is nearly full: {used} of {uploads.most} bytes")
    return Seen(warnings=warnings)


def elsewhere(workers: list[Pulse], identity: str | None) -> list[str]:
    """Workers of audits that do not see the folder that is seen here."""
    apart = [worker for worker in workers if worker.uploads != identity]
    return [f"the worker of audits on {worker.host}, process {worker.pid}," for worker in apart]


async def _ill(backend: Backend, game_id: str) -> str | None:
    try:
        await backend.game(game_id)
    except UnknownHere:
        return f"the game {game_id} needs rules that are not known here"
    except DamagedLog:
        return f"the log of {game_id} is damaged"
    except UnknownGame:
        return None
    backend.measuring.damaged.pop(game_id, None)
    return None


async def _is_late(backend: Backend, game_id: str) -> bool:
    try:
        aggregate = await backend.game(game_id)
        if aggregate.state.phase != "scoring":
            return False
        [last] = await backend.log.read(game_id, aggregate.version, aggregate.version)
    except (DamagedLog, UnknownGame):
        return False
    waited = seconds_since(written_at(last.line))
    return waited > backend.settings.late_scoring_seconds
