"""A worker's promise: it moves while it waits and while it works, and not when it is stuck."""

import time
from pathlib import Path
from typing import Any

import pytest
from rq.timeouts import JobTimeoutException

from infra.embedded import EmbeddedServer
from infra.settings import Settings
from services.bootstrap import Resources, open_resources
from services.worker import moving
from services.worker.moving import MovingWorker
from tests.waiting import eventually

seen: list[tuple[str, bool]] = []
workers: list[MovingWorker] = []


def stuck_beyond_its_time() -> None:
    [worker] = workers
    seen.append(("at work", worker.moves))
    try:
        time.sleep(60)
    except JobTimeoutException:
        # As a job would do that catches everything.
        seen.append(("its time is over", worker.moves))
        eventually(lambda: not worker.moves)
        seen.append(("stuck", worker.moves))


@pytest.fixture
def resources(tmp_path: Path) -> Any:
    server = EmbeddedServer(tmp_path)
    server.start()
    opened: Resources = open_resources(Settings(data=tmp_path, redis_url=server.url))
    yield opened
    opened.queue.queue.connection.close()
    server.stop()


def test_a_loop_that_is_stuck_in_a_job_does_not_count_as_moving(
    resources: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "SLACK", 1.0)
    seen.clear()
    workers[:] = [MovingWorker(resources.queue, when_stopped=lambda: None)]
    name = "tests.services.worker.test_moving.stuck_beyond_its_time"
    resources.queue.queue.enqueue(name, job_timeout=1)
    workers[0].work(burst=True, logging_level="CRITICAL")
    assert seen == [("at work", True), ("its time is over", True), ("stuck", False)]
    assert workers[0].moves
    assert workers[0].busy_with is None
