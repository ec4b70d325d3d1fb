"""When bots move in games with people: one sorted set, derived from the logs.

A move that comes at once cannot be followed. Whoever appends says when the next bot shall move;
what is lost here, the sweeper puts back.
"""

from typing import Any

from redis.exceptions import RedisError

from infra.appends import Appends
from infra.connections import AnyRedis
from infra.log_errors import StorageUnavailable

BOT_MOVES = "schichtbuch:bot-moves"
TAKE = """
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
if #due > 0 then redis.call('ZREM', KEYS[1], unpack(due)) end
return due
"""
"""Of several workers one takes each move."""


class BotMoves:
    def __init__(self, redis: AnyRedis) -> None:
        self._appends = Appends(redis, replicas=0, wait_ms=0)

    async def put(self, game_id: str, version: int, due_ms: int) -> None:
        """For the bot whose turn came with this version; who says so again does not delay it."""
        await self._ask("ZADD", BOT_MOVES, "NX", due_ms, f"{game_id} {version}")

    async def take(self, at_ms: int, most: int) -> list[tuple[str, int]]:
        """The games and versions whose bots shall move by now."""
        due = await self._ask("EVAL", TAKE, 1, BOT_MOVES, at_ms, most)
        moves = [member.decode().partition(" ") for member in due]
        return [(game_id, int(version)) for game_id, _, version in moves]

    async def _ask(self, *command: Any) -> Any:
        try:
            return await self._appends.send(BOT_MOVES, *command)
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error
