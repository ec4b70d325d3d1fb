"""What there is to know of a game at a glance, the same for everybody."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from domain.kernel.head import PlayerHead, player_heads
from domain.kernel.standings import TieBreak
from infra.game_log import UnknownGame
from infra.games_index import plain_name
from replays.aggregate import Aggregate, DamagedLog
from services.api.backend import Backend, Origin
from services.api.http.links import game_links
from services.games import status_of

Status = Literal["running", "scoring", "finished"]


class SeatSummary(PlayerHead, frozen=True):
    bot: str | None
    """Which bot plays the seat, if one does."""


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
    """`scoring`: a worker is about to settle a shift, and nobody can act."""
    phase: str
    """What the game itself calls it."""
    turn: int | None
    """The seat that is to act, if any; the first of them if there are several."""
    period: int
    """The shift or round that is played, counted from 1; 0 before the first."""
    periods: int
    """How many there are."""
    awaited: list[int]
    """All seats that may act now."""
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
    edition: str
    """Of the rules."""
    options: dict[str, str]
    """All that the game is played with, the edition's defaults included."""
    commitment: str
    """SHA-256 of the sealed secret from which every deal of this game comes."""
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


class Games(Struct):
    games: list[Summary]
    """Newest first. A page can be short, or empty, although there is a next one."""
    cursor: str | None
    """For the next page, if there is one."""


async def summary(backend: Backend, game_id: str) -> Summary:
    origin = await backend.origin(game_id)
    return summarized(await backend.game(game_id), origin)


async def summaries(backend: Backend, game_ids: Sequence[str], player: str | None) -> list[Summary]:
    """The index may be late: whether the player plays is for the game itself to say."""
    found = [await _summary_if_sound(backend, game_id) for game_id in game_ids]
    return [one for one in found if one and (player is None or _plays(one, player))]


async def _summary_if_sound(backend: Backend, game_id: str) -> Summary | None:
    """One damaged log must not hide the games beside it."""
    try:
        return await summary(backend, game_id)
    except (DamagedLog, UnknownGame):
        return None


def _imported(origin: Origin) -> ImportedSummary | None:
    came = origin.imported
    return ImportedSummary(came.signed_by, came.trusted, came.version) if came else None


def _plays(game: Summary, player: str) -> bool:
    return plain_name(player) in {plain_name(seat.name) for seat in game.seats}


def summarized(aggregate: Aggregate, origin: Origin) -> Summary:
    game, state = aggregate.game, aggregate.state
    awaited, points, standings = (
        list(game.awaited(state)),
        game.points(state),
        game.standings(state),
    )
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
            SeatSummary(**asdict(player), bot=aggregate.seats[player.seat].bot)
            for player in player_heads(aggregate.names, points, standings)
        ],
        scores=list(points),
        winners=list(state.winners),
        places=list(standings.places) if standings else None,
        tie_break=standings.tie_break if standings else None,
        edition=origin.created.edition,
        options=origin.created.options,
        commitment=origin.commitment,
        created=aggregate.created_at,
        updated=aggregate.updated_at,
        finished=aggregate.finished_at,
        imported=_imported(origin),
        links=game_links(aggregate.game_id, game.name),
    )
