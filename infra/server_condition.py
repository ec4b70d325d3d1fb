"""How the servers of the log are: how full their memory is, and whether they can write."""

from typing import Any

from msgspec import Struct
from redis.asyncio import RedisCluster
from redis.exceptions import RedisError, ResponseError

from infra.connections import AnyRedis
from infra.log_errors import StorageUnavailable

NEARLY_FULL = 0.8


class Condition(Struct, frozen=True):
    """Of one server, or of one node of a cluster."""

    used: int
    """Bytes."""
    most: int
    """Bytes at which it takes no more: its `maxmemory`, else what its machine has; 0: unknown."""
    limited: bool
    """Whether it has a `maxmemory`."""
    writes: bool
    """Whether its last write to the disk went well."""

    @property
    def full(self) -> bool:
        return self.limited and self.used >= self.most

    @property
    def nearly_full(self) -> bool:
        return self.most > 0 and self.used >= NEARLY_FULL * self.most

    @property
    def fill(self) -> str:
        return f"{self.used // 2**20} of {self.most // 2**20} MB"


async def conditions(redis: AnyRedis) -> list[Condition]:
    """One for each server that holds logs; none if they do not tell."""
    try:
        return [_condition(info) for info in await _infos(redis)]
    except ResponseError:
        return []
    except RedisError as error:
        raise StorageUnavailable(str(error)) from error


async def _infos(redis: Any) -> list[dict[str, Any]]:
    if isinstance(redis, RedisCluster):
        found = await redis.info(target_nodes=RedisCluster.PRIMARIES)
        return list(found.values())
    return [await redis.info()]


def _condition(info: dict[str, Any]) -> Condition:
    most = int(info.get("maxmemory", 0))
    return Condition(
        used=int(info.get("used_memory", 0)),
        most=most or int(info.get("total_system_memory", 0)),
        limited=most > 0,
        writes=info.get("aof_last_write_status", "ok") == "ok",
    )
