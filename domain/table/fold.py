"""The table after every entry: it believes every event, checks nothing and chooses nothing."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from domain.kernel.actions import By, SeatSetup
from domain.kernel.seals import Fact, Seat
from domain.table import clock
from domain.table import events as e
from domain.table.line_of_play import TakenBackAt
from domain.table.state import (
    IS_GAME_ACTION,
    MOST_COUNTED,
    UNCOVERS,
    ClaimMade,
    OpenRequest,
    Ruled,
    Table,
    TableSeat,
)


class Happened(Struct, frozen=True):
    """What the table sees of an entry, and of the game after it."""

    at: str
    by: By
    events: Sequence[Fact]
    is_game_action: bool
    uncovers: bool
    """Whether the entry showed somebody something that was hidden [A3]."""
    phase: str
    awaited: Callable[[], tuple[Seat, ...]]
    """The seats that the game waits for; asked only if there is a clock."""


def begin(seats: Sequence[SeatSetup]) -> Table:
    """Before entry 1."""
    return Table([TableSeat(bot=seat.bot) for seat in seats])


def follow(table: Table, entry: Happened) -> None:
    """The next entry of the log."""
    table.event_counts.append(min(len(entry.events), MOST_COUNTED))
    table.marks.append(UNCOVERS * entry.uncovers | IS_GAME_ACTION * entry.is_game_action)
    if entry.is_game_action:
        table.request = None  # the game goes on [C1]
    was_running = table.running
    if table.clock:
        clock.use(table, clock.milliseconds(entry.at))
    if not entry.is_game_action or table.version == 1:
        _fold(table, entry)
    if table.clock:
        _run_clocks(table, entry, was_running)


def _fold(table: Table, entry: Happened) -> None:
    for event in entry.events:
        writer = _writers.get(type(event))
        if writer:
            writer(table, event)
    if table.clock and not table.left_ms:
        table.at_ms = clock.milliseconds(entry.at)
        table.left_ms = [1000 * table.clock.seconds] * len(table.seats)


def _run_clocks(table: Table, entry: Happened, was_running: tuple[Seat, ...]) -> None:
    awaited = entry.awaited()
    if entry.is_game_action and entry.by in was_running:
        assert isinstance(entry.by, int), "only seats have clocks"
        clock.give_back(table, entry.by, awaited)
    is_taken_back = any(type(event) is e.TakenBack for event in entry.events)
    clock.begin_decisions(table, awaited, is_taken_back=is_taken_back)
    for event in entry.events:
        if isinstance(event, e.TakenBack | e.Resumed | e.HandedOver):
            table.left_ms = clock.with_set(table.left_ms, event.left_ms)
    table.running = clock.running(table, entry.phase, awaited)


def _claimed(table: Table, event: e.Claimed) -> None:
    table.claims.append(ClaimMade(table.version, event.seat, event.about, event.text))


def _asked(table: Table, event: e.TakeBackAsked) -> None:
    table.request = OpenRequest(event.seat, event.to, event.asked, list(event.asked))


def _answered(table: Table, event: e.TakeBackAnswered) -> None:
    if not event.agree:
        table.request = None
    elif table.request and event.seat in table.request.waiting:
        table.request.waiting.remove(event.seat)


def _taken_back(table: Table, event: e.TakenBack) -> None:
    table.take_backs.append(TakenBackAt(table.version, event.to))
    table.request = None


def _resigned(table: Table, event: e.Resigned) -> None:
    _replace(table, event.seat, event.bot)
    _put_out(table, event.seat)


def _paused(table: Table, _: e.Paused) -> None:
    table.is_paused = True
    table.request = None


def _resumed(table: Table, _: e.Resumed) -> None:
    table.is_paused = False


def _stood_in(table: Table, event: e.StoodIn) -> None:
    _replace(table, event.seat, event.bot)


def _handed_over(table: Table, event: e.HandedOver) -> None:
    _replace(table, event.seat, None)
    table.seats[event.seat].name = event.name


def _corrected(table: Table, event: e.ResultCorrected) -> None:
    table.corrected = Ruled(event.points, event.places)


def _adjudicated(table: Table, event: e.Adjudicated) -> None:
    table.adjudicated = Ruled(event.points, event.places)
    table.request = None


def _voided(table: Table, _: e.Voided) -> None:
    table.is_void = True
    table.request = None


def _claim_answered(table: Table, event: e.ClaimAnswered) -> None:
    claim = table.claim(event.claim)
    if claim:
        claim.is_open = False


def _flagged(table: Table, event: e.Flagged) -> None:
    table.request = None
    if event.on_flag == "arbiter":
        table.is_paused = True
        return
    _replace(table, event.seat, event.bot)
    if event.on_flag == "out":
        _put_out(table, event.seat)


def _clock_set(table: Table, event: e.ClockSet) -> None:
    table.clock = event.clock


def _replace(table: Table, seat: Seat, bot: str | None) -> None:
    """Whoever asked or was asked may be gone, so nothing is asked any more."""
    table.seats[seat].bot = bot
    table.request = None


def _put_out(table: Table, seat: Seat) -> None:
    """For ever: a second time changes nothing [C5]."""
    if table.seats[seat].out is None:
        table.seats[seat].out = table.version


_writers: dict[type[Fact], Callable[[Table, Any], None]] = {
    e.ClockSet: _clock_set,
    e.Claimed: _claimed,
    e.TakeBackAsked: _asked,
    e.TakeBackAnswered: _answered,
    e.TakenBack: _taken_back,
    e.Resigned: _resigned,
    e.Paused: _paused,
    e.Resumed: _resumed,
    e.StoodIn: _stood_in,
    e.HandedOver: _handed_over,
    e.ResultCorrected: _corrected,
    e.Adjudicated: _adjudicated,
    e.Voided: _voided,
    e.ClaimAnswered: _claim_answered,
    e.Flagged: _flagged,
}
"""Notes and warnings are written down, nothing else."""
