"""The queues, on a real server: what is on its way, what is lost, what has failed."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq import SimpleWorker
from rq.job import Job, JobStatus

from infra import job_queue
from infra.embedded import EmbeddedServer
from infra.job_queue import JobQueue, Order
from infra.pulses import Pulse

ORDER = Order("tests.infra.test_job_queue.failing", (), "the-job")


def failing() -> None:
    raise ValueError("never")


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    server = EmbeddedServer(tmp_path)
    server.start()
    with Redis.from_url(server.url) as client:
        yield client
    server.stop()


def started(queue: JobQueue, worker: str, ago: float) -> None:
    """As a worker does it when it takes the job."""
    queue.enqueue(ORDER)
    job = Job.fetch(ORDER.job_id, connection=queue.queue.connection)
    job.started_at = datetime.now(UTC) - timedelta(seconds=ago)
    job.worker_name = worker
    job.set_status(JobStatus.STARTED)
    job.save()
    queue.queue.connection.delete(queue.queue.key)


def test_a_long_job_of_a_living_worker_is_on_its_way(redis: Redis) -> None:
    queue = JobQueue(redis, "audits")
    started(queue, "anna", ago=40)
    assert queue.state(ORDER.job_id) == "unknown"
    pulse = Pulse(queue="audits", host="h", pid=1, job=ORDER.job_id)
    queue.pulses.beat("anna", pulse)
    assert queue.state(ORDER.job_id) == "waiting"
    queue.pulses.beat("anna", Pulse(queue="audits", host="h", pid=1, job="another"))
    assert queue.state(ORDER.job_id) == "unknown"


def test_a_job_that_has_just_begun_need_not_be_in_the_pulse_yet(redis: Redis) -> None:
    queue = JobQueue(redis)
    started(queue, "anna", ago=0)
    assert queue.state(ORDER.job_id) == "waiting"


def taken(queue: JobQueue) -> None:
    """As a worker does it before it starts the job."""
    queue.enqueue(ORDER)
    assert queue.queue.lmove(queue.queue.connection, queue.queue.key, None)


def test_a_job_that_was_taken_but_has_not_begun_is_on_its_way(redis: Redis) -> None:
    queue = JobQueue(redis)
    taken(queue)
    assert queue.queue.count == 0
    assert queue.state(ORDER.job_id) == "waiting"


def test_a_job_whose_worker_died_before_it_began_is_lost_and_may_be_sent_again(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = JobQueue(redis)
    taken(queue)
    assert queue.state(ORDER.job_id) == "waiting"
    with monkeypatch.context() as later:
        later.setattr(job_queue, "JUST_STARTED", timedelta(0))
        assert queue.state(ORDER.job_id) == "unknown"
        queue.enqueue(ORDER)
        assert queue.state(ORDER.job_id) == "waiting"
        queue.queue.lmove(redis, queue.queue.key, None)
    assert queue.state(ORDER.job_id) == "waiting"  # another taking: it counts from anew


class Moving(Redis):
    """A server where the job is started between the look into the queue and the one aside."""

    job: Any = None

    def lpos(self, *args: Any, **named: Any) -> Any:
        found = super().lpos(*args, **named)
        if self.job is not None and found is None:
            self.job.set_status(JobStatus.STARTED)
            self.job.started_at = datetime.now(UTC)
            self.job.save()
        return found


def test_a_job_that_begins_while_it_is_looked_for_is_on_its_way(redis: Redis) -> None:
    moving = Moving(connection_pool=redis.connection_pool)
    queue = JobQueue(moving)
    queue.enqueue(ORDER)
    redis.delete(queue.queue.key)
    moving.job = Job.fetch(ORDER.job_id, connection=redis)
    assert queue.state(ORDER.job_id) == "waiting"


def test_a_job_that_failed_for_good_is_said_to_and_may_be_forgotten(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "BACKOFF", [0])
    queue = JobQueue(redis)
    assert queue.state(ORDER.job_id) == "unknown"
    queue.enqueue(ORDER)
    assert queue.state(ORDER.job_id) == "waiting"
    worker: Any = SimpleWorker([queue.queue], connection=redis)
    worker.work(burst=True, logging_level="CRITICAL")
    assert queue.state(ORDER.job_id) == "failed"
    queue.forget(ORDER.job_id)
    assert queue.state(ORDER.job_id) == "unknown"
    assert queue.queue.failed_job_registry.count == 0


def test_tries_are_counted_until_they_are_forgotten(redis: Redis) -> None:
    queue = JobQueue(redis)
    assert [queue.count_try("a"), queue.count_try("a"), queue.count_try("b")] == [1, 2, 1]
    queue.forget_tries("a")
    assert queue.count_try("a") == 1


def test_each_queue_has_its_own_jobs_and_workers(redis: Redis) -> None:
    games, audits = JobQueue(redis), JobQueue(redis, "audits", seconds=90)
    audits.enqueue(ORDER)
    assert (games.queue.count, audits.queue.count) == (0, 1)
    assert Job.fetch(ORDER.job_id, connection=redis).timeout == 90
    audits.pulses.beat("anna", Pulse(queue="audits", host="h", pid=1))
    assert games.pulses.alive("games") == []
    assert [pulse.pid for pulse in games.pulses.alive("audits")] == [1]
    redis.delete("schichtbuch:worker:anna")
    assert games.pulses.alive("audits") == []
    assert not redis.exists("schichtbuch:workers:audits")
