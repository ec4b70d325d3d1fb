"""`/games`: creating games, finding them, and what there is to know of one at a glance."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from msgspec import Meta, Struct, field

from domain.bots import bots_for
from domain.kernel.actions import OptionValue
from domain.kernel.catalog import Catalog
from domain.kernel.decider import AnyGame
from domain.kernel.errors import InvalidSetup
from domain.kernel.names import named
from domain.kernel.versions import UnknownVersion, check_version
from domain.registry import GAMES
from infra.game_log import UnknownGame
from replays.aggregate import Aggregate, DamagedLog
from services.api.bodies import plain_json, read_body
from services.api.callers import caller_of, creator_of
from services.api.desk import Desk, Origin, commitment
from services.api.idempotency import IdempotencyKey, checked_key
from services.api.languages import language_of
from services.api.links import game_links
from services.api.parameters import GameIdentity
from services.api.problems import refusals
from services.api.seats import SeatWish, seated
from services.games import Created, status_of
from services.tokens import Seed

Status = Literal["running", "scoring", "finished"]
PAGE = 20
LARGEST_PAGE = 100


class NewGame(Struct, forbid_unknown_fields=True):
    game: str
    """A name of `GET /rules`."""
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    """In clockwise order."""
    edition: str | None = None
    options: dict[str, OptionValue] = field(default_factory=dict)
    catalog: dict[str, Any] | None = None
    """A corrected catalog of the organizer's own; it travels inside the replay."""
    rules: str | None = None
    """A version of the rules, like `gluck-auf/1`; none: the newest."""


class SeatToken(Struct):
    seat: int
    name: str
    token: str | None
    """Shown once. Whoever has it acts for the seat; a seat that a bot holds has none."""


class GameBegun(Struct):
    id: str
    version: int
    commitment: str
    """SHA-256 of the sealed secret from which every deal of this game comes."""
    seats: list[SeatToken]
    key: str
    """The creator's key, shown once: it makes tokens of this game anew."""
    links: dict[str, str]


class SeatSummary(Struct):
    seat: int
    name: str
    """Empty once the names are erased."""
    bot: str | None


class Summary(Struct):
    id: str
    game: str
    version: int
    status: Status
    phase: str
    turn: int | None
    """The seat that is to act, if any; the first of them if there are several."""
    awaited: list[int]
    seats: list[SeatSummary]
    scores: list[int]
    winners: list[int]
    edition: str
    options: dict[str, str]
    commitment: str
    created: str
    links: dict[str, str]


class Games(Struct):
    games: list[Summary]
    cursor: str | None
    """For the next page, if there is one."""


class GamesController(Controller):
    path = "/games"
    tags = ("games",)

    @post(operation_id="createGame", summary="Create a game")
    async def create(
        self,
        request: Request[Any, Any, Any],
        desk: NamedDependency[Desk],
        idempotency_key: IdempotencyKey = None,
    ) -> Response[GameBegun]:
        creator, key = creator_of(request, desk), checked_key(idempotency_key)
        wish = await read_body(request, NewGame)
        seed, asked = None, ""
        if key is not None:
            seed = Seed.of_request(desk.organizer, creator, key)
            asked = seed.digest(plain_json(await request.body()))
        created = await _created_before(desk, seed, asked)
        created = created or await _create(request, desk, wish, seed, asked)
        await desk.workplace.errands.done()  # who creates a game finds it in the list
        begun = _begun(created)
        headers = {"Location": begun.links["self"], "Cache-Control": "no-store"}
        return Response(begun, status_code=201, headers=headers)

    @get(operation_id="listGames", summary="Find games, newest first")
    async def find(
        self,
        desk: NamedDependency[Desk],
        game: Annotated[str | None, QueryParameter(description="Only of this game.")] = None,
        status: Annotated[Status | None, QueryParameter(description="Only in this status.")] = None,
        cursor: Annotated[str | None, QueryParameter(description="From the page before.")] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=LARGEST_PAGE)] = PAGE,
    ) -> Games:
        page = await desk.workplace.index.page(game, status, cursor, limit)
        found = [await _summary_if_sound(desk, game_id) for game_id in page.game_ids]
        return Games([summary for summary in found if summary], page.cursor)

    @get("/{game_id:str}", operation_id="getGame", summary="A game at a glance")
    async def glance(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        desk: NamedDependency[Desk],
    ) -> Response[Summary]:
        await caller_of(request, desk, game_id)
        headers = {"Cache-Control": "no-cache"}
        return Response(await _summary(desk, game_id), headers=headers)


async def _created_before(desk: Desk, seed: Seed | None, asked: str) -> Created | None:
    """The process that created it may have died before it had filed it."""
    created = await desk.games.created_before(seed, asked) if seed else None
    if created:
        await desk.workplace.errands.chase(await desk.game(created.aggregate.game_id))
    return created


async def _create(
    request: Request[Any, Any, Any],
    desk: Desk,
    wish: NewGame,
    seed: Seed | None = None,
    asked: str = "",
) -> Created:
    game = _game(wish)
    catalog = _catalog(game, wish)
    language = language_of(request)
    seats = seated(wish.seats, language)
    with refusals(game, language):
        return await desk.games.create(
            game,
            seats,
            wish.edition,
            wish.options,
            catalog,
            _own(game, catalog),
            _rules(game, wish),
            seed,
            asked,
        )


def _game(wish: NewGame) -> AnyGame:
    game = GAMES.get(wish.game)
    if game is None:
        raise InvalidSetup(f"there is no game {wish.game!r}; there are: {', '.join(GAMES)}")
    bots = bots_for(game)
    for seat in wish.seats:
        if seat.bot is not None and seat.bot not in bots:
            raise InvalidSetup(f"there is no bot {seat.bot!r}; there are: {', '.join(bots)}")
    return game


def _catalog(game: AnyGame, wish: NewGame) -> Catalog:
    if wish.catalog is None:
        return game.catalog  # type: ignore[no-any-return]  # AnyGame leaves it open which one
    return game.catalogs.corrected(wish.catalog)  # type: ignore[no-any-return]


def _rules(game: AnyGame, wish: NewGame) -> str | None:
    if wish.rules is not None:
        try:
            check_version(game.name, game.newest_rules, wish.rules)
        except UnknownVersion as error:
            raise InvalidSetup(str(error)) from error
    return wish.rules


def _own(game: AnyGame, catalog: Catalog) -> bytes:
    """Stored beside the log unless we have shipped it."""
    own = game.catalogs.find(catalog.digest) is None
    return msgspec.json.encode(catalog.content) if own else b""


def _begun(created: Created) -> GameBegun:
    aggregate = created.aggregate
    seats = [
        SeatToken(seat, name, token)
        for seat, (name, token) in enumerate(zip(aggregate.names, created.tokens, strict=True))
    ]
    links = game_links(aggregate.game_id, aggregate.game.name)
    return GameBegun(aggregate.game_id, 1, commitment(created.entry), seats, created.key, links)


async def _summary(desk: Desk, game_id: str) -> Summary:
    origin = await desk.origin(game_id)
    return _summarized(await desk.game(game_id), origin)


async def _summary_if_sound(desk: Desk, game_id: str) -> Summary | None:
    """One damaged log must not hide the games beside it."""
    try:
        return await _summary(desk, game_id)
    except (DamagedLog, UnknownGame):
        return None


def _summarized(aggregate: Aggregate, origin: Origin) -> Summary:
    game, state = aggregate.game, aggregate.state
    awaited = list(game.awaited(state))
    return Summary(
        id=aggregate.game_id,
        game=game.name,
        version=aggregate.version,
        status=status_of(aggregate),  # type: ignore[arg-type]  # it is one of these three
        phase=state.phase,
        turn=awaited[0] if awaited else None,
        awaited=awaited,
        seats=[
            SeatSummary(at, named(aggregate.names, at), seat.bot)
            for at, seat in enumerate(aggregate.seats)
        ],
        scores=list(game.points(state)),
        winners=list(state.winners),
        edition=origin.created.edition,
        options=origin.created.options,
        commitment=origin.commitment,
        created=aggregate.created_at,
        links=game_links(aggregate.game_id, game.name),
    )
