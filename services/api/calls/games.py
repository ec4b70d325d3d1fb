"""`/games`: creating games, finding them, and what there is to know of one at a glance."""

import asyncio
import secrets
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from msgspec import Meta, Struct, field

from domain.bots import bots_for
from domain.kernel.actions import OptionValue
from domain.kernel.catalog import Catalog
from domain.kernel.clock import Clock
from domain.kernel.decider import AnyGame
from domain.kernel.errors import InvalidSetup
from domain.kernel.options import check_edition, check_options
from domain.kernel.versions import UnknownVersion, check_version
from domain.registry import GAMES
from infra.addresses import counted_address
from infra.clock import now
from infra.rooms import Plan
from replays.entry import sha256
from services.api.backend import Backend
from services.api.glances import glance
from services.api.http.bodies import plain_json, read_body
from services.api.http.caching import conditional, json_answer
from services.api.http.callers import address_of, caller_of, creator_of, room_caller_of
from services.api.http.idempotency import IdempotencyKey, checked_key
from services.api.http.languages import language_of
from services.api.http.links import game_links
from services.api.http.parameters import GameIdentity
from services.api.http.problems import refusals
from services.api.listing import Games, listed, with_titled
from services.api.opening import GameBegun, SeatToken, opened
from services.api.origins import commitment
from services.api.searches import (
    CreatedSince,
    CreatedUntil,
    Cursor,
    InOrder,
    InStatus,
    OfGame,
    WithPlayer,
    WithWords,
    read_search,
)
from services.api.seats import SeatWish, planned, seated
from services.games import Created, CreationKeyReused
from services.rooms import GameWaiting
from services.tokens import Seed

PAGE = 20
LARGEST_PAGE = 100
ANEW = {"Cache-Control": "no-cache"}


class NewGame(Struct, forbid_unknown_fields=True):
    game: str
    """A name of `GET /rules`."""
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    """In clockwise order."""
    edition: str | None = None
    """Of the rules; `null`: the default one."""
    options: dict[str, OptionValue] = field(default_factory=dict)
    """What is to differ from the edition: see `options` in `GET /rules/{game}`."""
    catalog: dict[str, Any] | None = None
    """A corrected catalog of the organizer's own; it travels inside the replay."""
    rules: str | None = None
    """A version of the rules, like `gluck-auf/1`; none: the newest."""
    clock: Clock | None = None
    """How much time the players have; none: as much as they like."""
    hints: bool = False
    """Whether players may ask what a bot would do."""


class GamesController(Controller):
    path = "/games"
    tags = ("games",)

    @post(operation_id="createGame", summary="Create a game")
    async def create(
        self,
        request: Request[Any, Any, Any],
        backend: NamedDependency[Backend],
        idempotency_key: IdempotencyKey = None,
    ) -> Response[GameBegun]:
        creator, key = await creator_of(request, backend), checked_key(idempotency_key)
        wish = await read_body(request, NewGame)
        seed, asked = None, ""
        if key is not None:
            seed = Seed.of_request(backend.organizer, creator, key)
            asked = seed.digest(plain_json(await request.body()))
        if any(seat.open for seat in wish.seats):
            begun = await _open_room(request, backend, wish, seed or Seed.random(), asked)
        else:
            created = await _created_before(backend, seed, asked)
            begun = _begun(created or await _create(request, backend, wish, seed, asked))
        await backend.resources.errands.done()  # who creates a game finds it in the list
        headers = {"Location": begun.links["self"], "Cache-Control": "no-store"}
        return Response(begun, status_code=201, headers=headers)

    @get(operation_id="listGames", summary="Find games, newest first")
    async def find(
        self,
        request: Request[Any, Any, Any],
        backend: NamedDependency[Backend],
        game: OfGame = None,
        status: InStatus = None,
        player: WithPlayer = None,
        words: WithWords = None,
        since: CreatedSince = None,
        until: CreatedUntil = None,
        cursor: Cursor = None,
        sort: InOrder = "newest",
        limit: Annotated[
            int, QueryParameter(ge=1, le=LARGEST_PAGE, description="So many games at most.")
        ] = PAGE,
    ) -> Response[bytes]:
        # Litestar takes the word `null` for nothing, but somebody may be called that.
        player = request.query_params.get("player", player)
        words = request.query_params.get("search", words)
        search = read_search(game, status, player, words, since, until, cursor, sort)
        page = await backend.resources.index.page(search, limit)
        found = await listed(backend, page.game_ids, language_of(request), player, words)
        if words and not cursor:
            found = await with_titled(backend, found, search, words, language_of(request))
        body = msgspec.json.encode(Games(found, page.cursor))
        etag = f'W/"{sha256(body)[:32]}"'
        headers = {**ANEW, "Vary": "Accept-Language"}  # by the titles
        return conditional(request, etag, headers) or json_answer(body, etag, headers)

    @get("/{game_id:str}", operation_id="getGame", summary="A game at a glance")
    async def glance(
        self,
        request: Request[Any, Any, Any],
        game_id: GameIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[bytes]:
        try:
            await caller_of(request, backend, game_id)
        except GameWaiting as waiting:
            await room_caller_of(request, backend, waiting.room)
        found = await glance(backend, game_id)
        said = msgspec.json.encode(found)
        # A room changes without a version, and a finished game when somebody wants another.
        fixed = found.version and found.rematch is None
        etag = f'W/"{found.version}"' if fixed else f'W/"{sha256(said)[:32]}"'
        return conditional(request, etag, ANEW) or json_answer(said, etag, ANEW)


async def _created_before(backend: Backend, seed: Seed | None, asked: str) -> Created | None:
    """The process that created it may have died before it had filed it."""
    if seed and await backend.resources.waiting.rooms.find(seed.game_id):
        raise CreationKeyReused(seed.game_id)
    created = await backend.games.created_before(seed, asked) if seed else None
    if created:
        await backend.resources.errands.ensure_enqueued(
            await backend.game(created.aggregate.game_id)
        )
    return created


async def _create(
    request: Request[Any, Any, Any],
    backend: Backend,
    wish: NewGame,
    seed: Seed | None = None,
    asked: str = "",
) -> Created:
    game = _game(wish)
    check_edition(wish.edition)
    check_options(wish.options)
    catalog = await asyncio.to_thread(_catalog, game, wish)  # a big one takes its time
    language = language_of(request)
    seats = seated(wish.seats, language)
    with refusals(game, language):
        return await backend.games.create(
            game,
            seats,
            wish.edition,
            wish.options,
            catalog,
            _own(game, catalog),
            _rules(game, wish),
            wish.clock,
            seed,
            asked,
            hints=wish.hints,
        )


async def _open_room(
    request: Request[Any, Any, Any], backend: Backend, wish: NewGame, seed: Seed, asked: str
) -> GameBegun:
    """Some seats are open: the game begins when they are taken."""
    game, language = _game(wish), language_of(request)
    check_edition(wish.edition)
    check_options(wish.options)
    catalog = await asyncio.to_thread(_catalog, game, wish)
    plan = Plan(
        game.name,
        planned(wish.seats, language),
        wish.edition,
        wish.options,
        _rules(game, wish),
        wish.clock,
        wish.hints,
        secrets.token_hex(32),
        now(),
        "" if "authorization" in request.headers else counted_address(address_of(request)),
    )
    with refusals(game, language):
        return await opened(backend, seed, plan, _own(game, catalog), asked)


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
