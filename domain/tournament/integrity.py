"""Integrity events: what touched an event from outside its rules, listed and counted."""

from collections import Counter
from collections.abc import Sequence

from msgspec import UnsetType

from domain.kernel.seals import Fact
from domain.tournament import events as e
from domain.tournament.state import IntegrityEvent


def integrity_event(version: int, event: Fact) -> IntegrityEvent | None:
    """What the fact is to be listed as, if it is to be."""
    if isinstance(event, e.RegulationChanged):
        return IntegrityEvent(version, "regulation_changed", event.reason)
    if isinstance(event, e.Registered) and event.late is True:
        return IntegrityEvent(version, "late", _said(event.reason), entrant=event.entrant)
    if isinstance(event, e.TournamentFinished) and not isinstance(event.reason, UnsetType):
        return IntegrityEvent(version, "finished_early", event.reason)
    if isinstance(event, e.Replaced):
        return IntegrityEvent(version, "replaced", event.reason, entrant=event.entrant)
    if isinstance(event, e.ResultCorrected):
        return IntegrityEvent(
            version, "corrected", event.reason, round=event.round, table=event.table
        )
    return _of_pairing(version, event) if isinstance(event, e.RoundPaired) else None


def _of_pairing(version: int, event: e.RoundPaired) -> IntegrityEvent | None:
    reason = _said(event.reason)
    if event.status == "by_hand":
        return IntegrityEvent(version, "by_hand", reason, round=event.round)
    if event.status == "repaired":
        return IntegrityEvent(version, "repaired", reason, round=event.round)
    if not isinstance(event.pinned, UnsetType) and event.pinned:
        return IntegrityEvent(version, "pinned", reason, round=event.round)
    return None


def counted(events: Sequence[IntegrityEvent]) -> dict[str, int]:
    """By kind: how many there were."""
    return dict(sorted(Counter(one.kind for one in events).items()))


def _said(reason: str | UnsetType) -> str:
    return "" if isinstance(reason, UnsetType) else reason
