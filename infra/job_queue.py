"""The queues of RQ: jobs by name, with ids derived from what they do, so that none runs twice.

Audits and webhooks have queues of their own: neither what a stranger sends nor a stranger who does
not answer must delay a scoring or a bot.
"""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from msgspec import Struct
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, Retry
from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus
from rq.scheduler import RQScheduler

from infra.pulses import Pulses

QueueName = Literal["games", "audits", "webhooks"]
RQ_NAMES: dict[QueueName, str] = {
    "games": "schichtbuch",
    "audits": "schichtbuch-audits",
    "webhooks": "schichtbuch-webhooks",
}
BACKOFF = [1, 2, 5, 15, 60]
"""Seconds before each further try."""
MOST_TRIES = 1 + len(BACKOFF)
WAITING = {JobStatus.SCHEDULED, JobStatus.DEFERRED}
JUST_STARTED = timedelta(seconds=5)
"""So long after its start a job need not be in the pulse of its worker yet, and so long after it
was taken it need not have started."""
TAKEN_KEPT = 3600
TRIES_KEPT = 24 * 3600

JobState = Literal["unknown", "waiting", "failed"]


class Order(Struct, frozen=True):
    job: str
    """By its path, as RQ wants it."""
    args: tuple[Any, ...]
    job_id: str


class JobQueue:
    def __init__(self, redis: Redis, name: QueueName = "games", seconds: float = 60) -> None:
        """A job that takes longer than so many seconds is ended."""
        self.name = name
        self.queue = Queue(RQ_NAMES[name], connection=redis, default_timeout=round(seconds))
        self.pulses = Pulses(redis)
        # RQ leaves its scheduler untyped.
        self._scheduler: Any = RQScheduler([self.queue], connection=redis, logging_level="WARNING")

    def enqueue(self, *orders: Order) -> None:
        """At most once at a time by its id; a job that failed for good may be tried anew."""
        self.queue.enqueue_many([_prepared(order) for order in orders])

    def state(self, job_id: str) -> JobState:
        """`waiting` is on its way: queued, just running, or waiting for its next try."""
        state = self._state_once(job_id)
        # A job that moved on between our looks was nowhere: what is lost stays where it is.
        return self._state_once(job_id) if state == "unknown" else state

    def _state_once(self, job_id: str) -> JobState:
        try:
            job = Job.fetch(job_id, connection=self.queue.connection)
        except NoSuchJobError:
            return "unknown"
        status = job.get_status(refresh=False)
        if status == JobStatus.FAILED:
            return "failed"
        return "waiting" if self._is_waiting(job, status) else "unknown"

    def _is_waiting(self, job: Job, status: JobStatus | None) -> bool:
        if status == JobStatus.STARTED and job.started_at:
            return datetime.now(UTC) - job.started_at < JUST_STARTED or self._is_busy_with(job)
        if status == JobStatus.QUEUED:
            return self.queue.get_job_position(job.id) is not None or self._is_just_taken(job)
        return status in WAITING

    def _is_just_taken(self, job: Job) -> bool:
        """RQ moves a job aside when it is taken; a worker that dies before its start leaves it so.

        RQ keeps no time of that, so it counts from when it was first seen aside.
        """
        connection: Any = self.queue.connection
        if connection.lpos(self.queue.intermediate_queue_key, job.id) is None:
            return False
        enqueued = job.enqueued_at.timestamp() if job.enqueued_at else 0
        key, seen = f"schichtbuch:taken:{job.id}:{enqueued}", datetime.now(UTC).timestamp()
        before = connection.set(key, seen, nx=True, get=True, ex=TAKEN_KEPT)
        return before is None or seen - float(before) < JUST_STARTED.total_seconds()

    def _is_busy_with(self, job: Job) -> bool:
        """Else a worker that died, or froze, has left it behind."""
        pulse = self.pulses.of(job.worker_name) if job.worker_name else None
        return pulse is not None and pulse.job == job.id

    def forget(self, job_id: str) -> None:
        """That it failed: somebody has taken note of it."""
        with suppress(NoSuchJobError):
            Job.fetch(job_id, connection=self.queue.connection).delete()

    def count_try(self, job_id: str) -> int:
        """Which try this is. RQ itself forgets those that took the worker along."""
        connection: Any = self.queue.connection
        with connection.pipeline() as pipe:
            pipe.incr(_tries_key(job_id))
            pipe.expire(_tries_key(job_id), TRIES_KEPT)
            return int(pipe.execute()[0])

    def forget_tries(self, job_id: str) -> None:
        self.queue.connection.delete(_tries_key(job_id))

    def first_time(self, errand: str) -> bool:
        """Whether nobody has asked this of this server before."""
        return bool(self.queue.connection.set(f"schichtbuch:done:{errand}", 1, nx=True))

    def enqueue_due(self) -> None:
        """Jobs whose next try has come. RQ's own way is a process that outlives a killed worker."""
        self._scheduler.prepare_registries([self.queue.name])
        self._scheduler.enqueue_scheduled_jobs()

    def reachable(self) -> bool:
        try:
            return bool(self.queue.connection.ping())
        except RedisError:
            return False


def _tries_key(job_id: str) -> str:
    return f"schichtbuch:tries:{job_id}"


def _prepared(order: Order) -> Any:
    return Queue.prepare_data(
        order.job,
        args=order.args,
        job_id=order.job_id,
        retry=Retry(max=len(BACKOFF), interval=BACKOFF),
        result_ttl=60,
        failure_ttl=24 * 3600,
    )
