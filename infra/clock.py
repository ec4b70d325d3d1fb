"""What time it is, as log and log lines write it: UTC, to the millisecond."""

from datetime import UTC, datetime
from functools import lru_cache
from time import time_ns


def now() -> str:
    seconds, nanoseconds = divmod(time_ns(), 10**9)
    return f"{_second(seconds)}.{nanoseconds // 10**6:03d}Z"


@lru_cache(maxsize=2)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
