"""What `schichtbuch doctor` looks at, each with a finding and, if it is wrong, how to mend it."""

import asyncio
import shutil
import stat
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from redis.asyncio import RedisCluster
from redis.exceptions import RedisError

from infra import log_key, organizer_key, signing_key
from infra.archive_store import ArchiveUnavailable
from infra.embedded import running_url
from infra.game_log import StorageUnavailable, UnknownGame
from infra.games_index import Search
from infra.job_queue import JobQueue
from infra.server_condition import Condition, conditions
from infra.server_files import ServerFiles
from infra.settings import BadSetting, Settings
from infra.uploads import UploadsUnavailable
from replays.aggregate import DamagedLog
from services.api.clock import seconds_since, written_at
from services.api.readiness import GIVEN_UP, elsewhere
from services.archive_check import compare
from services.bootstrap import Resources, open_resources
from services.transparency.heads import proven_head
from services.transparency.refusal import Refused

WANTED = {
    "appendonly": ("yes",),
    "appendfsync": ("always", "everysec"),
    "maxmemory-policy": ("noeviction",),
}
WHY = {
    "appendonly": "without it a restart loses every game",
    "appendfsync": "else a crash of the machine loses what was acknowledged long ago",
    "maxmemory-policy": "else a full server throws logs away",
}
MEANT = {"everysec": "a crash of the machine may lose the last second"}
SHOWN = 5
ENOUGH_DISK = 100 * 2**20
"""Bytes. With less the server of the log may not be able to write its next entries."""


RESTORE = "`schichtbuch archive restore GAME` brings each of them back"


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
        return [*findings, _no_server(settings)]
    resources = open_resources(msgspec.structs.replace(settings, redis_url=url))
    try:
        findings += [finding async for finding in _service(resources)]
    finally:
        await resources.close()
    return findings


def _no_server(settings: Settings) -> Finding:
    files = ServerFiles(settings.data)
    supervisor = files.supervisor()
    if supervisor is None:
        said = f"no server is set, and none is running in {settings.data}"
        mend = "start `schichtbuch up`, or set SCHICHTBUCH_REDIS_URL"
        return Finding("server", False, said, mend)
    said = f"`schichtbuch up` is running (process {supervisor}), but its server does not answer"
    free = shutil.disk_usage(settings.data).free
    if free < ENOUGH_DISK:
        said += f"; its disk is full: {free // 2**20} MB are free"
        mend = f"free space on the disk of {settings.data}; the server is started again by itself"
    else:
        mend = f"see the end of {files.log}: {files.last_words(1)}"
    return Finding("server", False, said, mend)


def _keys(settings: Settings) -> Iterator[Finding]:
    files = {"signing key": signing_key, "organizer key": organizer_key, "log key": log_key}
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


async def _service(resources: Resources) -> AsyncIterator[Finding]:
    try:
        await resources.index.count("any", "any")
    except StorageUnavailable as error:
        mend = "start the server, or correct SCHICHTBUCH_REDIS_URL"
        yield Finding("server", False, f"the server does not answer: {error}", mend)
        return
    yield Finding("server", True, "the server answers")
    for finding in await _persistence(resources):
        yield finding
    for condition in await conditions(resources.redis):
        yield _memory(condition)
    for finding in await asyncio.to_thread(lambda: list(_queues(resources))):
        yield finding
    yield await _late_games(resources)
    yield await _damaged_logs(resources)
    yield await _archive(resources)
    yield await _webhooks(resources)
    yield await _transparency(resources)


async def _persistence(resources: Resources) -> list[Finding]:
    client: Any = resources.redis
    if isinstance(client, RedisCluster):
        said = "a cluster: look at `appendonly` and `appendfsync` of each node yourself"
        return [Finding("persistence", True, said)]
    try:
        found = {name: (await client.config_get(name)).get(name) for name in WANTED}
    except RedisError as error:
        said = f"the server does not tell how it keeps its data ({error}); look there yourself"
        return [Finding("persistence", True, said)]
    return [_setting(name, str(value)) for name, value in found.items()]


def _setting(name: str, value: str) -> Finding:
    wanted = WANTED[name]
    if value in wanted:
        meant = f": {MEANT[value]}" if value in MEANT else ""
        return Finding("persistence", True, f"{name} is {value}{meant}")
    said = f"{name} is {value}, not {' or '.join(wanted)}: {WHY[name]}"
    return Finding("persistence", False, said, f"redis-cli config set {name} {wanted[0]}")


def _memory(condition: Condition) -> Finding:
    if not condition.writes:
        mend = "free space on the disk of the server"
        return Finding("persistence", False, "the last write to disk failed", mend)
    if condition.nearly_full:
        mend = "give it more memory (SCHICHTBUCH_MAX_MEMORY, or `maxmemory` of your own server)"
        return Finding("memory", False, f"nearly full: {condition.fill}", mend)
    return Finding("memory", True, condition.fill)


def _queues(resources: Resources) -> Iterator[Finding]:
    if not resources.queue.reachable():
        mend = "start its server, or correct SCHICHTBUCH_QUEUE_URL"
        yield Finding("queue", False, "the server of the queue does not answer", mend)
        return
    for queue in (resources.queue, resources.audit_queue):
        yield from _queue(queue, ServerFiles(resources.settings.data).supervisor())
    yield _uploads(resources)


def _queue(queue: JobQueue, supervisor: int | None) -> Iterator[Finding]:
    jobs: Any = queue.queue
    yield Finding(f"queue of {queue.name}", True, f"{jobs.count} jobs wait")
    alive = len(queue.pulses.alive(queue.name))
    mend = "" if alive else _start_workers(queue.name, supervisor)
    yield Finding(f"workers of {queue.name}", alive > 0, f"{alive} alive", mend)
    failed = list(jobs.failed_job_registry.get_job_ids())
    said = f"{len(failed)} failed for good: {_some(failed)}" if failed else "none failed for good"
    mend = f"see why with `rq info`, then `rq requeue --all --queue {jobs.name}`" if failed else ""
    yield Finding(f"jobs of {queue.name}", not failed, said, mend)


def _start_workers(queue: str, supervisor: int | None) -> str:
    if supervisor is not None:
        return f"see what `schichtbuch up` (process {supervisor}) says: it runs, its workers do not"
    return f"start `schichtbuch up` or `schichtbuch worker --queue {queue}`"


def _uploads(resources: Resources) -> Finding:
    uploads, queue = resources.uploads, resources.audit_queue
    try:
        here, used = uploads.identity(), uploads.used()
    except UploadsUnavailable as error:
        mend = "let this user read and write it, or correct SCHICHTBUCH_UPLOADS"
        return Finding("uploads", False, str(error), mend)
    apart = elsewhere(queue.pulses.alive(queue.name), here)
    if apart:
        said = f"{uploads.folder} is not what {_some(apart)} sees"
        mend = "give every API and every worker of audits the same folder in SCHICHTBUCH_UPLOADS"
        return Finding("uploads", False, said, mend)
    return Finding("uploads", True, f"{uploads.folder}: {used} of {uploads.most} bytes wait")


async def _late_games(resources: Resources) -> Finding:
    late = []
    page = await resources.index.page(Search(status="scoring"), 1000)
    for game_id in page.game_ids:
        try:
            aggregate = await resources.games.current(game_id)
            [last] = await resources.log.read(game_id, aggregate.version, aggregate.version)
        except (DamagedLog, UnknownGame):
            continue
        waited = seconds_since(written_at(last.line))
        if aggregate.state.phase == "scoring" and waited > resources.settings.late_scoring_seconds:
            late.append(game_id)
    if not late:
        return Finding("scoring", True, "no game waits too long")
    mend = "start a worker; its sweeper finds them by itself"
    return Finding("scoring", False, f"{len(late)} games wait too long: {_some(late)}", mend)


async def _damaged_logs(resources: Resources) -> Finding:
    damaged, seen = [], 0
    async for game_id in resources.log.games():
        seen += 1
        try:
            await resources.games.current(game_id)
        except DamagedLog as error:
            damaged.append(f"{game_id} at version {error.version}")
        except UnknownGame:
            damaged.append(f"{game_id} at version 1")
        resources.games.forget(game_id)
    if not damaged:
        return Finding("logs", True, f"{seen} logs are sound")
    mend = "restore them from a backup or a replay file; nothing of them is played on until then"
    return Finding("logs", False, f"{len(damaged)} of {seen} are damaged: {_some(damaged)}", mend)


async def _archive(resources: Resources) -> Finding:
    place = resources.settings.archive_place
    try:
        found = await compare(resources)
    except ArchiveUnavailable as error:
        mend = "correct SCHICHTBUCH_ARCHIVE, or let this user read and write there"
        return Finding("archive", False, f"{place} cannot be used: {error}", mend)
    restored = f"put these files back into {place} from your backup: their games are only there"
    for games, said, mend in (
        (found.missing, "archived games have no file", restored),
        (found.changed, "archived games have files that were changed", restored),
        (found.nowhere, "finished games are nowhere", "restore them from a backup"),
        (found.unknown, "files are of games that the server has lost", RESTORE),
    ):
        if games:
            return Finding("archive", False, f"{len(games)} {said}: {_some(games)}", mend)
    said = f"{place}: {found.archived} games, {found.bytes} bytes; {found.read} files are sound"
    return Finding("archive", True, said)


async def _webhooks(resources: Resources) -> Finding:
    """Whoever has no webhooks needs no worker of them."""
    found, queue = await resources.subscriptions.all(), resources.webhook_queue
    given_up = [one.id for one in found if one.notice and one.notice.code in GIVEN_UP]
    if given_up:
        said = f"{len(given_up)} disabled, their receivers do not take them: {_some(given_up)}"
        mend = 'mend the receiver, then PATCH /api/v1/webhooks/{id} with {"enabled": true}'
        return Finding("webhooks", False, said, mend)
    with suppress(RedisError):  # that the queue's server is gone is said already
        if found and not await asyncio.to_thread(queue.pulses.alive, queue.name):
            supervisor = ServerFiles(resources.settings.data).supervisor()
            said = f"{len(found)} subscriptions, but no worker of webhooks is alive"
            return Finding("webhooks", False, said, _start_workers(queue.name, supervisor))
    waiting = (await resources.backlogs.figures())["waiting"]
    return Finding("webhooks", True, f"{len(found)} subscriptions; {waiting} streams wait")


async def _transparency(resources: Resources) -> Finding:
    """Every leaf is read, and the whole tree made anew."""
    what, log = "transparency log", resources.transparency
    try:
        head = await proven_head(log, resources.settings)
    except Refused as refused:
        return Finding(what, False, refused.said, refused.mend)
    except ArchiveUnavailable as error:
        said = f"its old leaves cannot be read: {error}"
        mend = "correct SCHICHTBUCH_ARCHIVE, or let this user read and write there"
        return Finding(what, False, said, mend)
    if told := await log.refused():  # by the worker, which alone has asked the witnesses
        by_worker = Refused.read(told)
        return Finding(what, False, by_worker.said, by_worker.mend)
    said = f"{head.size} leaves are signed" if head.size else "nothing is signed yet"
    waiting = await log.size() - head.size
    return Finding(what, True, f"{said}; {waiting} wait" if waiting else said)


def _some(names: list[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
