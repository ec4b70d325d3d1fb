"""Verdicts that workers have computed, and uploaded files that wait for theirs."""

from typing import Any

from redis.exceptions import RedisError

from infra.connections import AnyRedis
from infra.game_log import StorageUnavailable

KEPT_SECONDS = 24 * 3600
"""How long the verdicts of an uploaded file can be asked for; the file itself goes with them."""


def game_audit_key(game_id: str) -> str:
    return f"schichtbuch:{{{game_id}}}:audits"


def file_key(audit_id: str) -> str:
    return f"schichtbuch:audit:{{{audit_id}}}:file"


def verdicts_key(audit_id: str) -> str:
    return f"schichtbuch:audit:{{{audit_id}}}:verdicts"


class Audits:
    def __init__(self, redis: AnyRedis) -> None:
        self._redis: Any = redis

    async def keep_game(self, game_id: str, version: int, report: bytes) -> None:
        await self._ask(self._redis.hset(game_audit_key(game_id), str(version), report))

    async def game(self, game_id: str, version: int) -> bytes | None:
        found: bytes | None = await self._ask(
            self._redis.hget(game_audit_key(game_id), str(version))
        )
        return found

    async def upload(self, audit_id: str, data: bytes) -> None:
        await self._ask(self._redis.set(file_key(audit_id), data, ex=KEPT_SECONDS))

    async def file(self, audit_id: str) -> bytes | None:
        found: bytes | None = await self._ask(self._redis.get(file_key(audit_id)))
        return found

    async def keep_file(self, audit_id: str, report: bytes) -> None:
        await self._ask(self._redis.set(verdicts_key(audit_id), report, ex=KEPT_SECONDS))

    async def verdicts(self, audit_id: str) -> bytes | None:
        found: bytes | None = await self._ask(self._redis.get(verdicts_key(audit_id)))
        return found

    async def is_known(self, audit_id: str) -> bool:
        return bool(await self._ask(self._redis.exists(file_key(audit_id))))

    async def _ask(self, question: Any) -> Any:
        try:
            return await question
        except RedisError as error:
            raise StorageUnavailable(str(error)) from error
