"""What there is to know of a game at a glance, the same for everybody."""

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import asdict

from domain.kernel.head import PlayerHead, player_heads
from domain.kernel.standings import TieBreak
from domain.table.result import Result
from replays.aggregate import Aggregate, table_result
from services.api.http.links import game_links
from services.api.origins import Origin
from services.api.table_summaries import ClockSummary, TableSummary, clock_summary, table_summary
from services.games import status_of

if TYPE_CHECKING:
    from services.api.backend import Backend

Status = Literal["waiting", "running", "scoring", "finished"]


class SeatSummary(PlayerHead, frozen=True):
    bot: str | None
    """Which bot plays the seat now, if one does: from the beginning, or as a stand-in."""


class ImportedSummary(Struct):
    signed_by: str
    """The public key, written `name+id+base64`."""
    trusted: bool
    """Whether that key was trusted here when the game came."""
    version: int
    """Of the last entry that came with it."""


class Summary(Struct):
    id: str
    """Of the game."""
    game: str
    """Which game it is: a name of `GET /rules`."""
    version: int
    """How many entries its log has."""
    status: Status
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
    """SHA-256 of the sealed secret from which every deal of this game comes; of the secret itself,
    if it was shown in a waiting room before the last player sat down."""
    created: str
    """When it was created (RFC 3339, UTC)."""
    updated: str
    """When the last entry was written."""
    finished: str | None
    """When it ended, if it has."""
    imported: ImportedSummary | None
    """Only if the game came from a file: then its replay has the signature that it came with."""
    links: dict[str, str]
    """Where everything of this game is."""
    open: list[int] | None = None
    """The seats that nobody has taken yet; of a waiting room only."""
    expires: str | None = None
    """When a waiting room is gone, unless somebody takes a seat before."""
    rematch: str | None = None
    """The game that the same people play next, once somebody wants it; of a finished game that is
    asked for by itself."""


async def summary(backend: "Backend", game_id: str) -> Summary:
    """GameWaiting if it has not begun."""
    origin = await backend.origin(game_id)
    return summarized(await backend.game(game_id), origin)


def _imported(origin: Origin) -> ImportedSummary | None:
    came = origin.imported
    return ImportedSummary(came.signed_by, came.trusted, came.version) if came else None


def summarized(aggregate: Aggregate, origin: Origin) -> Summary:
    game, state = aggregate.game, aggregate.state
    awaited = [] if aggregate.over else list(game.awaited(state))
    points, standings = game.points(state), game.standings(state)
    period, periods = game.period(state)
    return Summary(
        id=aggregate.game_id,
        game=game.name,
        version=aggregate.version,
        status=status_of(aggregate),  # type: ignore[arg-type]  # it is one of these three
        phase=state.phase,
        turn=awaited[0] if awaited else None,
        period=period,
        periods=periods,
        awaited=awaited,
        seats=[
            SeatSummary(**asdict(player), bot=aggregate.table.seats[player.seat].bot)
            for player in player_heads(aggregate.names, points, standings)
        ],
        scores=list(points),
        winners=list(state.winners),
        places=list(standings.places) if standings else None,
        tie_break=standings.tie_break if standings else None,
        result=table_result(aggregate),
        clock=clock_summary(aggregate),
        table=table_summary(aggregate),
        edition=origin.created.edition,
        options=origin.created.options,
        hints=aggregate.has_hints,
        commitment=origin.commitment,
        created=aggregate.created_at,
        updated=aggregate.updated_at,
        finished=aggregate.finished_at,
        imported=_imported(origin),
        links=game_links(aggregate.game_id, game.name),
    )
