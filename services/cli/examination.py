"""What `schichtbuch doctor` looks at, each with a finding and, if it is wrong, how to mend it."""

import asyncio
import stat
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from redis.asyncio import RedisCluster
from redis.exceptions import RedisError

from infra import organizer_key, signing_key
from infra.embedded import running_url
from infra.game_log import StorageUnavailable, UnknownGame
from infra.settings import BadSetting, Settings
from replays.aggregate import DamagedLog
from services.api.clock import seconds_since, written_at
from services.bootstrap import Workplace, open_workplace

WANTED = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
WHY = {
    "appendonly": "without it a restart loses every game",
    "appendfsync": "else a crash of the machine loses what was acknowledged last",
    "maxmemory-policy": "else a full server throws logs away",
}
SHOWN = 5


class Finding(Struct):
    what: str
    ok: bool
    said: str
    mend: str = ""


class Diagnosis(Struct):
    ok: bool
    findings: list[Finding]


async def diagnose() -> Diagnosis:
    findings = await _examine()
    return Diagnosis(all(finding.ok for finding in findings), findings)


async def _examine() -> list[Finding]:
    try:
        settings = Settings.from_environment()
    except BadSetting as error:
        return [Finding("settings", False, str(error), f"correct or unset {error.variable}")]
    findings = [Finding("settings", True, f"data in {settings.data}"), *_keys(settings)]
    url = settings.redis_url or running_url(settings.data)
    if url is None:
        said = f"no server is set, and none is running in {settings.data}"
        mend = "start `schichtbuch up`, or set SCHICHTBUCH_REDIS_URL"
        return [*findings, Finding("server", False, said, mend)]
    workplace = open_workplace(msgspec.structs.replace(settings, redis_url=url))
    try:
        findings += [finding async for finding in _service(workplace)]
    finally:
        await workplace.close()
    return findings


def _keys(settings: Settings) -> Iterator[Finding]:
    files = {"signing key": signing_key, "organizer key": organizer_key}
    for what, module in files.items():
        path = settings.data / module.FILE_NAME
        if what == "organizer key" and settings.organizer_key:
            yield Finding(what, True, "from the environment")
        elif not path.exists():
            yield Finding(what, True, f"{path} is not there yet; the first start makes it")
        else:
            yield _key(what, path, module)


def _key(what: str, path: Path, module: Any) -> Finding:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        said = f"others can read {path} (mode {mode:o})"
        return Finding(what, False, said, f"chmod 600 {path}, and think of who has read it")
    try:
        module.load_or_create(path.parent)
    except (signing_key.UnusableKey, organizer_key.EmptyKey, OSError) as error:
        return Finding(what, False, str(error), f"restore {path} from your backup")
    return Finding(what, True, str(path))


async def _service(workplace: Workplace) -> AsyncIterator[Finding]:
    try:
        await workplace.index.count("any", "any")
    except StorageUnavailable as error:
        mend = "start the server, or correct SCHICHTBUCH_REDIS_URL"
        yield Finding("server", False, f"the server does not answer: {error}", mend)
        return
    yield Finding("server", True, "the server answers")
    for finding in await _persistence(workplace):
        yield finding
    for finding in await asyncio.to_thread(lambda: list(_queue(workplace))):
        yield finding
    yield await _late_games(workplace)
    yield await _damaged_logs(workplace)


async def _persistence(workplace: Workplace) -> list[Finding]:
    client: Any = workplace.redis
    if isinstance(client, RedisCluster):
        said = "a cluster: look at `appendonly` and `appendfsync` of each node yourself"
        return [Finding("persistence", True, said)]
    try:
        found = {name: (await client.config_get(name)).get(name) for name in WANTED}
        info = await client.info("persistence")
    except RedisError as error:
        said = f"the server does not tell how it keeps its data ({error}); look there yourself"
        return [Finding("persistence", True, said)]
    findings = [_setting(name, str(value)) for name, value in found.items()]
    if info.get("aof_last_write_status", "ok") != "ok":
        mend = "free space on the disk of the server"
        findings.append(Finding("persistence", False, "the last write to disk failed", mend))
    return findings


def _setting(name: str, value: str) -> Finding:
    wanted = WANTED[name]
    if value == wanted:
        return Finding("persistence", True, f"{name} is {value}")
    said = f"{name} is {value}, not {wanted}: {WHY[name]}"
    return Finding("persistence", False, said, f"redis-cli config set {name} {wanted}")


def _queue(workplace: Workplace) -> Iterator[Finding]:
    queue: Any = workplace.queue.queue
    if not workplace.queue.reachable():
        mend = "start its server, or correct SCHICHTBUCH_QUEUE_URL"
        yield Finding("queue", False, "the server of the queue does not answer", mend)
        return
    yield Finding("queue", True, f"{queue.count} jobs wait")
    alive = len(workplace.queue.pulses.alive(workplace.queue.name))
    mend = "" if alive else "start `schichtbuch up` or `schichtbuch worker`"
    yield Finding("workers", alive > 0, f"{alive} alive", mend)
    failed = list(queue.failed_job_registry.get_job_ids())
    said = f"{len(failed)} failed for good: {_some(failed)}" if failed else "none failed for good"
    mend = f"see why with `rq info`, then `rq requeue --all --queue {queue.name}`" if failed else ""
    yield Finding("jobs", not failed, said, mend)


async def _late_games(workplace: Workplace) -> Finding:
    late = []
    page = await workplace.index.page(None, "scoring", None, 1000)
    for game_id in page.game_ids:
        try:
            aggregate = await workplace.games.current(game_id)
            [last] = await workplace.log.read(game_id, aggregate.version, aggregate.version)
        except (DamagedLog, UnknownGame):
            continue
        waited = seconds_since(written_at(last.line))
        if aggregate.state.phase == "scoring" and waited > workplace.settings.late_scoring_seconds:
            late.append(game_id)
    if not late:
        return Finding("scoring", True, "no game waits too long")
    mend = "start a worker; its sweeper finds them by itself"
    return Finding("scoring", False, f"{len(late)} games wait too long: {_some(late)}", mend)


async def _damaged_logs(workplace: Workplace) -> Finding:
    damaged, seen = [], 0
    async for game_id in workplace.log.games():
        seen += 1
        try:
            await workplace.games.current(game_id)
        except DamagedLog as error:
            damaged.append(f"{game_id} at version {error.version}")
        except UnknownGame:
            damaged.append(f"{game_id} at version 1")
        workplace.games.forget(game_id)
    if not damaged:
        return Finding("logs", True, f"{seen} logs are sound")
    mend = "restore them from a backup or a replay file; nothing of them is played on until then"
    return Finding("logs", False, f"{len(damaged)} of {seen} are damaged: {_some(damaged)}", mend)


def _some(names: list[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
