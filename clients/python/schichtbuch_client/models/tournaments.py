"""An event from outside: who plays, where they sit, how it stands."""

from msgspec import Struct, field

from schichtbuch_client.models.json import Json
from schichtbuch_client.models.regulation import Regulation
from schichtbuch_client.models.turns import SealNote


class TournamentBegun(Struct, frozen=True):
    id: str
    """Of the new event."""
    version: int
    """1: its log has one entry."""
    commitment: str
    """SHA-256 of the sealed secret from which every lot of the event comes."""
    key: str
    """Runs this event only; shown once."""
    links: dict[str, str]
    """Where everything of this event is."""


class EventEntry(Struct, frozen=True):
    """An entry of an event's log, as whoever has written it is told."""

    v: int
    """The version: 1, 2, 3 … without gaps."""
    at: str
    """When (RFC 3339, UTC)."""
    by: int | str
    """An entrant's number, `organizer`, `arbiter` or `service`."""
    key: str | None
    """The idempotency key, if one was sent."""
    action: Json
    """What was wished."""
    events: list[Json]
    """The facts that followed from it."""
    seals: list[SealNote]
    """What some must not see yet: for whom it is, and its digest."""
    prev: str
    """SHA-256 of the line before."""
    name: str | None = None
    """Of the arbiter, where one acts."""
    token: str | None = None
    """Only in the answer to whoever brings somebody: the entrant's, once."""


class EntrantView(Struct, frozen=True):
    entrant: int
    """The number, counted from 1."""
    name: str | None
    """None if it was erased, or is not told."""
    seed: int | None
    """1 is the strongest."""
    club: str | None
    """Where the entrant comes from."""
    late: bool
    """Whether registration was closed already."""
    withdrawn: bool
    """Whether the entrant takes part no more."""
    absent: list[int]
    """The rounds for which the entrant was marked absent."""


class ResultView(Struct, frozen=True):
    """In turn order."""

    points: list[int]
    """The game's."""
    places: list[int]
    """Equals share one, and the next ones are left out: 1, 1, 3."""
    typed: bool
    """Whether it was typed in, not read from the game."""
    confirmed: list[int]
    """The entrants of the table who have confirmed it."""


class TableView(Struct, frozen=True):
    table: int
    """Counted from 1."""
    seats: list[int]
    """Entrants in turn order."""
    game: str | None
    """Its id, once it is open."""
    result: ResultView | None
    """Once there is one."""


class Terms(Struct, frozen=True):
    """What a pairing is worth. Smaller is better, the first one first."""

    rematches: int
    """1 for a second meeting of two people, 3 for a third, and so on."""
    shorts: int
    """How unevenly people sit at short tables."""
    spread: int
    """How far the points at the tables differ."""
    seats: int
    """The growth of the squares of how often each has sat in each place."""
    lot: int
    """The sum of the tables' lots."""


class RoundView(Struct, frozen=True):
    round: int
    """Counted from 1 through all stages."""
    stage: int
    """Counted from 0."""
    status: str
    """How far it is: `asked`, `failed`, `paired`, `published`, `started`, `closed`."""
    tables: list[TableView]
    """Who sits where."""
    byes: list[int]
    """Entrants without a table, ascending."""
    terms: Terms | None
    """What the pairing is worth."""
    bound: dict[str, int]
    """By term: no legal pairing can be better than this."""
    prices: dict[int, int]
    """By entrant: the prices of the last proof."""
    pairing: str | None
    """How good it is proven to be: `optimal`, `within`, `solver`, `repaired` or `by_hand`."""
    within: int | None
    """Per cent, if it is `within` a bound above 0."""
    pinned: list[list[int]]
    """Tables that had to be as they stand here, in turn order."""
    reason: str
    """Why, in the words of whoever did it."""
    because: list[str]
    """Why there is no legal pairing."""


class IntegrityEvent(Struct, frozen=True):
    """Something that touched the event from outside its rules: listed and counted."""

    version: int
    """Of the entry."""
    kind: str
    """What was done."""
    reason: str
    """Why, in the words of whoever did it."""
    round: int | None = None
    """In which round."""
    table: int | None = None
    """At which table."""
    entrant: int | None = None
    """With whom."""


class TournamentView(Struct, frozen=True):
    tournament: str
    """The id of the event."""
    title: str
    """Of the event."""
    version: int
    """How many entries its log had."""
    phase: str
    """What the event waits for: `registration`, `between` rounds, `asked` for a pairing,
    `failed`, `paired`, `published`, `started`, `finished`."""
    regulation: Regulation
    """What it is played under."""
    regulation_sha256: str
    """The digest of the exact bytes of the regulation."""
    round: int
    """The latest one; 0 before the first."""
    rounds_planned: int | None
    """None if a knockout decides it."""
    next_round: int | None
    """The one that is to be paired next; None if all are played."""
    present: list[int]
    """Who is to be paired in it."""
    checked_in: list[int]
    """For it."""
    entrants: list[EntrantView]
    """Everybody."""
    rounds: list[RoundView]
    """One after the other."""
    settled: list[int]
    """The rounds after which there are standings."""
    integrity: list[IntegrityEvent]
    """Everything that touched the event from outside its rules, in order."""
    integrity_counts: dict[str, int]
    """How often each kind of it happened."""


class TournamentListed(Struct, frozen=True):
    id: str
    """Of the event."""
    title: str
    """Of the event."""
    game: str
    """Which game is played."""
    phase: str
    """What the event waits for."""
    round: int
    """The latest one; 0 before the first."""
    rounds: int | None
    """How many are planned; none if a knockout decides it."""
    entrants: int
    """How many are registered."""
    created: str
    """When (RFC 3339, UTC)."""
    updated: str
    """When the last entry was written (RFC 3339, UTC)."""
    finished: str | None
    """When the event ended; None while it goes on."""
    links: dict[str, str]
    """Where everything of this event is."""


class AllTournaments(Struct, frozen=True):
    tournaments: list[TournamentListed]
    """Newest first."""
    cursor: str | None
    """For the next page, if there is one."""


class TournamentNow(TournamentListed, frozen=True, kw_only=True):
    """An event at a glance."""

    version: int
    """How many entries its log has."""
    commitment: str
    """SHA-256 of the sealed secret from which every lot of the event comes."""
    state: TournamentView
    """Everything that there is to see of it."""


class Value(Struct, frozen=True):
    """What a word is worth in a row of the standings."""

    value: int | str | list[int] | None = None
    """What the word is worth; fractions in lowest terms."""
    twelfths: int | None = None
    """Points in twelfths."""
    shown: str | None = None
    """Twelfths as a whole number and a fraction: `4 1/2`."""
    arithmetic: str | None = None
    """How it came about."""


class StandingsRow(Struct, frozen=True):
    place: int
    """Equal for equals; the next ones are left out: 1, 1, 3."""
    entrant: int
    """The number, counted from 1."""
    name: str | None
    """None if it was erased."""
    values: dict[str, Value]
    """By word of the ranking."""
    separated_by: str | None
    """The first word in which the row differs from the one above."""


class StandingsView(Struct, frozen=True):
    after: int
    """The round after which they are."""
    rows: list[StandingsRow]
    """The best first."""


class BoardClock(Struct, frozen=True):
    left_ms: list[int | None]
    """By seat, in milliseconds, at the moment of the answer; None where a bot plays."""
    running: list[int]
    """The seats whose time runs."""


class Board(Struct, frozen=True):
    """How far a game is that is still played."""

    period: int
    """The shift or round of the game, counted from 1; 0 before the first."""
    periods: int
    """How many there are."""
    clock: BoardClock | None
    """If there is one."""
    awaited: list[int] | None
    """The seats that may act now; not told to outsiders while others play the same deal."""
    claims: int | None
    """How many wait for the arbiter; like `awaited`."""
    paused: bool | None
    """Whether it waits until the arbiter lets it go on; like `awaited`."""
    over: bool | None
    """Whether it is over, and the event is told so when all tables of its deal are; like
    `awaited`."""


class BoardOfTable(Struct, frozen=True):
    table: int
    """Counted from 1."""
    game: str | None
    """Its id, once it is open."""
    board: Board | None
    """None before the game is open, and once the table has a result."""


class Boards(Struct, frozen=True):
    round: int
    """Counted from 1 through all stages."""
    tables: list[BoardOfTable]
    """In order."""


class Seated(Struct, frozen=True):
    """Where somebody sits in a round."""

    round: int
    """Counted from 1 through all stages."""
    table: int
    """Counted from 1."""
    seat: int
    """Counted from 0 in turn order."""
    people: list[int]
    """All entrants at the table, in turn order."""
    game: str | None
    """Its id, once the round has begun."""
    points: list[int] | None
    """Of the game, in turn order, once it is over."""
    places: list[int] | None
    """In turn order, once it is over."""
    token: str | None = None
    """Of the seat, for the entrant alone: with it the game is played."""


class EntrantPage(Struct, frozen=True):
    entrant: int
    """The number, counted from 1."""
    name: str | None
    """None if it was erased."""
    club: str | None
    """Where the entrant comes from."""
    withdrawn: bool
    """Whether the entrant takes part no more."""
    late: bool
    """Whether registration was closed already."""
    bot: str | None
    """Which bot plays, if it is no person."""
    place: int | None
    """In the latest standings."""
    twelfths: int | None
    """The points, in twelfths."""
    byes: list[int]
    """Rounds without a table."""
    absent: list[int]
    """The rounds for which the entrant was marked absent."""
    tables: list[Seated]
    """The latest first."""


class NewToken(Struct, frozen=True):
    token: str
    """Shown once; the one before ends."""


class EventKey(Struct, frozen=True):
    id: str
    """Tells nothing about the key."""
    name: str
    """Of whoever has it, as it stands in the log."""


class KeyMade(EventKey, frozen=True, kw_only=True):
    key: str
    """Shown once. Whoever has it runs this event under that name."""


class AllEventKeys(Struct, frozen=True):
    keys: list[EventKey]
    """Of helpers, by name; the one that came with the event is not among them."""


class Neighbour(Struct, frozen=True):
    entrant: int
    """Who sits at the same table."""
    met: int
    """How often before."""
    twelfths: int
    """Points in twelfths."""


class Alternative(Struct, frozen=True):
    """The same pairing with two people exchanged, everybody in the best order again."""

    exchanged_with: int
    """The entrant who would sit here instead."""
    table: int
    """Where the entrant would have sat; 0 for the bye."""
    difference: dict[str, int]
    """Of each term, against the real pairing: above 0 is worse."""
    decided_by: str | None
    """The first term that differs; None if only the lot could tell them apart."""
    others: dict[int, dict[str, int]]
    """What each table concerned would have cost more, under its smallest other person."""
    forbidden: bool
    """Whether a hard rule is against it."""


class Why(Struct, frozen=True):
    """Why somebody sits where."""

    entrant: int
    """Who."""
    table: int
    """0 for the bye."""
    place: int
    """In the turn order, from 1; 0 for the bye."""
    neighbours: list[Neighbour]
    """The others at the table."""
    own: dict[str, int]
    """The terms of this table alone."""
    whole: dict[str, int]
    """The terms of the round."""
    alternatives: list[Alternative]
    """The best other places, by exchanging two people; the best first."""


class BundleVerdict(Struct, frozen=True):
    verdict: str
    """`holds`, `broken` or `cannot tell`."""
    where: str = ""
    """What it is about: a member, a round, a game."""
    reason: str = ""
    """A sentence: `code` and `facts` in words."""
    code: str = ""
    """Stable: why it is not simply so."""
    facts: dict[str, str | int] = field(default_factory=dict)
    """What the sentence speaks of."""


class BundleReport(Struct, frozen=True):
    """What the bundle of an event proves."""

    tournament: str | None
    """Its id."""
    title: str | None
    """Of the event."""
    rounds: int
    """That are closed."""
    games: int
    """That the bundle holds."""
    is_over: bool
    """Whether the event is finished."""
    verdicts: dict[str, BundleVerdict]
    """One per guarantee."""
