"""The queue of RQ: jobs by name, with ids derived from what they do, so that none runs twice."""

from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, Retry
from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus
from rq.scheduler import RQScheduler

QUEUE = "schichtbuch"
BACKOFF = [1, 2, 5, 15, 60]
"""Seconds before each further try."""
WAITING = {JobStatus.SCHEDULED, JobStatus.DEFERRED}
ABANDONED_AFTER = timedelta(seconds=5)
"""Jobs take milliseconds; one that is said to run for longer was left behind by a dead worker."""


class Order(Struct, frozen=True):
    job: str
    """By its path, as RQ wants it."""
    args: tuple[Any, ...]
    job_id: str


class JobQueue:
    def __init__(self, redis: Redis) -> None:
        self.queue = Queue(QUEUE, connection=redis, default_timeout=120)
        # RQ leaves its scheduler untyped.
        self._scheduler: Any = RQScheduler([self.queue], connection=redis, logging_level="WARNING")

    def enqueue(self, *orders: Order) -> None:
        """At most once at a time by its id; a job that failed for good may be tried anew."""
        self.queue.enqueue_many([_prepared(order) for order in orders])

    def is_waiting(self, job_id: str) -> bool:
        """Whether the job is on its way: queued, just running, or waiting for its next try."""
        try:
            job = Job.fetch(job_id, connection=self.queue.connection)
        except NoSuchJobError:
            return False
        status = job.get_status(refresh=False)
        if status == JobStatus.STARTED and job.started_at:
            return datetime.now(UTC) - job.started_at < ABANDONED_AFTER
        if status == JobStatus.QUEUED:
            # A worker that died between taking and starting a job leaves it queued, but nowhere.
            return self.queue.get_job_position(job_id) is not None
        return status in WAITING

    def first_time(self, errand: str) -> bool:
        """Whether nobody has asked this of this server before."""
        return bool(self.queue.connection.set(f"schichtbuch:done:{errand}", 1, nx=True))

    def enqueue_due(self) -> None:
        """Jobs whose next try has come. RQ's own way is a process that outlives a killed worker."""
        self._scheduler.prepare_registries([QUEUE])
        self._scheduler.enqueue_scheduled_jobs()

    def reachable(self) -> bool:
        try:
            return bool(self.queue.connection.ping())
        except RedisError:
            return False


def _prepared(order: Order) -> Any:
    return Queue.prepare_data(
        order.job,
        args=order.args,
        job_id=order.job_id,
        retry=Retry(max=len(BACKOFF), interval=BACKOFF),
        result_ttl=60,
        failure_ttl=24 * 3600,
    )
