"""Answers what was asked when a round is to be paired, in a process of its own."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.chance import CommittedChance
from domain.kernel.errors import RuleViolation
from domain.tournament.actions import PlanSchedule, ProposePairing, ReportFailure, TournamentAction
from domain.tournament.asking import question_of
from domain.tournament.pairing.proposal import Proposal
from domain.tournament.pairing.question import Question, Table
from domain.tournament.pairing.repair import repaired
from domain.tournament.schedules import planned_proposal
from domain.tournament.stages import coming
from domain.tournament.state import State
from replays.tournaments.aggregate import Tournament
from services.pairing.process import LIMITS, pair_confined
from services.pairing.schedule import plan_schedule
from services.worker.confined import Exceeded, confined

PRELOADED = ("services.worker.pairing",)
TOO_LONG, NO_REPAIR = "pairing.too_long", "pairing.no_repair"

Rounds = tuple[tuple[Table, ...], ...]
Repaired: Any = Proposal | None


class Asked(Struct, frozen=True):
    """Everything that the answer depends on, so that the event may go on meanwhile."""

    question: Question
    chance: CommittedChance
    before: tuple[Table, ...] | None = None
    """What is to be repaired."""
    rounds: int = 0
    """Of a stage that is to be planned."""
    planned: Proposal | None = None
    """The round's part of a plan, if it fits who is present."""


def asked_of(tournament: Tournament) -> Asked | None:
    """None if nothing is asked just now."""
    state, chance = tournament.state, tournament.chance
    now = state.round_now
    if state.phase != "asked" or now is None or not isinstance(chance, CommittedChance):
        return None
    question = question_of(state, now.number)
    if now.is_repair:
        return Asked(question, chance, tuple(table.seats for table in now.tables))
    if question.spread_counts:
        return Asked(question, chance)
    if now.number not in state.schedule:
        return Asked(question, chance, rounds=_rounds(state))
    return Asked(question, chance, planned=planned_proposal(state, question, chance))


def _rounds(state: State) -> int:
    soon = coming(state, state.rounds[-1].number)
    return state.rules.stages[soon.stage].rounds if soon else 0


def answered(asked: Asked) -> TournamentAction:
    """What the service writes into the log; takes up to minutes."""
    number = asked.question.round
    if asked.planned:
        return _proposed(number, asked.planned)
    try:
        if asked.rounds:
            return PlanSchedule(msgspec.json.decode(_confined(_plan, asked), type=Rounds))
        if asked.before is not None:
            found = msgspec.json.decode(_confined(_repair, asked), type=Repaired)
            return _proposed(number, found) if found else ReportFailure(number, (NO_REPAIR,))
        answer = pair_confined(asked.question, asked.chance)
    except Exceeded:
        return ReportFailure(number, (TOO_LONG,))
    if answer.proposal is None:
        return ReportFailure(number, answer.because)
    return _proposed(number, _as_told(asked.question, answer.proposal))


def _as_told(question: Question, proposal: Proposal) -> Proposal:
    """Where a plan did not fit, the round is as good as the solver says, but not as planned."""
    if question.spread_counts or proposal.status != "optimal":
        return proposal
    return msgspec.structs.replace(proposal, status="solver")


def _confined(work: Callable[[Asked], bytes], asked: Asked) -> bytes:
    return confined(work, asked, limits=LIMITS, preloaded=PRELOADED)


def _plan(asked: Asked) -> bytes:
    return msgspec.json.encode(plan_schedule(asked.question, asked.rounds, asked.chance))


def _repair(asked: Asked) -> bytes:
    assert asked.before is not None, "a repair is asked for"
    try:
        return msgspec.json.encode(repaired(asked.question, asked.before, asked.chance))
    except RuleViolation:
        return b"null"


def _proposed(number: int, proposal: Proposal) -> ProposePairing:
    return ProposePairing(
        round=number,
        tables=proposal.tables,
        byes=proposal.byes,
        terms=proposal.terms,
        bound=proposal.bound,
        proof=proposal.proof,
        prices=proposal.prices,
        status=proposal.status,
    )
