"""What the workers of audits do. A job may run twice: the second finds what the first has kept."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import structlog

from infra.job_queue import MOST_TRIES
from infra.signing_key import trusted as trusted_here
from replays.aggregate import DamagedLog
from replays.checkpoint import VerifierKey
from replays.verify import Report
from services.audit_failure import Failure
from services.audits import GAVE_UP, file_audit, game_audit, kept_as, tournament_audit
from services.bootstrap import Resources
from services.event_bundles import BundleTooLarge, bundle_of
from services.exporting import replay_file
from services.worker.confined import Exceeded, Limits, confined
from services.worker.judging import judged, judged_bundle
from services.worker.run_job import run_job

log = structlog.get_logger()


def audit_game(game_id: str, version: int) -> None:
    """Verify the game at this version and keep the verdicts."""
    run_job(lambda resources: _audit_game(resources, game_id, version))


def audit_file(audit_id: str) -> None:
    """Verify an uploaded replay file and keep the verdicts."""
    run_job(lambda resources: _audit_file(resources, audit_id))


def audit_tournament(tournament_id: str, version: int) -> None:
    """Verify the bundle of an event at this version and keep the verdicts."""
    run_job(lambda resources: _audit_tournament(resources, tournament_id, version))


async def _audit_tournament(resources: Resources, tournament_id: str, version: int) -> None:
    if await resources.auditing.found_of_tournament(tournament_id, version):
        return
    job_id = tournament_audit(tournament_id, version).job_id
    found: bytes | Failure
    await resources.proofs.until_signed("tournament", tournament_id, version)
    try:
        bundle = await bundle_of(resources, await resources.tournaments.at(tournament_id, version))
        found = _judge(resources, job_id, bundle, work=judged_bundle)
    except (DamagedLog, BundleTooLarge) as error:
        log.error("an event cannot be audited", tournament=tournament_id, error=repr(error))
        damaged = isinstance(error, DamagedLog)
        found = Failure("audit.log_damaged" if damaged else "audit.too_much_to_tell")
    if isinstance(found, Failure):
        await resources.auditing.fail_tournament(tournament_id, version, found)
    else:
        await resources.audits.keep_game(kept_as(tournament_id), version, found)
        resources.audit_queue.forget_tries(job_id)


async def _audit_game(resources: Resources, game_id: str, version: int) -> None:
    if await resources.auditing.found_of_game(game_id, version):
        return
    job_id = game_audit(game_id, version).job_id
    found: bytes | Failure
    await resources.proofs.until_signed("game", game_id, version)
    try:
        data = await replay_file(resources, game_id, version)
        came = (await resources.log.setup(game_id)).imported
        vouched = [VerifierKey.parse(came.signed_by)] if came and came.trusted else []
        found = _judge(resources, job_id, data, vouched)
    except DamagedLog as error:
        log.error("a log is damaged", game=game_id, version=error.version)
        found = Failure("audit.log_damaged")
    if isinstance(found, Failure):
        await resources.auditing.fail_game(game_id, version, found)
    else:
        await resources.audits.keep_game(game_id, version, _without_names(found))
        resources.audit_queue.forget_tries(job_id)
        await resources.archiving.note(game_id, version)


def _without_names(report: bytes) -> bytes:
    """They may be erased while we are at it; whoever asks gets them from the game itself."""
    read = msgspec.json.decode(report, type=Report)
    named = read.versus is not None and read.versus.version == 1
    versus = None if named else read.versus
    return msgspec.json.encode(msgspec.structs.replace(read, players=(), versus=versus))


async def _audit_file(resources: Resources, audit_id: str) -> None:
    if await resources.auditing.found_of_file(audit_id):
        return
    job_id = file_audit(audit_id).job_id
    files, gone = resources.uploads.find(audit_id), Failure("audit.file_gone")
    found = _judge(resources, job_id, files[0].path) if files else gone
    if isinstance(found, Failure):
        await resources.auditing.fail_file(audit_id, found)
    else:
        resources.uploads.keep_report(audit_id, found)
        resources.audit_queue.forget_tries(job_id)


def _judge(
    resources: Resources,
    job_id: str,
    replay: bytes | Path,
    vouched: Sequence[VerifierKey] = (),
    work: Callable[..., bytes] = judged,
) -> bytes | Failure:
    """`vouched` are keys that the operator trusts for this one."""
    if resources.audit_queue.count_try(job_id) > MOST_TRIES:
        return GAVE_UP
    settings = resources.settings
    limits = Limits(settings.audit_seconds, settings.audit_memory)
    trusted = [*trusted_here(settings.data), *vouched]
    try:
        return confined(work, replay, trusted, limits=limits)
    except Exceeded as exceeded:
        log.warning("an audit came to no verdict", job=job_id, code=exceeded.code)
        return Failure(exceeded.code, exceeded.facts)
