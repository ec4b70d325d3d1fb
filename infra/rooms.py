"""Waiting rooms: games whose players are not all there yet, each in one hash, for a day.

What is planned never changes; who has sat down is added. Every step is one script, so that of two
who take a seat at the same time one does. A room shares the hash tag of the game that it becomes.
"""

from collections.abc import Mapping
from time import time
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError

from domain.kernel.actions import OptionValue
from domain.kernel.clock import Clock
from infra.access import CREATOR, SEATS
from infra.appends import Appends, TooFewReplicas
from infra.connections import AnyRedis
from infra.game_keys import archived_key, log_key, room_key
from infra.game_setup import INVITES, REQUEST
from infra.log_errors import StorageUnavailable

DAY = 86_400
PLAN, CATALOG = "plan", "catalog"
TAKEN = "taken:"

OPEN = """
if redis.call('EXISTS', KEYS[1], KEYS[2], KEYS[3]) > 0 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
"""
TAKE = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 'gone' end
if redis.call('HGET', KEYS[1], 'invite:' .. ARGV[2]) ~= ARGV[3] then return 'unknown' end
if redis.call('HSETNX', KEYS[1], 'taken:' .. ARGV[2], ARGV[5]) == 0 then return 'taken' end
redis.call('HSET', KEYS[1], 'token:' .. ARGV[2], ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 'sits'
"""
RENEW = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 'gone' end
local kind = 'invite'
if redis.call('HEXISTS', KEYS[1], 'token:' .. ARGV[1]) == 1 then kind = 'token' end
redis.call('HSET', KEYS[1], kind .. ':' .. ARGV[1], ARGV[2])
return kind
"""
CHARGE = """
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[5])
return 1
"""
"""Rooms that have expired count no more."""

Taking: TypeAlias = Literal["sits", "taken", "unknown", "gone"]
Renewed: TypeAlias = Literal["token", "invite", "gone"]


class PlannedSeat(Struct, frozen=True, omit_defaults=True):
    name: str | None = None
    """None as long as the seat is open."""
    bot: str | None = None
    salt: str | None = None


class Sitting(Struct, frozen=True, omit_defaults=True):
    """Who has taken an open seat."""

    name: str
    salt: str | None = None
    request: str = ""
    """What was asked for, if it was asked for with an idempotency key: a keyed digest."""


class Plan(Struct, frozen=True):
    game: str
    seats: tuple[PlannedSeat, ...]
    edition: str | None
    options: dict[str, OptionValue]
    rules: str | None
    clock: Clock | None
    hints: bool
    secret: str
    """Of the game, in hex: chosen before anybody's salt is known."""
    created: str
    sender: str = ""
    """Whose quota the room counts for; empty: nobody's."""
    edition_played: str = ""
    """What holds if none is asked for included, as all options are."""
    options_played: dict[str, str] = {}


class Room(Struct, frozen=True):
    game_id: str
    plan: Plan
    catalog: bytes
    """Only if it is not the built-in one."""
    creator: str
    """The digest of the creator's key."""
    request: str
    tokens: Mapping[str, int]
    """Whose token has which digest."""
    invites: Mapping[int, str]
    """The digest of each open seat's invitation, also of those taken since."""
    taken: Mapping[int, Sitting]
    left_ms: int
    """Until it is gone."""

    @property
    def seats(self) -> list[PlannedSeat]:
        """As they are now."""
        sitting = {at: PlannedSeat(by.name, None, by.salt) for at, by in self.taken.items()}
        return [sitting.get(at, seat) for at, seat in enumerate(self.plan.seats)]

    @property
    def open(self) -> list[int]:
        return [at for at, seat in enumerate(self.seats) if seat.name is None]


class RoomsFull(Exception):
    """Somebody has too many rooms open."""


class Rooms:
    def __init__(self, redis: AnyRedis, replicas: int = 0, wait_ms: int = 1000) -> None:
        self._redis: Any = redis
        self._appends = Appends(redis, replicas, wait_ms)

    async def open(self, game_id: str, plan: Plan, fields: Mapping[str, str | bytes]) -> bool:
        """False if there is such a room, or a game, already."""
        key = room_key(game_id)
        written = [DAY, PLAN, msgspec.json.encode(plan)]
        for name, value in fields.items():
            written += [name, value]
        keys = (key, log_key(game_id), archived_key(game_id))
        return bool(await self._ask(self._appends.send(key, "EVAL", OPEN, 3, *keys, *written)))

    async def find(self, game_id: str) -> Room | None:
        key = room_key(game_id)
        questions = self._redis.pipeline(transaction=False)
        questions.hgetall(key).pttl(key)
        stored, left = await self._ask(questions.execute())
        return _room(game_id, stored, left) if stored else None

    async def take(
        self, game_id: str, seat: int, invite: str, token: str, sitting: Sitting
    ) -> Taking:
        """By the digests of the invitation and of the new token."""
        key = room_key(game_id)
        written = (DAY, seat, invite, token, msgspec.json.encode(sitting))
        answer = await self._ask(self._appends.send(key, "EVAL", TAKE, 1, key, *written))
        taking: Taking = answer.decode()
        return taking

    async def renew(self, game_id: str, seat: int, digest: str) -> Renewed:
        """Another token for whoever sits there, or another invitation if nobody does."""
        key = room_key(game_id)
        answer = await self._ask(self._appends.send(key, "EVAL", RENEW, 1, key, seat, digest))
        renewed: Renewed = answer.decode()
        return renewed

    async def charge(self, sender: str, game_id: str, most: int) -> None:
        """RoomsFull if the sender has so many open ones already."""
        key, now = _quota_key(sender), int(time())
        counted = (now, most, now + DAY, game_id, DAY)
        if not await self._ask(self._appends.send(key, "EVAL", CHARGE, 1, key, *counted)):
            raise RoomsFull(sender)

    async def discharge(self, sender: str, game_id: str) -> None:
        key = _quota_key(sender)
        await self._ask(self._appends.send(key, "ZREM", key, game_id))

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except (RedisError, TooFewReplicas) as error:
            raise StorageUnavailable(str(error)) from error


def _quota_key(sender: str) -> str:
    return f"schichtbuch:rooms:{sender}"


def _room(game_id: str, stored: Mapping[bytes, bytes], left: int) -> Room:
    fields = {name.decode(): value for name, value in stored.items()}
    return Room(
        game_id,
        msgspec.json.decode(fields[PLAN], type=Plan),
        fields.get(CATALOG, b""),
        fields.get(CREATOR, b"").decode(),
        fields.get(REQUEST, b"").decode(),
        {digest.decode(): seat for seat, digest in _by_seat(fields, SEATS)},
        {seat: digest.decode() for seat, digest in _by_seat(fields, INVITES)},
        {
            seat: msgspec.json.decode(sitting, type=Sitting)
            for seat, sitting in _by_seat(fields, TAKEN)
        },
        max(0, left),
    )


def _by_seat(fields: Mapping[str, bytes], prefix: str) -> list[tuple[int, bytes]]:
    names = [name for name in fields if name.startswith(prefix)]
    return sorted((int(name.removeprefix(prefix)), fields[name]) for name in names)
