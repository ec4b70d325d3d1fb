"""Results: read from games, confirmed, corrected; penalties; rounds closed; the event's end."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from domain.kernel.chance import Lots
from domain.kernel.errors import RuleViolation
from domain.table.result import are_places
from domain.tournament import actions as a
from domain.tournament import events as e
from domain.tournament.deciding import Decided, entrant, open_round
from domain.tournament.deciding import table as table_of
from domain.tournament.ledger import TableKey, ledger
from domain.tournament.regulation import MOST_TWELFTHS
from domain.tournament.stages import coming, last_begun, next_number, stage_now
from domain.tournament.standings import standings, totals
from domain.tournament.state import Penalty, Result, State, TableNow

MOST_POINTS = 99_999
"""Either way; far above any game."""


def read_result(state: State, _: a.Author, action: a.ReadResult, chance: Lots) -> Decided:
    now, table = table_of(state, action.round, action.table)
    if action.game != table.game:
        raise RuleViolation("game_unknown", game=action.game, table=table.number)
    result = Result(action.points, action.places) if action.places else None
    if _is_read(table, action.version, result):
        raise RuleViolation("result_known", table=table.number)
    if result or action.points:
        _check_result(action.points, action.places, len(table.seats))
    read = e.ResultRead(
        now.number,
        table.number,
        action.game,
        action.version,
        action.head,
        action.points,
        action.places,
    )
    if result is None and not now.is_open:
        raise RuleViolation("round_over", round=now.number)
    return [read, *_settled_again(state, chance, {(now.number, table.number): result})]


def is_known(state: State, action: a.ReadResult) -> bool:
    """Whether the event was told this, or something later, before."""
    now = state.round(action.round)
    table = now.table(action.table) if now else None
    result = Result(action.points, action.places) if action.places else None
    return table is not None and _is_read(table, action.version, result)


def _is_read(table: TableNow, version: int, result: Result | None) -> bool:
    return version <= table.version or (table.version > 0 and result == table.read)


def _check_result(points: Sequence[int], places: Sequence[int], seats: int) -> None:
    if len(points) != seats or not are_places(places, seats):
        raise RuleViolation("places_invalid", seats=seats)
    if not all(-MOST_POINTS <= one <= MOST_POINTS for one in points):
        raise RuleViolation("places_invalid", seats=seats)


def confirm_result(state: State, by: int, action: a.ConfirmResult, _: Lots) -> Decided:
    now, table = table_of(state, action.round, action.table)
    if by not in table.seats:
        raise RuleViolation("entrant_forbidden")
    if table.result is None:
        raise RuleViolation("result_missing", table=table.number)
    if by in table.confirmed:
        raise RuleViolation("already_confirmed", table=table.number)
    return [e.ResultConfirmed(now.number, table.number, by)]


def correct_result(state: State, _: a.Author, action: a.CorrectResult, chance: Lots) -> Decided:
    """Only of the last round that has begun; earlier ones are ruled on in their games."""
    last = last_begun(state)
    number = last or 1 if action.round is None else action.round
    if last and number != last:
        raise RuleViolation("not_last_round", round=number, last=last)
    now, table = table_of(state, number, action.table)
    points = action.points
    if points is None:
        points = table.read.points if table.read else (0,) * len(table.seats)
    _check_result(points, action.places, len(table.seats))
    corrected = e.ResultCorrected(
        now.number,
        table.number,
        action.places,
        points,
        action.reason,
        ruling=action.ruling or UNSET,
    )
    result = Result(points, action.places, is_typed=True)
    return [corrected, *_settled_again(state, chance, {(now.number, table.number): result})]


def penalize(state: State, _: a.Author, action: a.Penalize, chance: Lots) -> Decided:
    entrant(state, action.entrant)
    if not 1 <= abs(action.twelfths) <= MOST_TWELFTHS:
        raise RuleViolation("twelfths_invalid", most=MOST_TWELFTHS)
    given = e.PenaltyGiven(action.entrant, action.twelfths, action.reason)
    penalty = Penalty(action.entrant, action.twelfths, action.reason, stage_now(state))
    return [given, *_settled_again(state, chance, {}, [penalty])]


def close_round(state: State, _: a.Author, __: a.CloseRound, chance: Lots) -> Decided:
    now = open_round(state)
    if now.status != "started":
        raise RuleViolation("round_not_begun", round=now.number)
    missing = [table.number for table in now.tables if table.result is None]
    if missing:
        tables = ", ".join(map(str, missing))
        raise RuleViolation("results_missing", round=now.number, tables=tables)
    return [e.RoundClosed(now.number), settled(state, now.number, chance)]


def finish(state: State, _: a.Author, action: a.Finish, __: Lots) -> Decided:
    now = state.round_now
    if state.salts is None:
        raise RuleViolation("registration_open")
    if now and now.is_open:
        raise RuleViolation("round_open", round=now.number)
    is_early = coming(state, next_number(state)) is not None
    if is_early and not action.reason.strip():
        raise RuleViolation("rounds_left")
    return [e.TournamentFinished(action.reason if is_early else UNSET)]


def _settled_again(
    state: State,
    chance: Lots,
    results: Mapping[TableKey, Result | None],
    penalties: Sequence[Penalty] = (),
) -> list[e.TournamentEvent]:
    """Between rounds at once; while one is played, what changed counts when it is closed [C8]."""
    after, now = state.closed_rounds, state.round_now
    is_between = now is not None and now.status != "started"
    return [settled(state, after, chance, results, penalties)] if after and is_between else []


def settled(
    state: State,
    after: int,
    chance: Lots,
    results: Mapping[TableKey, Result | None] | None = None,
    penalties: Sequence[Penalty] = (),
) -> e.StandingsSettled:
    now = ledger(state, after, results, penalties)
    found = standings(now, state.rules, chance)
    return e.StandingsSettled(after, found.order, totals(now, state.rules, found.rows))
