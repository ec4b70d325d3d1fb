"""Rounds of a stage that was planned at once: each repeats its part of the plan [C5]."""

from collections.abc import Sequence

from domain.kernel.chance import Lots
from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.byes import may_have_byes
from domain.tournament.pairing.proposal import Proposal, Status
from domain.tournament.pairing.question import Question, Table
from domain.tournament.pairing.schedule import Plan, byes_of, is_even, planned_round
from domain.tournament.pairing.sizes import sizes_of
from domain.tournament.state import State


def planned_proposal(state: State, question: Question, lots: Lots) -> Proposal | None:
    """What the worker answers; None if the plan does not fit who is present now."""
    planned = state.schedule.get(question.round)
    if planned is None or not _fits(question, planned):
        return None
    return planned_round(question, planned, _status(state, question.round), lots)


def check_repeats_plan(state: State, question: Question, proposal: Proposal) -> None:
    """Where the plan does not fit, any legal pairing will do, but none is called optimal."""
    planned = state.schedule.get(question.round)
    if planned is None:
        raise RuleViolation("schedule_missing", round=question.round)
    fits = _fits(question, planned)
    if fits and {*planned} != {*proposal.tables}:
        raise RuleViolation("schedule_differs", round=question.round)
    is_optimal = fits and _status(state, question.round) == "optimal"
    if (proposal.status == "optimal") != is_optimal:
        raise RuleViolation("pairing.wrong_status", status=proposal.status)


def _fits(question: Question, planned: Sequence[Table]) -> bool:
    """Everybody who was to sit is present, and whoever else is may have the bye."""
    seated = {who for table in planned for who in table}
    byes = byes_of(question, planned)
    return (
        not question.pinned
        and seated <= {*question.present}
        and sorted(map(len, planned), reverse=True) == [*sizes_of(question).tables]
        and may_have_byes(question, byes)
    )


def _status(state: State, number: int) -> Status:
    plan = _plan_with(state, number)
    people = {who for tables in plan for table in tables for who in table}
    return "optimal" if is_even(sorted(people), plan) else "solver"


def _plan_with(state: State, number: int) -> Plan:
    """The whole plan to which the round belongs."""
    begin = max(first for first in state.plans if first <= number)
    return [state.schedule[at] for at in range(begin, begin + state.plans[begin])]
