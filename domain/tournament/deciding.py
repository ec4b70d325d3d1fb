"""What the deciders of all actions share: texts, and who or what is spoken of."""

from typing import NoReturn, TypeAlias

from domain.kernel.errors import RuleViolation
from domain.tournament import actions as a
from domain.tournament.events import TournamentEvent
from domain.tournament.pairing.question import Entrant as Number
from domain.tournament.state import Entrant, Round, State, TableNow

Decided: TypeAlias = list[TournamentEvent]

LONGEST_REASON = 500
LONGEST_CLUB = 80
NEED_REASONS = (
    a.ChangeRegulation,
    a.Replace,
    a.ForbidPair,
    a.Penalize,
    a.RepairRound,
    a.PairByHand,
    a.CorrectResult,
)


def check_texts(action: a.TournamentAction) -> None:
    reason = getattr(action, "reason", "")
    if isinstance(action, NEED_REASONS):
        need_reason(reason)
    for field, longest in (("reason", LONGEST_REASON), ("ruling", LONGEST_REASON)):
        if len(getattr(action, field, "")) > longest:
            raise RuleViolation("text_invalid", field=field, most=longest)
    club = getattr(action, "club", None)
    if club is not None and (not club.strip() or len(club) > LONGEST_CLUB):
        raise RuleViolation("text_invalid", field="club", most=LONGEST_CLUB)


def need_reason(reason: str) -> None:
    if not reason.strip():
        raise RuleViolation("reason_needed")


def entrant(state: State, number: Number) -> Entrant:
    found = state.entrant(number)
    if found is None:
        raise RuleViolation("entrant_unknown", entrant=number)
    return found


def table(state: State, round: int, number: int) -> tuple[Round, TableNow]:
    """Of a round that has begun."""
    known = state.round(round)
    if known is None or known.status not in ("started", "closed"):
        raise RuleViolation("round_not_begun", round=round)
    found = known.table(number)
    if found is None:
        raise RuleViolation("table_unknown", round=round, table=number)
    return known, found


def open_round(state: State) -> Round:
    now = state.round_now
    if now is None or not now.is_open:
        no_round_open()
    return now


def no_round_open() -> NoReturn:
    raise RuleViolation("no_round_open")
