"""What stands around the board: who holds the seats, clocks, claims, requests and rulings.

The game's state follows the line of play; the table's state follows every entry, and a take-back
undoes nothing of it.
"""

from msgspec import Struct, field

from domain.kernel.clock import Clock
from domain.kernel.names import named
from domain.kernel.seals import Seat
from domain.table.line_of_play import TakenBackAt


class TableSeat(Struct):
    bot: str | None = None
    """Who plays it, if it is no person: of entry 1, or a stand-in."""
    name: str | None = None
    """Of whoever it was handed over to; None as long as the first one holds it."""
    out: int | None = None
    """The version at which the seat resigned or was flagged out."""


class OpenRequest(Struct):
    seat: Seat
    """Who asks."""
    to: int
    asked: tuple[Seat, ...]
    waiting: list[Seat]
    """Those asked who have not answered."""


class ClaimMade(Struct):
    version: int
    """Its number."""
    seat: Seat
    about: str
    text: str
    is_open: bool = True


class Ruled(Struct, frozen=True):
    """A result that an arbiter has named."""

    points: tuple[int, ...]
    places: tuple[int, ...]


class Table(Struct):
    seats: list[TableSeat] = field(default_factory=list)
    clock: Clock | None = None
    left_ms: list[int] = field(default_factory=list)
    """By seat, as of the last entry; bots have some, too, and it never runs."""
    running: tuple[Seat, ...] = ()
    """Whose clocks run since the last entry."""
    at_ms: int = 0
    """When the last entry was written; of games with a clock only."""
    is_paused: bool = False
    is_void: bool = False
    adjudicated: Ruled | None = None
    corrected: Ruled | None = None
    claims: list[ClaimMade] = field(default_factory=list)
    request: OpenRequest | None = None
    take_backs: list[TakenBackAt] = field(default_factory=list)
    event_counts: bytearray = field(default_factory=bytearray)
    """A byte per entry: how many events it holds."""
    marks: bytearray = field(default_factory=bytearray)
    """A byte per entry: see `UNCOVERS` and `IS_GAME_ACTION`."""

    @property
    def version(self) -> int:
        return len(self.marks)

    @property
    def is_over(self) -> bool:
        """By a ruling; a game can also be over by itself."""
        return self.is_void or self.adjudicated is not None

    def is_ended(self, phase: str) -> bool:
        return self.is_over or phase == "finished"

    def is_seat(self, seat: Seat) -> bool:
        return 0 <= seat < len(self.seats)

    @property
    def open_claims(self) -> list[ClaimMade]:
        return [claim for claim in self.claims if claim.is_open]

    @property
    def needs_arbiter(self) -> bool:
        """Whether somebody waits for a ruling."""
        is_waiting = self.is_paused and not self.is_over
        return is_waiting or any(claim.is_open for claim in self.claims)

    def claim(self, number: int) -> ClaimMade | None:
        return next((claim for claim in self.claims if claim.version == number), None)

    def names(self, first: tuple[str, ...]) -> tuple[str, ...]:
        """Of those who hold the seats now; `first` is who began, nobody if that was erased."""
        if not any(seat.name is not None for seat in self.seats):
            return first
        return tuple(
            named(first, seat) if held.name is None else held.name
            for seat, held in enumerate(self.seats)
        )

    def has_entry(self, version: int) -> bool:
        return 1 <= version <= self.version


UNCOVERS = 1
"""The entry showed somebody something that was hidden."""
IS_GAME_ACTION = 2
MOST_COUNTED = 255
"""Events of one entry: no entry of a real game has so many."""
