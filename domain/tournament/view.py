"""An event as everybody may see it: standings, rounds and tables, people, integrity events."""

from collections.abc import Mapping

from msgspec import Struct

from domain.kernel.chance import Lots
from domain.tournament.integrity import counted
from domain.tournament.ledger import ledger
from domain.tournament.pairing.proposal import Status, Terms
from domain.tournament.pairing.question import Entrant as Number
from domain.tournament.pairing.question import Table
from domain.tournament.pairing.status import percent_within
from domain.tournament.regulation import Regulation, Word
from domain.tournament.stages import coming, next_number, present, rounds_planned
from domain.tournament.standings import Standings, standings
from domain.tournament.state import IntegrityEvent, Ledger, Phase, Round, RoundStatus, State
from domain.tournament.words import Value

Names = Mapping[Number, str]


class EntrantView(Struct, frozen=True):
    entrant: Number
    name: str | None
    """None if it was erased, or is not told."""
    seed: int | None
    club: str | None
    late: bool
    withdrawn: bool
    absent: tuple[int, ...]
    """The rounds for which the entrant was marked absent."""


class ResultView(Struct, frozen=True):
    """In turn order."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    typed: bool
    """Whether it was typed in, not read from the game."""
    confirmed: tuple[Number, ...]


class TableView(Struct, frozen=True):
    table: int
    seats: Table
    """Entrants in turn order."""
    game: str | None
    result: ResultView | None


class RoundView(Struct, frozen=True):
    round: int
    stage: int
    """Counted from 0."""
    status: RoundStatus
    tables: tuple[TableView, ...]
    byes: tuple[Number, ...]
    terms: Terms | None
    bound: dict[str, int]
    prices: dict[Number, int]
    pairing: Status | None
    """How good the pairing is proven to be."""
    within: int | None
    """Per cent, if it is `within` a bound above 0."""
    pinned: tuple[Table, ...]
    reason: str
    because: tuple[str, ...]
    """Why there is no legal pairing."""


class TournamentView(Struct, frozen=True):
    tournament: str
    title: str
    version: int
    phase: Phase
    regulation: Regulation
    regulation_sha256: str
    round: int
    """The latest one; 0 before the first."""
    rounds_planned: int | None
    """None if a knockout decides it."""
    next_round: int | None
    """The one that is to be paired next; None if all are played."""
    present: tuple[Number, ...]
    """Who is to be paired in it."""
    checked_in: tuple[Number, ...]
    """For it."""
    entrants: tuple[EntrantView, ...]
    rounds: tuple[RoundView, ...]
    settled: tuple[int, ...]
    """The rounds after which there are standings."""
    integrity: tuple[IntegrityEvent, ...]
    integrity_counts: dict[str, int]


class StandingsRow(Struct, frozen=True):
    place: int
    entrant: Number
    name: str | None
    values: dict[Word, Value]
    separated_by: str | None


class StandingsView(Struct, frozen=True):
    """The body of `GET …/standings`, and of `standings/<r>.json` [B10]."""

    after: int
    rows: tuple[StandingsRow, ...]


def view(state: State, names: Names | None = None) -> TournamentView:
    soon = coming(state, next_number(state))
    number = soon.number if soon else None
    return TournamentView(
        state.tournament,
        state.title,
        state.version,
        state.phase,
        state.rules,
        state.regulation_sha256,
        len(state.rounds),
        rounds_planned(state.rules),
        number,
        present(state, number) if number else (),
        tuple(state.checked_in.get(number or 0, ())),
        tuple(_entrants(state, names or {})),
        tuple(round_view(one) for one in state.rounds),
        tuple(sorted(state.settled)),
        tuple(state.integrity),
        counted(state.integrity),
    )


def _entrants(state: State, names: Names) -> list[EntrantView]:
    return [
        EntrantView(
            one.number,
            None if one.is_erased else names.get(one.number),
            one.seed,
            one.club,
            one.is_late,
            one.is_withdrawn,
            tuple(one.absent),
        )
        for one in state.entrants
    ]


def round_view(one: Round) -> RoundView:
    within = percent_within(one.terms, one.bound) if one.terms else None
    return RoundView(
        one.number,
        one.stage,
        one.status,
        tuple(_tables(one)),
        one.byes,
        one.terms,
        one.bound,
        one.prices,
        one.pairing,
        within if one.pairing == "within" else None,
        one.pinned,
        one.reason,
        one.because,
    )


def _tables(one: Round) -> list[TableView]:
    return [
        TableView(
            table.number,
            table.seats,
            table.game,
            ResultView(
                table.result.points,
                table.result.places,
                table.result.is_typed,
                tuple(table.confirmed),
            )
            if table.result
            else None,
        )
        for table in one.tables
    ]


def standings_now(state: State, chance: Lots, after: int | None = None) -> Standings | None:
    """Of `ledger_now`, if there is one."""
    found = ledger_now(state, after)
    return standings(found, state.rules, chance) if found else None


def ledger_now(state: State, after: int | None = None) -> Ledger | None:
    """After a round, as it was settled; with live standings, of the open round, too.

    Without a round the latest there is; None if there is none.
    """
    now = state.round_now
    is_live = state.rules.standings == "live" and now is not None and now.status == "started"
    latest = max(state.settled, default=0)
    if is_live and now and after in (None, now.number):
        return ledger(state, now.number)
    settled = state.settled.get(latest if after is None else after)
    return settled.ledger if settled else None


def standings_view(found: Standings, names: Names | None = None) -> StandingsView:
    known = names or {}
    rows = (
        StandingsRow(row.place, row.entrant, known.get(row.entrant), row.values, row.separated_by)
        for row in found.rows
    )
    return StandingsView(found.after, tuple(rows))
