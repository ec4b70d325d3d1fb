"""Waiting rooms: opened by a creator, filled by those who are invited, and then a game.

The secret of the game is drawn when the room opens, and its digest shown from then on; entry 1 is
written when the last seat is taken, with the salts of those who took one. So whoever knows the
secret has drawn it before a salt was known, and who chooses a salt does not know the secret.
"""

import asyncio
from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.actions import CreateGame, SeatSetup
from domain.kernel.catalog import Catalog
from domain.kernel.creation import creation
from domain.kernel.decider import AnyGame
from domain.kernel.events import GameCreated
from domain.kernel.versions import rules_name
from domain.registry import GAMES
from infra.access import CREATOR, seat_field
from infra.game_setup import INVITES, REQUEST
from infra.games_index import Filing, GamesIndex
from infra.rooms import CATALOG, Plan, PlannedSeat, Room, Rooms
from replays.aggregate import Aggregate
from replays.entry import sha256
from services.games import Games
from services.tokens import Seed, digest_of

WAITING: Literal["waiting"] = "waiting"
SOMEBODY = "?"
"""Called so until the seat is taken, and only where a setup is tried."""


class GameWaiting(Exception):
    """The game has not begun: some of its seats are open."""

    def __init__(self, room: Room) -> None:
        super().__init__(room.game_id)
        self.room = room


class WaitingRooms:
    def __init__(self, rooms: Rooms, games: Games, index: GamesIndex) -> None:
        self.rooms, self._games, self._index = rooms, games, index

    async def open(self, seed: Seed, plan: Plan, catalog: bytes, request: str, most: int) -> bool:
        """False if it is open already. InvalidSetup or RuleViolation if it could never begin."""
        game_id = seed.game_id
        plan = await asyncio.to_thread(as_played, game_id, plan, catalog)
        if plan.sender and most:
            await self.rooms.charge(plan.sender, game_id, most)
        is_new = await self.rooms.open(game_id, plan, _fields(seed, plan, catalog, request))
        if is_new:
            await self._index.put([_filing(game_id, plan)])
        return is_new

    async def begin(self, room: Room) -> bool:
        """Entry 1, if everybody is there; whoever finds a full room may do it."""
        if room.open:
            return False
        action, game, catalog = await asyncio.to_thread(
            _creation, room.game_id, room.plan, room.seats, room.catalog
        )
        secret = bytes.fromhex(room.plan.secret)
        begun = await self._games.begin(game, action, catalog, secret)
        await self.leave(room.game_id, room.plan)
        return begun

    async def leave(self, game_id: str, plan: Plan) -> None:
        """The room is a game now, or gone."""
        await self._index.remove(_filing(game_id, plan).member)
        if plan.sender:
            await self.rooms.discharge(plan.sender, game_id)


def as_played(game_id: str, plan: Plan, catalog: bytes) -> Plan:
    """With what would hold in the game; it is tried, with names for those who are not there.

    In a thread, as all that reads a catalog: an organizer's own may be large.
    """
    seats = [PlannedSeat(seat.name or SOMEBODY, seat.bot, seat.salt) for seat in plan.seats]
    action, game, used = _creation(game_id, plan, seats, catalog)
    _, decision = Aggregate.create(game, action, used, b"", "", plan.created)
    created = decision.events[0]
    assert isinstance(created, GameCreated), "so every game begins"
    return replace(plan, edition_played=created.edition, options_played=created.options)


def commitment_of(plan: Plan) -> str:
    return sha256(bytes.fromhex(plan.secret))


def _creation(
    game_id: str, plan: Plan, seats: list[PlannedSeat], own_catalog: bytes
) -> tuple[CreateGame, AnyGame, Catalog]:
    game = GAMES[plan.game]
    catalog: Catalog = game.read_catalog(own_catalog) if own_catalog else game.catalog
    action = creation(
        game_id,
        game.name,
        plan.rules or rules_name(game.name, game.newest_rules),
        [SeatSetup(seat.name or UNSET, seat.bot, seat.salt) for seat in seats],
        plan.edition,
        plan.options,
        plan.clock,
        hints=plan.hints,
        commitment=commitment_of(plan),
    )
    return action, game, catalog


def _fields(seed: Seed, plan: Plan, catalog: bytes, request: str) -> Mapping[str, str | bytes]:
    """What is kept beside the plan: digests of all that opens something."""
    fields: dict[str, str | bytes] = {CATALOG: catalog, CREATOR: digest_of(seed.creator_key)}
    if request:
        fields[REQUEST] = request
    for at, seat in enumerate(plan.seats):
        if seat.name is None:
            fields[f"{INVITES}{at}"] = digest_of(seed.invite(at))
        elif seat.bot is None:
            fields[seat_field(at)] = digest_of(seed.token(at))
    return fields


def _filing(game_id: str, plan: Plan) -> Filing:
    """Not by names: nobody could take it off those shelves again when it has expired."""
    return Filing(game_id, plan.game, WAITING, plan.created)
