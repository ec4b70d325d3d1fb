"""Audits: a worker makes them, so whoever asks waits."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from schichtbuch_client.call import Call
from schichtbuch_client.calls import game, service, tournament
from schichtbuch_client.exchange import Pause, Script
from schichtbuch_client.models.audits import Failed, Pending, Report
from schichtbuch_client.models.tournaments import BundleReport
from schichtbuch_client.problems import AuditFailed, SchichtbuchError
from schichtbuch_client.retries import retry_after
from schichtbuch_client.session import PREFIX, Session

T = TypeVar("T")

ACCEPTED = 202
PATIENCE = 120.0
"""Seconds that are waited for a worker, if the caller does not say."""


class Status(Struct):
    """A report has none; a failure says that it is one."""

    status: str = ""


def audit(
    session: Session, *, lang: str | None = None, patience: float = PATIENCE
) -> Script[Report]:
    """What the log of the game proves: one verdict per guarantee."""
    return (yield from _verdicts(session, game.audit(lang=lang), patience, Report))


def file_audit(
    session: Session, *, lang: str | None = None, patience: float = PATIENCE
) -> Script[Report]:
    """The same of the file."""
    return (yield from _verdicts(session, game.file_audit(lang=lang), patience, Report))


def tournament_audit(
    session: Session, *, lang: str | None = None, patience: float = PATIENCE
) -> Script[BundleReport]:
    """What the bundle of the event proves: one verdict per guarantee."""
    return (yield from _verdicts(session, tournament.audit(lang=lang), patience, BundleReport))


def audit_file(
    session: Session, data: bytes, *, lang: str | None = None, patience: float = PATIENCE
) -> Script[Report]:
    """Uploads a replay file, and waits for the verdicts."""
    pending: Pending = yield from session.ask(service.upload_replay(data))
    there = msgspec.structs.replace(session, here=f"{PREFIX}/audits/{pending.id}")
    return (yield from file_audit(there, lang=lang, patience=patience))


def _verdicts(session: Session, call: Call[Any], patience: float, kind: type[T]) -> Script[T]:
    while True:
        answer = yield from session.answer(call)
        if answer.status != ACCEPTED:
            return _report(answer.body, kind)
        seconds = max(retry_after(answer) or 0, session.retries.first)
        patience -= seconds
        if patience < 0:
            raise SchichtbuchError("No worker has audited it in time; ask again later.")
        yield Pause(seconds)


def _report(body: bytes, kind: type[T]) -> T:
    if msgspec.json.decode(body, type=Status).status:
        raise AuditFailed(msgspec.json.decode(body, type=Failed))
    return msgspec.json.decode(body, type=kind)
