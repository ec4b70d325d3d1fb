"""The guarantees `clock` and `rulings`: whether what happened around the board was in order."""

from msgspec import UNSET

from domain.kernel.actions import EraseNames
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact, Seat
from domain.table.actions import Flag, StandIn, TableAction
from domain.table.clock import is_over, milliseconds
from domain.table.decide import check_role, decide
from domain.table.events import ClockSet, Flagged, Resigned, TableEvent
from replays.aggregate import game_now
from replays.entry import AnyLine
from replays.findings import Findings
from replays.position import Position


class Judgement:
    def __init__(self, findings: Findings) -> None:
        self._findings = findings

    def check(self, at: Position, line: AnyLine) -> None:
        """What every entry but the first is judged by, be its action sealed or not."""
        if at.table.clock and _at_ms(line.at) < at.table.at_ms:
            self._findings.broken("clock", line.v, "clock.backwards")
        self._check_name(line)
        if isinstance(line.action, Flag):
            self._check_flag(at, line, line.action.seat)
        elif not isinstance(line.action, TableAction | EraseNames):
            self._check_game_action(at, line)

    def _check_name(self, line: AnyLine) -> None:
        """An arbiter's, and of every ruling [B1]; what arbiters did before has none."""
        if line.by != "arbiter":
            if line.name is not UNSET:
                self._findings.broken("rulings", line.v, "rulings.name")
        elif line.name is UNSET and isinstance(line.action, TableAction):
            self._findings.broken("rulings", line.v, "rulings.no_name")

    def _check_flag(self, at: Position, line: AnyLine, seat: Seat) -> None:
        if not self._is_over(at, line, seat):
            self._findings.broken("clock", line.v, "clock.flag_early", seat=seat)

    def _check_game_action(self, at: Position, line: AnyLine) -> None:
        """None while the game is paused or over, and none by a seat whose time is over."""
        if at.over:
            self._findings.broken("rulings", line.v, "rulings.after_end")
        elif at.table.is_paused:
            self._findings.broken("rulings", line.v, "rulings.paused")
        elif isinstance(line.by, int) and self._is_over(at, line, line.by):
            self._findings.broken("clock", line.v, "clock.acted_late", seat=line.by)

    def follows(self, at: Position, line: AnyLine) -> bool:
        """Whether the table action, decided again, gives exactly the recorded events."""
        try:
            check_role(line.by, line.action)
            decided = decide_table_again(at, line)
        except RuleViolation as refusal:
            self._findings.broken("rulings", line.v, "rulings.refused", refusal=str(refusal))
            return False
        except Exception as error:
            # A forged record can bring the table anywhere; whatever breaks then is its fault.
            self._findings.broken("rulings", line.v, "rulings.misfit", error=repr(error))
            return False
        if decided == list(line.events):
            return True
        self._findings.broken("rulings", line.v, "rulings.other_events")
        return False

    def check_place(self, line: AnyLine, event: TableEvent) -> None:
        """Table events stand in the entries of table actions, a clock in entry 1."""
        if isinstance(line.action, TableAction) or (line.v == 1 and isinstance(event, ClockSet)):
            return
        self._findings.broken("rulings", line.v, "rulings.other_events")

    def _is_over(self, at: Position, line: AnyLine, seat: Seat) -> bool:
        return at.table.clock is not None and is_over(at.table, seat, _at_ms(line.at))


def _at_ms(at: str) -> int:
    """No time at all is before every other."""
    try:
        return milliseconds(at)
    except ValueError:
        return -1


def decide_table_again(at: Position, line: AnyLine) -> list[Fact]:
    """Which bot plays on is believed [A11]."""
    now = game_now(at, _bots(line))
    return decide(at.table, now, line.by, line.action, _at_ms(line.at))


def _bots(line: AnyLine) -> tuple[str, ...]:
    if isinstance(line.action, StandIn):
        return (line.action.bot,)
    bots = (event.bot for event in line.events if isinstance(event, Resigned | Flagged))
    return tuple(bot for bot in bots if bot)
