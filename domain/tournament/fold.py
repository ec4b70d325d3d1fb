"""The event after every entry: it believes every fact, checks nothing and chooses nothing."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UnsetType

from domain.kernel.seals import Fact
from domain.tournament import actions as a
from domain.tournament import events as e
from domain.tournament.integrity import integrity_event
from domain.tournament.ledger import ledger
from domain.tournament.pairing.question import pair
from domain.tournament.regulation import read_regulation
from domain.tournament.stages import coming, stage_now
from domain.tournament.state import Entrant, Penalty, Result, Round, Settled, State, TableNow


def follow(state: State, action: Fact, events: Sequence[Fact]) -> State:
    """The next entry of the log. The facts name the regulation by its digest; the action has it."""
    state.version += 1
    if isinstance(action, a.CreateTournament | a.ChangeRegulation):
        state.regulation_text = action.regulation
        state.regulation = read_regulation(action.regulation)
    for event in events:
        told = integrity_event(state.version, event)
        if told:
            state.integrity.append(told)
        _writers[type(event)](state, event)
    return state


def _created(state: State, event: e.TournamentCreated) -> None:
    state.tournament, state.title = event.tournament, event.title
    state.regulation_sha256 = event.regulation


def _regulation_changed(state: State, event: e.RegulationChanged) -> None:
    state.regulation_sha256, state.title = event.regulation, state.rules.title


def _registered(state: State, event: e.Registered) -> None:
    state.entrants.append(
        Entrant(
            event.entrant,
            event.name_sha256,
            event.seed,
            event.salt,
            event.club,
            is_late=event.late is True,
        )
    )


def _registration_closed(state: State, _: e.RegistrationClosed) -> None:
    state.salts = tuple(entrant.salt for entrant in state.entrants)


def _checked_in(state: State, event: e.CheckedIn) -> None:
    there = state.checked_in.setdefault(event.round, [])
    if event.entrant not in there:
        there.append(event.entrant)


def _absent_marked(state: State, event: e.AbsentMarked) -> None:
    _entrant(state, event.entrant).absent.append(event.round)


def _withdrawn(state: State, event: e.Withdrawn) -> None:
    _entrant(state, event.entrant).is_withdrawn = True


def _returned(state: State, event: e.Returned) -> None:
    _entrant(state, event.entrant).is_withdrawn = False


def _replaced(state: State, event: e.Replaced) -> None:
    if not isinstance(event.name_sha256, UnsetType):
        entrant = _entrant(state, event.entrant)
        entrant.name_sha256, entrant.is_erased = event.name_sha256, False


def _name_erased(state: State, event: e.NameErased) -> None:
    _entrant(state, event.entrant).is_erased = True


def _pair_forbidden(state: State, event: e.PairForbidden) -> None:
    state.forbidden.append(pair(*event.entrants))


def _penalty_given(state: State, event: e.PenaltyGiven) -> None:
    stage = stage_now(state)
    state.penalties.append(Penalty(event.entrant, event.twelfths, event.reason, stage))


def _pairing_asked(state: State, event: e.PairingAsked) -> None:
    if state.round(event.round) is None:
        state.rounds.append(Round(event.round))
    asked = state.rounds[event.round - 1]
    asked.status, asked.because = "asked", ()
    asked.is_repair = event.repair is True
    asked.asked_pins = () if isinstance(event.pinned, UnsetType) else event.pinned
    asked.reason = "" if isinstance(event.reason, UnsetType) else event.reason


def _schedule_planned(state: State, event: e.SchedulePlanned) -> None:
    first = len(state.rounds)
    state.plans[first] = len(event.rounds)
    for at, tables in enumerate(event.rounds):
        state.schedule[first + at] = tables


def _round_paired(state: State, event: e.RoundPaired) -> None:
    if state.round(event.round) is None:
        state.rounds.append(Round(event.round))
    paired = state.rounds[event.round - 1]
    soon = None if paired.is_paired else coming(state, event.round)
    if soon:
        paired.stage, paired.is_last_of_stage = soon.stage, soon.is_last_of_stage
        paired.qualified = soon.qualified
    was_published = paired.was_published
    paired.tables = [TableNow(at, seats) for at, seats in enumerate(event.tables, 1)]
    paired.byes, paired.terms, paired.bound = event.byes, event.terms, event.bound
    paired.proof, paired.prices, paired.pairing = event.proof, event.prices, event.status
    paired.pinned = () if isinstance(event.pinned, UnsetType) else event.pinned
    paired.reason = "" if isinstance(event.reason, UnsetType) else event.reason
    paired.status, paired.because = "published" if was_published else "paired", ()
    paired.deals.clear()


def _pairing_failed(state: State, event: e.PairingFailed) -> None:
    failed = state.rounds[event.round - 1]
    failed.status, failed.because = "failed", event.because


def _round_published(state: State, event: e.RoundPublished) -> None:
    published = state.rounds[event.round - 1]
    published.status, published.was_published = "published", True


def _deal_committed(state: State, event: e.DealCommitted) -> None:
    state.rounds[event.round - 1].deals[event.size] = event.commitment


def _round_started(state: State, event: e.RoundStarted) -> None:
    state.rounds[event.round - 1].status = "started"


def _game_opened(state: State, event: e.GameOpened) -> None:
    table = _table(state, event.round, event.table)
    table.game, table.commitment, table.is_void = event.game, event.commitment, False
    table.opened.append(event.game)
    table.read, table.version, table.head = None, 0, ""


def _result_read(state: State, event: e.ResultRead) -> None:
    """A correction that was typed stands until the game itself is ruled on again."""
    table = _table(state, event.round, event.table)
    table.version, table.head = event.version, event.head
    table.is_void = not event.places
    table.read = Result(event.points, event.places) if event.places else None
    table.result = table.read
    table.confirmed.clear()


def _result_confirmed(state: State, event: e.ResultConfirmed) -> None:
    _table(state, event.round, event.table).confirmed.append(event.entrant)


def _result_corrected(state: State, event: e.ResultCorrected) -> None:
    table = _table(state, event.round, event.table)
    table.result = Result(event.points, event.places, is_typed=True)
    table.confirmed.clear()


def _round_closed(state: State, event: e.RoundClosed) -> None:
    state.rounds[event.round - 1].status = "closed"


def _standings_settled(state: State, event: e.StandingsSettled) -> None:
    settled = Settled(event.after, event.order, event.twelfths, ledger(state, event.after))
    state.settled[event.after] = settled


def _finished(state: State, _: e.TournamentFinished) -> None:
    state.is_finished = True


def _entrant(state: State, number: int) -> Entrant:
    return state.entrants[number - 1]


def _table(state: State, round: int, table: int) -> TableNow:
    return state.rounds[round - 1].tables[table - 1]


_writers: dict[type[Fact], Callable[[State, Any], None]] = {
    e.TournamentCreated: _created,
    e.RegulationChanged: _regulation_changed,
    e.Registered: _registered,
    e.RegistrationClosed: _registration_closed,
    e.CheckedIn: _checked_in,
    e.AbsentMarked: _absent_marked,
    e.Withdrawn: _withdrawn,
    e.Returned: _returned,
    e.Replaced: _replaced,
    e.NameErased: _name_erased,
    e.PairForbidden: _pair_forbidden,
    e.PenaltyGiven: _penalty_given,
    e.PairingAsked: _pairing_asked,
    e.SchedulePlanned: _schedule_planned,
    e.RoundPaired: _round_paired,
    e.PairingFailed: _pairing_failed,
    e.RoundPublished: _round_published,
    e.DealCommitted: _deal_committed,
    e.RoundStarted: _round_started,
    e.GameOpened: _game_opened,
    e.ResultRead: _result_read,
    e.ResultConfirmed: _result_confirmed,
    e.ResultCorrected: _result_corrected,
    e.RoundClosed: _round_closed,
    e.StandingsSettled: _standings_settled,
    e.TournamentFinished: _finished,
}
