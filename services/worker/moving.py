"""RQ's SimpleWorker, and the proof that its loop moves.

The loop promises when it will be heard of again: soon while it waits for a job, and after the
job's own time limit at the latest while it runs one. A thread tells the others for as long as the
promise stands. A frozen process tells nothing; one whose loop is stuck stops telling.
"""

import os
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import structlog
from redis.exceptions import RedisError
from rq import SimpleWorker

from infra.job_queue import JobQueue
from infra.pulses import EVERY, Pulse, Pulses

log = structlog.get_logger()

TTL = 20
"""RQ derives from it how long it waits for a job at most: 5 seconds, then the loop turns once."""
SLACK = 5.0
"""Seconds for what RQ does between two jobs."""


class MovingWorker(SimpleWorker):
    max_connection_wait_time = 5
    """Seconds. With RQ's minute a worker would sleep on when its server is back."""

    def __init__(self, queue: JobQueue, when_stopped: Callable[[], None]) -> None:
        self._promised_until = time.monotonic() + TTL
        self.busy_with: str | None = None
        self._when_stopped = when_stopped
        super().__init__([queue.queue], connection=queue.queue.connection, worker_ttl=TTL)

    @property
    def moves(self) -> bool:
        return time.monotonic() < self._promised_until

    def heartbeat(self, *args: Any, **named: Any) -> None:
        """RQ calls this on each turn of its loop."""
        super().heartbeat(*args, **named)
        if self.busy_with is None:
            self._promise(self.dequeue_timeout)

    def execute_job(self, job: Any, queue: Any) -> None:
        self.busy_with = job.id
        self._promise(job.timeout or queue.DEFAULT_TIMEOUT)
        try:
            super().execute_job(job, queue)
        finally:
            self.busy_with = None
            self._promise(self.dequeue_timeout)

    def handle_warm_shutdown_request(self) -> None:
        self._when_stopped()

    def _promise(self, seconds: float) -> None:
        self._promised_until = time.monotonic() + seconds + SLACK


def tell_while_it_moves(
    worker: MovingWorker, queue: JobQueue, pulses: Pulses, uploads: Callable[[], str | None]
) -> None:
    """In a thread of its own, with a connection of its own: the loop's may be waiting for a job."""

    def beat() -> None:
        pulse = Pulse(
            queue=queue.name,
            host=socket.gethostname(),
            pid=os.getpid(),
            job=worker.busy_with,
            uploads=uploads(),
        )
        pulses.beat(worker.name, pulse)

    def tell() -> None:
        while True:
            if worker.moves:
                try:
                    beat()
                except RedisError as error:
                    log.debug("nobody hears the pulse", error=str(error))
            time.sleep(EVERY)

    threading.Thread(target=tell, name="pulse", daemon=True).start()
