"""Which RQ workers are alive: registered, and, on this machine, also really there."""

import os
import socket
from datetime import UTC, datetime

from rq import Worker
from rq.worker import BaseWorker

from infra.job_queue import JobQueue


def workers_alive(queue: JobQueue) -> int:
    return sum(_is_alive(worker) for worker in Worker.all(queue=queue.queue))


def _is_alive(worker: BaseWorker) -> bool:
    """A worker that was killed stays registered for minutes; its process tells sooner."""
    if worker.hostname == socket.gethostname() and worker.pid:
        return _process_lives(worker.pid)
    if worker.last_heartbeat is None:
        return False
    silent = datetime.now(UTC) - worker.last_heartbeat.replace(tzinfo=UTC)
    return silent.total_seconds() < worker.worker_ttl + 60


def _process_lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
