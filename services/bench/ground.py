"""The ground that is measured on: a real embedded server, the real API, the bare endpoints.

Each is a process of its own, as in a deployment, in a folder that is thrown away afterwards.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import redis
from msgspec import Struct

from infra.embedded import EmbeddedServer
from services.api.http.server import listening
from services.bench.load import UnexpectedAnswer, request, send

PATIENCE = 30.0
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
"""What is compared has the first to itself; whoever asks, and the log, share the others."""


class Process:
    """One of our processes."""

    def __init__(self, module: str, *words: str, environment: dict[str, str]) -> None:
        self._command = [sys.executable, "-m", module, *words]
        self._environment = environment
        self._inherited: tuple[int, ...] = ()
        self._process = self._start()

    def restart(self) -> None:
        """With cold caches."""
        self.stop()
        self._process = self._start()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()

    def memory(self) -> int:
        """Bytes that it has for itself alone."""
        import psutil  # of the bench extra

        return int(psutil.Process(self._process.pid).memory_full_info().uss)

    def _start(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            self._command,
            env=self._environment,
            pass_fds=self._inherited,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


class HttpProcess(Process):
    """On a socket that listens from the start."""

    def __init__(self, module: str, *words: str, environment: dict[str, str]) -> None:
        self._listener = listening("127.0.0.1", 0)
        self.port: int = self._listener.getsockname()[1]
        super().__init__(
            module, *words, "--fd", str(self._listener.fileno()), environment=environment
        )

    def _start(self) -> "subprocess.Popen[bytes]":
        self._inherited = (self._listener.fileno(),)
        process = super()._start()
        _sit_on(process.pid, *CORES[:1])
        return process


class Ground(Struct):
    data: Path
    url: str
    environment: dict[str, str]
    processes: list[Process] = []

    def api(self) -> HttpProcess:
        return self._started(
            HttpProcess("services.cli.main", "api", environment=self.environment), "/health/live"
        )

    def bare(self) -> HttpProcess:
        return self._started(HttpProcess("services.bench.bare", environment=self.environment), "/")

    def worker(self) -> Process:
        worker = Process("services.cli.main", "worker", environment=self.environment)
        self.processes.append(worker)
        return worker

    def redis(self) -> redis.Redis:
        return redis.from_url(self.url)

    def fsync(self, when: str) -> None:
        with self.redis() as server:
            server.config_set("appendfsync", when)

    def _started(self, process: HttpProcess, path: str) -> HttpProcess:
        self.processes.append(process)
        until_answered(process.port, path)
        return process


@contextmanager
def ground() -> Iterator[Ground]:
    with tempfile.TemporaryDirectory(prefix="schichtbuch-bench-") as folder:
        data = Path(folder)
        _sit_on(0, *(CORES[1:] or CORES))
        server = EmbeddedServer(data)
        server.start()
        environment = {
            **os.environ,
            "SCHICHTBUCH_DATA": str(data),
            "SCHICHTBUCH_REDIS_URL": server.url,
            "SCHICHTBUCH_RATE_LIMIT": "0",
        }
        here = Ground(data, server.url, environment)
        try:
            yield here
        finally:
            for process in here.processes:
                process.stop()
            server.stop()
            _sit_on(0, *CORES)


def _sit_on(pid: int, *cores: int) -> None:
    """Else the scheduler moves everybody about, and a round says more of it than of us."""
    if cores:
        os.sched_setaffinity(pid, cores)


def until_answered(port: int, path: str) -> None:
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up:
        with suppress(OSError, UnexpectedAnswer):
            send(port, [[request("GET", path)]])
            return
    raise TimeoutError(f"nobody answers at {path}")
