"""Verdicts on games that workers have found, and why an audit came to none."""

from typing import TYPE_CHECKING, Any

from redis.exceptions import RedisError

from infra.archive_mark import Mark
from infra.connections import AnyRedis
from infra.log_errors import StorageUnavailable

if TYPE_CHECKING:
    from infra.archived_games import ArchivedGames


def game_audit_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:audits"


def failure_key(job_id: str) -> str:
    return f"schichtbuch:audit-failure:{{{job_id}}}"


class Audits:
    def __init__(self, redis: AnyRedis, archive: "ArchivedGames | None" = None) -> None:
        self._redis: Any = redis
        self._archive = archive

    async def keep_game(self, game_id: str, version: int, report: bytes) -> None:
        """Those of earlier versions are asked for by nobody any more."""
        key = game_audit_key(game_id)
        await self._ask(self._redis.hset(key, str(version), report))
        earlier = [kept for kept in await self._ask(self._redis.hkeys(key)) if int(kept) < version]
        if earlier:
            await self._ask(self._redis.hdel(key, *earlier))

    async def game(self, game_id: str, version: int) -> bytes | None:
        found: bytes | None = await self._ask(
            self._redis.hget(game_audit_key(game_id), str(version))
        )
        return found or await self._archived(game_id, version)

    async def _archived(self, game_id: str, version: int) -> bytes | None:
        """Of a game that has moved to the archive, with its verdicts."""
        where = await self._archive.where(game_id) if self._archive else None
        if self._archive is None or not isinstance(where, Mark):
            return None
        game = await self._archive.load(game_id, where)
        return game.beside.audits.get(str(version).encode()) if game else None

    async def fail(self, job_id: str, failure: bytes, *, seconds: int) -> None:
        """Remembered for so long; after that it may be tried again."""
        await self._ask(self._redis.set(failure_key(job_id), failure, ex=seconds))

    async def failure(self, job_id: str) -> bytes | None:
        found: bytes | None = await self._ask(self._redis.get(failure_key(job_id)))
        return found

    async def forget_failure(self, job_id: str) -> None:
        await self._ask(self._redis.delete(failure_key(job_id)))

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error
