"""Uploaded files that somebody watches: asked about in a confined process, one at a time."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from infra.uploads import AUDIT_ID, Uploads
from services.api.backend import Backend
from services.api.http.problems import problem
from services.api.recorded_file import MISSING, answered
from services.api.turns import files_busy
from services.worker.confined import TOO_LONG, Exceeded, Limits, confined

LIMITS = Limits(seconds=10, memory=512 * 1024**2, answer=16 * 1024**2)
"""The longest real game takes a tenth of a second and a megabyte."""
PRELOADED = ("services.api.recorded_file",)
REASONS = {
    "audit_file_gone": (404, "The file is not kept, or not any more; send it again to watch it."),
    "audit_unwatchable": (422, "Nothing of this file can be shown; its audit says why."),
    "moment_unknown": (404, "The file has no such moment, or cannot be followed so far."),
    "seat_unknown": (404, "There is no such seat in this file."),
}


async def check_kept(backend: Backend, audit_id: str) -> None:
    """A problem unless the file is there to be watched."""
    uploads = backend.resources.uploads
    if not AUDIT_ID.fullmatch(audit_id) or not await asyncio.to_thread(uploads.kept, audit_id):
        raise why_not("audit_file_gone")


async def ask_file(backend: Backend, audit_id: str, question: str, **facts: Any) -> bytes:
    """What a function of `recorded_file.py` answers, as JSON."""
    await check_kept(backend, audit_id)
    async with backend.file_turns.take():
        uploads = backend.resources.uploads
        answer = await asyncio.to_thread(_asked, uploads, audit_id, question, facts)
    if answer.startswith(MISSING):
        raise why_not(answer[1:].decode())
    return answer[1:]


async def ask_replay(backend: Backend, data: bytes, question: str, **facts: Any) -> bytes:
    """The same of a replay that is at hand."""
    async with backend.file_turns.take():
        answer = await asyncio.to_thread(_told, data, question, facts)
    if answer.startswith(MISSING):
        raise why_not(answer[1:].decode())
    return answer[1:]


def _asked(uploads: Uploads, audit_id: str, question: str, facts: Mapping[str, Any]) -> bytes:
    answer = MISSING + b"audit_file_gone"
    for _ in range(2):  # it moves to another folder when it has been judged
        path = uploads.kept(audit_id)
        if path is None or not answer.endswith(b"audit_file_gone"):
            break
        answer = _told(path, question, facts)
    return answer


def _told(replay: bytes | Path, question: str, facts: Mapping[str, Any]) -> bytes:
    try:
        return confined(answered, replay, question, facts, limits=LIMITS, preloaded=PRELOADED)
    except Exceeded as exceeded:
        if exceeded.code == TOO_LONG:  # on a busy machine a real game takes long, too
            raise files_busy() from exceeded
        return MISSING + b"audit_unwatchable"


def why_not(code: str) -> Exception:
    status, said = REASONS[code]
    return problem(status, code, said)
