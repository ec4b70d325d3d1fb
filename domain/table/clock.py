"""The clocks, folded from the log alone: no second bookkeeping, so a restart loses nothing."""

from collections.abc import Collection, Sequence
from datetime import datetime

from domain.kernel.seals import Seat
from domain.table.state import Table


def milliseconds(at: str) -> int:
    """An entry's time in whole milliseconds [A4]; ValueError if it is no time."""
    second, _, fraction = at.removesuffix("Z").partition(".")
    if not at.endswith("Z") or not (fraction or "0").isdecimal():
        raise ValueError(f"{at!r} is not a time in UTC")
    whole = datetime.fromisoformat(f"{second}+00:00")
    return round(whole.timestamp()) * 1000 + int(fraction[:3].ljust(3, "0"))


def is_time(at: str) -> bool:
    """Where no clock runs a log may say when in any words."""
    try:
        milliseconds(at)
    except ValueError:
        return False
    return True


def not_before(now: str, last: str) -> str:
    """The time of a new entry: now, but never before the last one [A4]."""
    if len(now) == len(last) and now >= last:
        return now
    if not is_time(last) or milliseconds(now) >= milliseconds(last):
        return now
    second, _, fraction = last.removesuffix("Z").partition(".")
    return f"{second}.{fraction[:3].ljust(3, '0')}Z"


def running(table: Table, phase: str, awaited: Collection[Seat]) -> tuple[Seat, ...]:
    """Whose clocks run from now on [A5]."""
    if table.clock is None or table.is_paused or phase == "scoring" or table.is_ended(phase):
        return ()
    return tuple(seat for seat in sorted(awaited) if table.seats[seat].bot is None)


def left_at(table: Table, seat: Seat, at_ms: int) -> int:
    """What the seat has left at a moment after the last entry; 0 or less is over."""
    used = at_ms - table.at_ms if seat in table.running else 0
    return table.left_ms[seat] - used


def is_over(table: Table, seat: Seat, at_ms: int) -> bool:
    """Whether an entry written then would find the seat's time over [A7]."""
    return seat in table.running and left_at(table, seat, at_ms) <= 0


def due_ms(table: Table) -> int | None:
    """When the first of the running clocks is over."""
    return min((table.at_ms + table.left_ms[seat] for seat in table.running), default=None)


def use(table: Table, at_ms: int) -> None:
    """The time since the last entry is used by those whose clocks ran [A6] (1)."""
    for seat in table.running:
        table.left_ms[seat] = max(0, left_at(table, seat, at_ms))
    table.at_ms = at_ms


def give_back(table: Table, seat: Seat, awaited: Collection[Seat]) -> None:
    """To a seat that acted while its clock ran [A6] (2): for its turn, not for every action."""
    clock = table.clock
    assert clock is not None, "only a running clock gets something back"
    if clock.kind == "move":
        table.left_ms[seat] = 1000 * clock.seconds
    elif seat not in awaited:
        table.left_ms[seat] += 1000 * clock.increment


def begin_decisions(table: Table, awaited: Collection[Seat], *, is_taken_back: bool) -> None:
    """With a clock per move: whoever is not awaited begins anew when it is [A6] (3)."""
    clock = table.clock
    if clock and clock.kind == "move":
        for seat in range(len(table.seats)):
            if is_taken_back or seat not in awaited:
                table.left_ms[seat] = 1000 * clock.seconds


def with_set(left_ms: Sequence[int], wanted: Sequence[int | None] | None) -> list[int]:
    """What is left where a ruling has set something [A6] (4)."""
    if wanted is None:
        return list(left_ms)
    return [left if new is None else new for left, new in zip(left_ms, wanted, strict=True)]
