"""A game from outside: how it stands, on the board and around it."""

from msgspec import Struct


class SeatSummary(Struct, frozen=True):
    seat: int
    """Counted from 0, clockwise."""
    name: str
    """Empty once the names are erased."""
    points: int
    """As they stand."""
    place: int | None
    """None until the game is over. Equals share one, and the next ones are left out: 1, 1,
    3."""
    bot: str | None
    """Which bot plays the seat now, if one does: from the beginning, or as a stand-in."""


class TieBreak(Struct, frozen=True):
    """What set players with equal points apart."""

    code: str
    """`marks_left` (gluck-auf), `highest_marker` (kartenspiel), `seats_after_start_player`
    (schichtwechsel)."""
    values: list[int | None]
    """By seat; of equal points the higher value has the better place."""


class Result(Struct, frozen=True):
    status: str
    """`played` to its end; or what an arbiter made of it."""
    points: list[int]
    """By seat; empty if the game is void."""
    places: list[int]
    """By seat, equals share one; who is out comes last. Empty if the game is void."""


class ClockSummary(Struct, frozen=True):
    kind: str
    """`game`: so much time per seat for the whole game; `move`: so much for each decision."""
    seconds: int
    """How much that is."""
    on_flag: str
    """When time is over: `stand_in` (a bot plays on), `out` (the same, and the seat ranks
    behind all who stayed), `arbiter` (the game pauses until the arbiter rules)."""
    left_ms: list[int | None]
    """By seat, in milliseconds, as of the last entry; null where a bot plays."""
    running: list[int]
    """The seats whose time runs since then."""
    at: str
    """When the last entry was written."""
    increment: int = 0
    """Seconds that a seat gets back when its turn is over; for `game` only."""


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
    status: str
    """`ended`: by itself, or by a ruling."""
    claims: list[OpenClaim]
    """Those that wait for the arbiter, oldest first."""
    take_back: OpenTakeBack | None
    """The request to go back that is open, if there is one."""
    seats: list[SeatNow]
    """In clockwise order."""
    line: list[tuple[int, int]]
    """The line of play, from and to which version: what was taken back is left out."""


class ImportedSummary(Struct, frozen=True):
    signed_by: str
    """The public key, written `name+id+base64`."""
    trusted: bool
    """Whether that key was trusted here when the game came."""
    version: int
    """Of the last entry that came with it."""


class Summary(Struct, frozen=True):
    id: str
    """Of the game."""
    game: str
    """Which game it is: a name of `GET /rules`."""
    version: int
    """How many entries its log has."""
    status: str
    """`waiting`: not all seats are taken; there is no log yet. `scoring`: a worker is about to
    settle a shift, and nobody can act."""
    phase: str
    """What the game itself calls it."""
    turn: int | None
    """The seat that is to act, if any; the first of them if there are several."""
    period: int
    """The shift or round that is played, counted from 1; 0 before the first."""
    periods: int
    """How many there are."""
    awaited: list[int]
    """All seats that may act now; none once the game is over."""
    seats: list[SeatSummary]
    """Who plays, in clockwise order."""
    scores: list[int]
    """The seats' points as one list."""
    winners: list[int]
    """Their seats, once the game is over."""
    places: list[int] | None
    """The seats' places as one list, once the game is over."""
    tie_break: TieBreak | None
    """What set players with equal points apart, if it had to."""
    result: Result | None
    """How the game ended for the table, rulings included: what counts. The game's own stays
    beside it."""
    clock: ClockSummary | None
    """How much time the players have, if there is a clock."""
    table: TableSummary
    """What stands around the board."""
    edition: str
    """Of the rules."""
    options: dict[str, str]
    """All that the game is played with, the edition's defaults included."""
    hints: bool
    """Whether players may ask what a bot would do."""
    commitment: str
    """SHA-256 of the sealed secret from which every deal of this game comes; of the secret
    itself, if it was shown in a waiting room before the last player sat down."""
    created: str
    """When it was created (RFC 3339, UTC)."""
    updated: str
    """When the last entry was written."""
    finished: str | None
    """When it ended, if it has."""
    imported: ImportedSummary | None
    """Only if the game came from a file: then its replay has the signature that it came
    with."""
    links: dict[str, str]
    """Where everything of this game is."""
    open: list[int] | None = None
    """The seats that nobody has taken yet; of a waiting room only."""
    expires: str | None = None
    """When a waiting room is gone, unless somebody takes a seat before."""
    rematch: str | None = None
    """The game that the same people play next, once somebody wants it; of a finished game that
    is asked for by itself."""


class Listed(Summary, frozen=True, kw_only=True):
    """A game at a glance, with what a list draws of it."""

    title: str | None
    """What the game shows, in the caller's language, if it is one of the samples."""
    course: list[list[int]]
    """The seats' points after each shift or round that was settled; the last one is now."""
    verdict: str | None
    """Of its audit: `broken` if anything is; none as long as nobody has audited it."""


class Games(Struct, frozen=True):
    games: list[Listed]
    """Newest first, if not asked for otherwise. A page can be short, or empty, although there
    is a next one."""
    cursor: str | None
    """For the next page, if there is one."""
