"""What stands in an event: entrants, rounds with their tables, and what was settled."""

from typing import Literal, TypeAlias

from msgspec import Struct, field

from domain.tournament.pairing.proposal import Proof, Status, Terms
from domain.tournament.pairing.question import Entrant as Number
from domain.tournament.pairing.question import Pair, Table
from domain.tournament.regulation import Regulation

RoundStatus: TypeAlias = Literal["asked", "failed", "paired", "published", "started", "closed"]
Phase: TypeAlias = Literal[
    "registration", "between", "asked", "failed", "paired", "published", "started", "finished"
]


class Penalty(Struct, frozen=True):
    entrant: Number
    twelfths: int
    reason: str
    stage: int
    """Of the latest round when it was given."""


class Entrant(Struct):
    number: Number
    name_sha256: str
    seed: int | None = None
    salt: str | None = None
    club: str | None = None
    is_late: bool = False
    is_withdrawn: bool = False
    is_erased: bool = False
    """Whether nobody can see the name any more."""
    absent: list[int] = field(default_factory=list)
    """The rounds for which the entrant was marked absent."""


class Result(Struct, frozen=True):
    """In turn order."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    is_typed: bool = False
    """Not read from a game."""


class TableNow(Struct):
    number: int
    seats: Table
    game: str | None = None
    """The game that counts, if one was opened."""
    commitment: str | None = None
    opened: list[str] = field(default_factory=list)
    """All games that were opened here; one that is void is opened anew."""
    version: int = 0
    """Of the game's log when its result was read last."""
    head: str = ""
    read: Result | None = None
    """What the game says."""
    result: Result | None = None
    """What counts."""
    is_void: bool = False
    """The game that was opened last does not count."""
    confirmed: list[Number] = field(default_factory=list)


class Round(Struct):
    number: int
    stage: int = 0
    """Which stage it belongs to, counted from 0; fixed with all that follows when it is paired."""
    is_last_of_stage: bool = False
    qualified: tuple[Number, ...] | None = None
    """Who may take part; None is everybody."""
    status: RoundStatus = "asked"
    was_published: bool = False
    is_repair: bool = False
    """Whether the pairing that is asked for is a repair."""
    asked_pins: tuple[Table, ...] = ()
    reason: str = ""
    """Why a table was pinned, or why the pairing was repaired or made by hand."""
    tables: list[TableNow] = field(default_factory=list)
    byes: tuple[Number, ...] = ()
    terms: Terms | None = None
    bound: dict[str, int] = field(default_factory=dict)
    proof: tuple[Proof, ...] = ()
    prices: dict[Number, int] = field(default_factory=dict)
    pairing: Status | None = None
    pinned: tuple[Table, ...] = ()
    because: tuple[str, ...] = ()
    """Why there is no legal pairing."""
    deals: dict[int, str] = field(default_factory=dict)
    """By the size of the table: the commitment of the deal."""

    @property
    def is_open(self) -> bool:
        return self.status != "closed"

    @property
    def is_paired(self) -> bool:
        return self.pairing is not None

    @property
    def has_games(self) -> bool:
        return any(table.opened for table in self.tables)

    def table(self, number: int) -> TableNow | None:
        return self.tables[number - 1] if 1 <= number <= len(self.tables) else None


class Played(Struct, frozen=True):
    """A table that counts, with its last result."""

    round: int
    stage: int
    table: int
    seats: Table
    points: tuple[int, ...]
    places: tuple[int, ...]


class Missed(Struct, frozen=True):
    """A round in which somebody had no table."""

    round: int
    stage: int
    entrant: Number


class Ledger(Struct, frozen=True, kw_only=True):
    """Everything that standings are computed from, as it stood at one moment."""

    after: int
    """The round."""
    stage: int
    """Of the round."""
    entrants: int
    """How many are registered."""
    tables: tuple[Played, ...]
    byes: tuple[Missed, ...]
    absences: tuple[Missed, ...]
    """Of those who were marked absent and had neither table nor bye [A2]."""
    penalties: tuple[Penalty, ...]
    participants: tuple[Number, ...] | None = None
    """Who stands first, because they got so far; None is everybody [C4]."""
    previous: "Ledger | None" = None
    """That of the round before, where somebody does not take part any more."""


class Settled(Struct, frozen=True):
    after: int
    order: tuple[Number, ...]
    twelfths: dict[Number, int]
    ledger: Ledger
    """What it was computed from."""


class IntegrityEvent(Struct, frozen=True):
    """Something that touched the event from outside its rules: listed and counted."""

    version: int
    kind: Literal[
        "by_hand",
        "pinned",
        "repaired",
        "corrected",
        "late",
        "replaced",
        "regulation_changed",
        "finished_early",
    ]
    reason: str
    round: int | None = None
    table: int | None = None
    entrant: Number | None = None


class State(Struct):
    tournament: str = ""
    title: str = ""
    regulation: Regulation | None = None
    regulation_text: str = ""
    regulation_sha256: str = ""
    version: int = 0
    entrants: list[Entrant] = field(default_factory=list)
    """By number, which counts from 1."""
    salts: tuple[str | None, ...] | None = None
    """Of the committed chance, since registration was closed [A9]."""
    rounds: list[Round] = field(default_factory=list)
    checked_in: dict[int, list[Number]] = field(default_factory=dict)
    """By round."""
    forbidden: list[Pair] = field(default_factory=list)
    penalties: list[Penalty] = field(default_factory=list)
    schedule: dict[int, tuple[Table, ...]] = field(default_factory=dict)
    """By round: what was planned."""
    plans: dict[int, int] = field(default_factory=dict)
    """By the first round of a plan: how many rounds it has."""
    settled: dict[int, Settled] = field(default_factory=dict)
    """By round: the last one for each."""
    integrity: list[IntegrityEvent] = field(default_factory=list)
    is_finished: bool = False

    @property
    def rules(self) -> Regulation:
        assert self.regulation is not None, "entry 1 brings the regulation"
        return self.regulation

    @property
    def phase(self) -> Phase:
        if self.is_finished:
            return "finished"
        if self.salts is None:
            return "registration"
        now = self.round_now
        return "between" if now is None or now.status == "closed" else now.status

    @property
    def round_now(self) -> Round | None:
        """The latest one, be it closed or not."""
        return self.rounds[-1] if self.rounds else None

    @property
    def closed_rounds(self) -> int:
        return len(self.rounds) - (bool(self.rounds) and self.rounds[-1].is_open)

    def entrant(self, number: Number) -> Entrant | None:
        return self.entrants[number - 1] if 1 <= number <= len(self.entrants) else None

    def round(self, number: int) -> Round | None:
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None
