"""What the workers of audits do. A job may run twice: the second finds what the first has kept."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import structlog

from infra.job_queue import MOST_TRIES
from infra.signing_key import trusted as trusted_here
from replays.aggregate import DamagedLog
from replays.checkpoint import VerifierKey
from replays.verify import Report
from services.archive import replay_file
from services.audit_failure import Failure
from services.audits import GAVE_UP, file_audit, game_audit
from services.bootstrap import Workplace
from services.worker.at_work import at_work
from services.worker.confined import Exceeded, Limits, confined
from services.worker.judging import judged

log = structlog.get_logger()


def audit_game(game_id: str, version: int) -> None:
    """Verify the game at this version and keep the verdicts."""
    at_work(lambda workplace: _audit_game(workplace, game_id, version))


def audit_file(audit_id: str) -> None:
    """Verify an uploaded replay file and keep the verdicts."""
    at_work(lambda workplace: _audit_file(workplace, audit_id))


async def _audit_game(workplace: Workplace, game_id: str, version: int) -> None:
    if await workplace.auditing.found_of_game(game_id, version):
        return
    job_id = game_audit(game_id, version).job_id
    found: bytes | Failure
    try:
        data = await replay_file(workplace, game_id, version)
        came = (await workplace.log.setup(game_id)).imported
        vouched = [VerifierKey.parse(came.signed_by)] if came and came.trusted else []
        found = _create_log(workplace, job_id, data, vouched)
    except DamagedLog as error:
        log.error("a log is damaged", game=game_id, version=error.version)
        found = Failure("audit.log_damaged")
    if isinstance(found, Failure):
        await workplace.auditing.fail_game(game_id, version, found)
    else:
        await workplace.audits.keep_game(game_id, version, _without_names(found))
        workplace.audit_queue.forget_tries(job_id)


def _without_names(report: bytes) -> bytes:
    """They may be erased while we are at it; whoever asks gets them from the game itself."""
    read = msgspec.json.decode(report, type=Report)
    return msgspec.json.encode(msgspec.structs.replace(read, players=()))


async def _audit_file(workplace: Workplace, audit_id: str) -> None:
    if await workplace.auditing.found_of_file(audit_id):
        return
    job_id = file_audit(audit_id).job_id
    files, gone = workplace.uploads.find(audit_id), Failure("audit.file_gone")
    found = _create_log(workplace, job_id, files[0].path) if files else gone
    if isinstance(found, Failure):
        await workplace.auditing.fail_file(audit_id, found)
    else:
        workplace.uploads.keep_report(audit_id, found)
        workplace.audit_queue.forget_tries(job_id)


def _create_log(
    workplace: Workplace,
    job_id: str,
    replay: bytes | Path,
    vouched: Sequence[VerifierKey] = (),
) -> bytes | Failure:
    """`vouched` are keys that the operator trusts for this one."""
    if workplace.audit_queue.count_try(job_id) > MOST_TRIES:
        return GAVE_UP
    settings = workplace.settings
    limits = Limits(settings.audit_seconds, settings.audit_memory)
    trusted = [*trusted_here(settings.data), *vouched]
    try:
        return confined(judged, replay, trusted, limits=limits)
    except Exceeded as exceeded:
        log.warning("an audit came to no verdict", job=job_id, code=exceeded.code)
        return Failure(exceeded.code, exceeded.facts)
