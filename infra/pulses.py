"""Which workers are at work: each says so every two seconds, for as long as its loop moves.

RQ's own heartbeat lasts for minutes, and a process that is there may be frozen.
"""

from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis

EVERY = 2.0
"""Seconds between two beats."""
LASTS = 7
"""Seconds after its last beat a worker counts as gone."""


class Pulse(Struct, frozen=True, kw_only=True):
    queue: str
    host: str
    pid: int
    job: str | None = None
    """What it is busy with."""
    uploads: str | None = None
    """By which name it knows the folder of uploads, if it reads them."""


_DECODER = msgspec.json.Decoder(Pulse)


class Pulses:
    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis

    def beat(self, worker: str, pulse: Pulse) -> None:
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.set(_key(worker), msgspec.json.encode(pulse), ex=LASTS)
            pipe.sadd(_names(pulse.queue), worker)
            pipe.execute()

    def end(self, worker: str, queue: str) -> None:
        self._redis.delete(_key(worker))
        self._redis.srem(_names(queue), worker)

    def of(self, worker: str) -> Pulse | None:
        beat = self._redis.get(_key(worker))
        return None if beat is None else _DECODER.decode(beat)

    def alive(self, queue: str) -> list[Pulse]:
        names = sorted(self._redis.smembers(_names(queue)))
        beats = self._redis.mget([_key(name.decode()) for name in names]) if names else []
        gone = [name for name, beat in zip(names, beats, strict=True) if beat is None]
        if gone:
            self._redis.srem(_names(queue), *gone)
        return [_DECODER.decode(beat) for beat in beats if beat is not None]


def _key(worker: str) -> str:
    return f"schichtbuch:worker:{worker}"


def _names(queue: str) -> str:
    return f"schichtbuch:workers:{queue}"
