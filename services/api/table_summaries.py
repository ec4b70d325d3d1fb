"""What there is to know of the table around a game: clocks, claims, requests, who holds the seats.

Everybody sees all of it, and all of it is as of the last entry.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from domain.kernel.clock import Clock
from domain.kernel.names import named
from domain.table.line_of_play import line_of_play
from domain.table.state import OpenRequest
from replays.aggregate import Aggregate


class ClockSummary(Clock, frozen=True, kw_only=True):
    left_ms: list[int | None]
    """By seat, in milliseconds, as of the last entry; null where a bot plays."""
    running: list[int]
    """The seats whose time runs since then."""
    at: str
    """When the last entry was written."""


class OpenClaim(Struct, frozen=True):
    claim: int
    """Its number: the version of its entry."""
    seat: int
    """Who calls the arbiter."""
    about: str
    """The moment, like `17.3`, or `17` for the whole of version 17."""
    text: str
    """What is wrong, in the player's words."""


class OpenTakeBack(Struct, frozen=True):
    seat: int
    """Who asks."""
    to: int
    """The version after which the game would go on."""
    waiting: list[int]
    """The seats that have not answered."""


class SeatNow(Struct, frozen=True):
    name: str
    """Of whoever holds the seat now; empty once it is erased."""
    bot: str | None
    """Which bot plays it now, if one does: from the beginning, or as a stand-in."""
    out: int | None
    """The version at which the seat resigned or was flagged out."""


class TableSummary(Struct, frozen=True):
    status: Literal["open", "paused", "ended"]
    """`ended`: by itself, or by a ruling."""
    claims: list[OpenClaim]
    """Those that wait for the arbiter, oldest first."""
    take_back: OpenTakeBack | None
    """The request to go back that is open, if there is one."""
    seats: list[SeatNow]
    """In clockwise order."""
    line: list[tuple[int, int]]
    """The line of play, from and to which version: what was taken back is left out."""


def clock_summary(game: Aggregate) -> ClockSummary | None:
    table = game.table
    if table.clock is None:
        return None
    return ClockSummary(
        **asdict(table.clock),
        left_ms=[
            None if seat.bot else left
            for seat, left in zip(table.seats, table.left_ms, strict=True)
        ],
        running=list(table.running),
        at=game.updated_at,
    )


def table_summary(game: Aggregate) -> TableSummary:
    table, names = game.table, game.names
    return TableSummary(
        status="ended" if game.over else "paused" if table.is_paused else "open",
        claims=[
            OpenClaim(claim.version, claim.seat, claim.about, claim.text)
            for claim in table.open_claims
        ],
        take_back=_take_back(table.request),
        seats=[
            SeatNow(named(names, seat), held.bot, held.out) for seat, held in enumerate(table.seats)
        ],
        line=[(span.first, span.last) for span in line_of_play(table.take_backs, game.version)],
    )


def _take_back(request: OpenRequest | None) -> OpenTakeBack | None:
    return OpenTakeBack(request.seat, request.to, list(request.waiting)) if request else None
