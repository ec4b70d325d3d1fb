"""Connections to Redis or Valkey: one server, Sentinel, or a cluster, as the URL says.

unix:///path, redis://host:6379/0, rediss://…
redis+sentinel://host:26379,host:26379/master-name
redis+cluster://host:7000,host:7001
"""

from typing import Any
from urllib.parse import urlsplit

import redis
import redis.asyncio
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry as AsyncRetry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff
from redis.driver_info import DriverInfo
from redis.sentinel import Sentinel as QueueSentinel

AnyRedis = redis.asyncio.Redis | redis.asyncio.RedisCluster

TIMEOUT = 5.0
"""Seconds after which a server that does not answer counts as gone."""
ONCE = AsyncRetry(NoBackoff(), 0)
DRIVER = DriverInfo()
"""Made once: else redis-py reads its own version from its package for every connection."""


def connect(url: str) -> AnyRedis:
    """For the log. Nothing is sent twice: a lost answer is found again in the log by its key."""
    parts = urlsplit(url)
    if parts.scheme == "redis+cluster":
        nodes = [ClusterNode(host, port) for host, port in _hosts(parts.netloc, 6379)]
        return redis.asyncio.RedisCluster(startup_nodes=nodes, socket_timeout=TIMEOUT)
    if parts.scheme == "redis+sentinel":
        sentinel: Any = Sentinel  # redis-py leaves its sentinels untyped
        guarded = sentinel(_hosts(parts.netloc, 26379), socket_timeout=TIMEOUT)
        master: AnyRedis = guarded.master_for(
            parts.path.strip("/"), socket_timeout=TIMEOUT, retry=ONCE
        )
        return master
    return redis.asyncio.from_url(
        url,
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        retry=ONCE,
        max_connections=1000,
        driver_info=DRIVER,
    )


async def disconnect(client: AnyRedis) -> None:
    """With the sentinels that were asked for the master."""
    await client.aclose()
    manager = getattr(getattr(client, "connection_pool", None), "sentinel_manager", None)
    for sentinel in manager.sentinels if manager else ():
        await sentinel.aclose()


def connect_queue(url: str) -> redis.Redis:
    """For RQ, which cannot use a cluster. Its workers take more time, to wait for jobs."""
    parts = urlsplit(url)
    if parts.scheme == "redis+sentinel":
        sentinel: Any = QueueSentinel
        guarded = sentinel(_hosts(parts.netloc, 26379), socket_timeout=TIMEOUT)
        name = parts.path.strip("/")
        master: redis.Redis = guarded.master_for(name, socket_timeout=TIMEOUT)
        return master
    return redis.from_url(
        url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, driver_info=DRIVER
    )


def _hosts(netloc: str, port: int) -> list[tuple[str, int]]:
    hosts = []
    for place in netloc.rpartition("@")[2].split(","):
        host, _, given = place.partition(":")
        hosts.append((host, int(given or port)))
    return hosts
