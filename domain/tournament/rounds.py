"""Rounds: asked for, paired by the worker or by hand, repaired, published, started."""

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET

from domain.kernel.chance import Lots
from domain.kernel.errors import RuleViolation
from domain.tournament import actions as a
from domain.tournament import events as e
from domain.tournament.asking import question_of
from domain.tournament.deciding import Decided, need_reason, open_round
from domain.tournament.deciding import table as table_of
from domain.tournament.pairing.by_hand import paired_by_hand
from domain.tournament.pairing.check import check_pairing
from domain.tournament.pairing.legality import check_forbidden
from domain.tournament.pairing.proposal import Proposal
from domain.tournament.pairing.question import Question, Table
from domain.tournament.pairing.repair import check_fewest_changed
from domain.tournament.pairing.schedule import check_plan
from domain.tournament.pairing.sizes import sizes_of
from domain.tournament.schedules import check_repeats_plan
from domain.tournament.stages import Coming, coming, next_number, present
from domain.tournament.state import Round, State

MOST_CODES = 20
NOT_BEGUN = ("asked", "failed", "paired", "published")


def pair_round(state: State, _: a.Author, action: a.PairRound, __: Lots) -> Decided:
    soon = _coming(state)
    if len(present(state, soon.number)) < 2:
        raise RuleViolation("too_few_present", round=soon.number)
    if action.pinned:
        need_reason(action.reason)
        _check_pins(question_of(state, soon.number), action.pinned)
    return [
        e.PairingAsked(
            soon.number,
            pinned=action.pinned or UNSET,
            reason=action.reason if action.pinned else UNSET,
        )
    ]


def _coming(state: State) -> Coming:
    if state.salts is None:
        raise RuleViolation("registration_open")
    now = state.round_now
    if now and now.is_open:
        raise RuleViolation("round_open", round=now.number)
    soon = coming(state, next_number(state))
    if soon is None:
        raise RuleViolation("no_round_left")
    return soon


def _check_pins(question: Question, pinned: Sequence[Table]) -> None:
    people = [who for table in pinned for who in table]
    for who in people:
        if who not in question.present:
            raise RuleViolation("pairing.entrant_not_present", entrant=who)
    if len(set(people)) < len(people):
        raise RuleViolation("pairing.wrong_pins")
    if not Counter(map(len, pinned)) <= Counter(sizes_of(question).tables):
        raise RuleViolation("pairing.wrong_pins")
    check_forbidden(question, pinned)


def repair_round(state: State, _: a.Author, action: a.RepairRound, __: Lots) -> Decided:
    now = _not_begun(state)
    if not now.is_paired:
        raise RuleViolation("round_not_paired", round=now.number)
    pins = now.pinned or UNSET
    return [e.PairingAsked(now.number, repair=True, pinned=pins, reason=action.reason)]


def _not_begun(state: State) -> Round:
    """The open round, of which no game has been opened [B7]."""
    now = open_round(state)
    if now.status not in NOT_BEGUN or now.has_games:
        raise RuleViolation("round_begun", round=now.number)
    return now


def pair_by_hand(state: State, _: a.Author, action: a.PairByHand, chance: Lots) -> Decided:
    now = state.round_now
    number = _not_begun(state).number if now and now.is_open else _coming(state).number
    question = question_of(state, number, by_hand=True)
    seated = {who for table in action.tables for who in table}
    byes = action.byes
    if byes is None:
        byes = tuple(who for who in question.present if who not in seated)
    proposal = paired_by_hand(question, action.tables, byes, chance)
    return [_paired(number, proposal, action.reason)]


def propose_pairing(state: State, _: a.Author, action: a.ProposePairing, chance: Lots) -> Decided:
    now = _asked(state, action.round)
    if (action.status == "repaired") != now.is_repair or action.status == "by_hand":
        raise RuleViolation("pairing.wrong_status", status=action.status)
    question = question_of(state, now.number)
    proposal = Proposal(
        tables=action.tables,
        byes=action.byes,
        terms=action.terms,
        bound=action.bound,
        proof=action.proof,
        prices=action.prices,
        status=action.status,
        pinned=question.pinned,
    )
    check_pairing(question, proposal, chance)
    if now.is_repair:
        check_fewest_changed(question, [table.seats for table in now.tables], action.tables)
    elif not question.spread_counts:
        check_repeats_plan(state, question, proposal)
    needs_reason = now.is_repair or bool(question.pinned)
    return [_paired(now.number, proposal, now.reason if needs_reason else None)]


def _asked(state: State, round: int) -> Round:
    now = state.round_now
    if now is None or now.number != round or now.status != "asked":
        raise RuleViolation("round_not_asked", round=round)
    return now


def _paired(number: int, proposal: Proposal, reason: str | None) -> e.RoundPaired:
    return e.RoundPaired(
        round=number,
        tables=proposal.tables,
        byes=proposal.byes,
        terms=proposal.terms,
        bound=proposal.bound,
        proof=proposal.proof,
        prices=proposal.prices,
        status=proposal.status,
        pinned=proposal.pinned or UNSET,
        reason=UNSET if reason is None else reason,
    )


def report_failure(state: State, _: a.Author, action: a.ReportFailure, __: Lots) -> Decided:
    now = _asked(state, action.round)
    return [e.PairingFailed(now.number, action.because[:MOST_CODES])]


def plan_schedule(state: State, _: a.Author, action: a.PlanSchedule, __: Lots) -> Decided:
    now = open_round(state)
    _asked(state, now.number)
    soon = coming(state, now.number)
    assert soon is not None, "the round was asked for"
    stage = state.rules.stages[soon.stage]
    if stage.kind != "schedule" or now.number in state.schedule:
        raise RuleViolation("schedule_not_asked")
    if len(action.rounds) != stage.rounds or not soon.is_first_of_stage:
        raise RuleViolation("schedule_invalid", rounds=stage.rounds)
    check_plan(question_of(state, now.number), action.rounds)
    return [e.SchedulePlanned(action.rounds)]


def publish_round(state: State, _: a.Author, __: a.PublishRound, ___: Lots) -> Decided:
    now = open_round(state)
    if now.status != "paired":
        raise RuleViolation("round_not_paired", round=now.number)
    return [e.RoundPublished(now.number)]


def commit_deal(state: State, _: a.Author, action: a.CommitDeal, __: Lots) -> Decided:
    now = _not_begun(state)
    sizes = {len(table.seats) for table in now.tables}
    is_wanted = state.rules.deals == "duplicate" and action.round == now.number
    if not is_wanted or action.size not in sizes or action.size in now.deals:
        raise RuleViolation("deal_not_wanted", round=action.round, size=action.size)
    return [e.DealCommitted(now.number, action.size, action.commitment)]


def start_round(state: State, _: a.Author, __: a.StartRound, ___: Lots) -> Decided:
    now = open_round(state)
    if now.status == "started":
        raise RuleViolation("round_begun", round=now.number)
    if now.status != "published":
        raise RuleViolation("round_not_published", round=now.number)
    if state.rules.deals == "duplicate":
        for size in sorted({len(table.seats) for table in now.tables} - {*now.deals}):
            raise RuleViolation("deal_not_committed", size=size)
    return [e.RoundStarted(now.number)]


def open_game(state: State, _: a.Author, action: a.OpenGame, __: Lots) -> Decided:
    now, table = table_of(state, action.round, action.table)
    if not now.is_open:
        raise RuleViolation("round_over", round=now.number)
    if any(action.game in other.opened for one in state.rounds for other in one.tables):
        raise RuleViolation("game_opened", game=action.game)
    if table.game is not None and not table.is_void:
        raise RuleViolation("table_has_game", table=table.number)
    deal = now.deals.get(len(table.seats), action.commitment)
    if deal != action.commitment:
        raise RuleViolation("deal_differs", table=table.number)
    return [e.GameOpened(now.number, table.number, action.game, action.commitment)]
