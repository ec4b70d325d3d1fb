"""What can go wrong with the log of a game, and what the server's own errors mean for it."""

from typing import Any

from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,  # redis-py's own
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    ResponseError,
    TimeoutError,  # redis-py's own
)

from infra.access import ENDED, TokenEnded
from infra.appends import TooFewReplicas

UNAVAILABLE = (
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    TimeoutError,
    TooFewReplicas,
)
REFUSING = ("OOM", "MISCONF", "READONLY", "LOADING", "CLUSTERDOWN", "NOREPLICAS", "TRYAGAIN")
"""What a server says that cannot write at the moment."""


class VersionTaken(Exception):
    """Somebody else has written this version."""


class UnknownGame(Exception):
    """There is no log of this game."""


class StorageUnavailable(Exception):
    """The server cannot be reached or cannot write; whether an append arrived is not known."""


async def ask(question: Any) -> Any:
    """The answer; what the server refuses is said in our own words."""
    try:
        return await question
    except UNAVAILABLE as error:
        raise StorageUnavailable(str(error)) from error
    except ResponseError as error:
        if str(error).startswith(ENDED):
            raise TokenEnded(str(error)) from error
        if "equal or smaller" in str(error):
            raise VersionTaken(str(error)) from error
        if str(error).startswith(REFUSING):
            raise StorageUnavailable(str(error)) from error
        raise
