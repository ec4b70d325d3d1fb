"""First shifts of four-player games of Glück Auf, played beforehand, to be played again over HTTP.

The secret of a game decides its deals, so a game created with the same secret takes the
same actions, whatever its id.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from itertools import zip_longest

import msgspec
from msgspec import Struct

from domain.bots import bots_for
from domain.kernel.actions import SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.creation import creation
from domain.kernel.seals import Seat
from domain.kernel.versions import rules_name
from domain.registry import GAMES
from infra.connections import connect
from infra.game_log import GameLog, GameSetup
from replays.aggregate import Aggregate
from replays.entry import read_entry
from replays.simulation import FIRST_SHIFT, Plan, advance, create
from services.bench.load import request
from services.tokens import digest_of

GAME = GAMES["gluck-auf"]
PLAN = Plan("gluck-auf", 4, ("greedy",), seed=64)
DIFFERENT = 48
"""So many are different; the others repeat them."""
TOKENS = tuple(f"bench-token-of-seat-{seat}-" + 20 * str(seat) for seat in range(PLAN.players))


class Move(Struct, frozen=True):
    body: bytes
    seat: Seat


class Shift(Struct, frozen=True):
    game_id: str
    moves: tuple[Move, ...]


@cache
def moves(number: int) -> tuple[Move, ...]:
    """From the draft to the last worker; the last one ends the shift."""
    record = create(GAME, PLAN, number)
    bots = [bots_for(GAME)[seat.bot or "random"] for seat in PLAN.seats(number)]
    luck = CommittedChance(PLAN.digest(number, "luck"))
    played = []
    while record.state.phase != "scoring":
        advance(record, bots, luck)
        entry = record.entries[-1]
        line = read_entry(GAME, entry)
        assert isinstance(line.by, int)
        played.append(Move(msgspec.json.encode(line.action), line.by))
    return tuple(played)


def prepared(ids: Sequence[str]) -> list[Shift]:
    return [Shift(game_id, moves(number % DIFFERENT)) for number, game_id in enumerate(ids)]


def created_games(url: str, ids: Sequence[str]) -> list[Shift]:
    """New games on the server, each before its first move."""
    asyncio.run(_create(url, ids))
    return prepared(ids)


async def _create(url: str, ids: Sequence[str]) -> None:
    redis = connect(url)
    log = GameLog(redis)
    access = {str(seat): digest_of(token) for seat, token in enumerate(TOKENS)}
    for number, game_id in enumerate(ids):
        secret = PLAN.digest(number % DIFFERENT, "secret")
        seats = [SeatSetup(seat.name) for seat in PLAN.seats(number % DIFFERENT)]
        action = creation(game_id, GAME.name, rules_name(GAME.name, GAME.newest_rules), seats)
        at = FIRST_SHIFT.isoformat()
        _, setup = Aggregate.create(GAME, action, GAME.catalog, secret, "0" * 32, at)
        await log.create(game_id, setup.entry, GameSetup(access))
    await redis.aclose()


def scripts(
    shifts: Sequence[Shift], connections: int, path: Callable[[str], str]
) -> list[list[bytes]]:
    """For each connection its games, a move of one after a move of the other."""
    return [
        [
            _request(path(shift.game_id), move)
            for turn in zip_longest(*(shift.moves for shift in mine))
            for shift, move in zip(mine, turn, strict=True)
            if move
        ]
        for mine in (shifts[at::connections] for at in range(connections))
    ]


def looks(shifts: Sequence[Shift]) -> list[bytes]:
    """One look at each game, so that whoever serves it knows it."""
    return [
        request("GET", f"/api/v1/games/{shift.game_id}/state", headers=_bearer(0))
        for shift in shifts
    ]


def _request(path: str, move: Move) -> bytes:
    return request("POST", path, move.body, _bearer(move.seat))


def _bearer(seat: Seat) -> dict[str, str]:
    return {"Authorization": f"Bearer {TOKENS[seat]}"}
