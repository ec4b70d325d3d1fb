"""The supervisor with tiny children: what dies comes back, and nothing is left behind."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from redis import Redis

from services.supervisor import Backoff
from tests.waiting import eventually, is_running

SUPERVISOR = """
import asyncio, json, os, socket, sys
from pathlib import Path
from infra.embedded import EmbeddedServer
from infra.log_lines import configure_logging
from services import supervisor
from services.supervisor import Part, Supervisor, until_alive

scripts, data, python = json.loads(sys.argv[1]), sys.argv[2], sys.argv[3]
supervisor.GRACE = 0.5
configure_logging()
listener = socket.create_server(("127.0.0.1", 0))
fd = listener.fileno()

async def say_where():
    await until_alive(*listener.getsockname())
    print("it answers", flush=True)

parts = [
    Part(name, (python, "-c", script, str(fd)), (fd,)) for name, script in scripts.items()
]
server = EmbeddedServer(Path(data)) if data else None
asyncio.run(
    Supervisor(parts, environment=os.environ, server=server, when_started=say_where).run()
)
"""

FOLLOWING = "from services.lifeline import follow_supervisor; follow_supervisor()\n"
FULL = Path("/dev/full")
IDLE = FOLLOWING + "import signal; signal.pause()"
TELLING = "print('here', flush=True)\n" + IDLE
STUBBORN = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("never", flush=True)
while True: signal.pause()
"""
FORKING = FOLLOWING + "import os, signal; os.fork(); signal.pause()"
ANSWERING = FOLLOWING + (
    "import http.server, socket, sys\n"
    "class Live(http.server.BaseHTTPRequestHandler):\n"
    "    def do_GET(self):\n"
    "        self.send_response(200 if self.path == '/health/live' else 404)\n"
    "        self.end_headers()\n"
    "server = http.server.HTTPServer(('127.0.0.1', 0), Live, bind_and_activate=False)\n"
    "server.socket = socket.socket(fileno=int(sys.argv[1]))\n"
    "server.serve_forever()\n"
)


class Running:
    """A supervisor in a process of its own, and what it has said so far."""

    def __init__(
        self, folder: Path, scripts: dict[str, str], served: bool, python: str, log: Path | None
    ) -> None:
        self.data = folder / "data"
        self._log, self._out = log or folder / "log", folder / "out"
        arguments = [json.dumps(scripts), str(self.data) if served else "", python]
        with self._log.open("wb") as lines, self._out.open("wb") as out:
            command = [sys.executable, "-c", SUPERVISOR, *arguments]
            self.process = subprocess.Popen(command, stdout=out, stderr=lines)

    def said(self, event: str, part: str) -> list[dict[str, Any]]:
        # The last line may be half written.
        lines = [json.loads(line) for line in self._log.read_text().split("\n")[:-1] if line]
        return [line for line in lines if (line["event"], line.get("part")) == (event, part)]

    def printed(self) -> str:
        return self._out.read_text()

    def pid(self, part: str, times: int = 1) -> int:
        """Of the part, when it has been started so many times."""
        eventually(lambda: len(self.said("started", part)) >= times)
        return int(self.said("started", part)[times - 1]["pid"])

    def family(self) -> list[int]:
        ourselves = psutil.Process(self.process.pid)
        return [process.pid for process in ourselves.children(recursive=True)]

    def ended(self, sign: signal.Signals) -> int:
        self.process.send_signal(sign)
        return self.process.wait(30)


Starter = Callable[..., Running]


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Starter]:
    running: list[Running] = []

    def start(
        scripts: dict[str, str],
        *,
        served: bool = False,
        python: str = sys.executable,
        log: Path | None = None,
    ) -> Running:
        running.append(Running(tmp_path, scripts, served, python, log))
        return running[-1]

    yield start
    for one in running:
        if one.process.poll() is None:
            one.ended(signal.SIGTERM)


def gone(pids: list[int]) -> bool:
    return not any(map(is_running, pids))


def test_a_killed_child_is_reported_and_comes_back(started: Starter) -> None:
    running = started({"api": IDLE, "worker": IDLE})
    first, worker = running.pid("api"), running.pid("worker")
    os.kill(first, signal.SIGKILL)
    second = running.pid("api", times=2)
    assert is_running(second)
    assert is_running(worker)
    [death] = running.said("died", "api")
    assert (death["pid"], death["signal"]) == (first, "SIGKILL")
    assert len(running.said("started", "worker")) == 1


def test_a_child_that_ends_by_itself_comes_back_again_and_again(started: Starter) -> None:
    running = started({"api": "raise SystemExit(7)"})
    running.pid("api", times=3)
    assert {death["exit_code"] for death in running.said("died", "api")} == {7}


def test_a_command_that_cannot_be_run_is_reported(started: Starter) -> None:
    running = started({"api": IDLE}, python="/does/not/exist")
    eventually(lambda: len(running.said("cannot start", "api")) >= 2)
    assert "/does/not/exist" in running.said("cannot start", "api")[0]["reason"]
    assert running.ended(signal.SIGTERM) == 0


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_everything_and_ends_well(started: Starter, sign: signal.Signals) -> None:
    running = started({"api": IDLE, "worker": IDLE}, served=True)
    pids = [running.pid(part) for part in ("server", "api", "worker")]
    family = running.family()
    assert set(pids) < set(family)
    assert running.ended(sign) == 0
    assert gone(family)
    assert not running.said("died", "api")
    assert "ready to exit" in (running.data / "redis" / "server.log").read_text()


@pytest.mark.skipif(not FULL.exists(), reason="Linux has a disk that is always full")
def test_a_full_disk_under_its_log_lines_stops_nothing(started: Starter) -> None:
    running = started({"worker": TELLING}, log=FULL)
    eventually(lambda: running.printed() == "here\n")
    os.kill(running.family()[0], signal.SIGKILL)
    eventually(lambda: running.printed() == "here\nhere\n")
    family = running.family()
    assert running.ended(signal.SIGTERM) == 0
    assert gone(family)


def test_it_can_be_stopped_before_it_has_started(started: Starter) -> None:
    running = started({"api": IDLE}, served=True)
    eventually(lambda: (running.data / "redis" / "server.log").exists())
    family = running.family()
    assert running.ended(signal.SIGTERM) == 0
    assert gone(family)


def test_a_child_that_does_not_want_to_end_is_killed(started: Starter) -> None:
    running = started({"api": STUBBORN})
    pid = running.pid("api")
    eventually(lambda: running.printed() == "never\n")
    assert running.ended(signal.SIGTERM) == 0
    assert gone([pid])


def test_nothing_outlives_a_killed_supervisor(started: Starter) -> None:
    running = started({"api": IDLE, "worker": FORKING}, served=True)
    worker = running.pid("worker")
    eventually(lambda: len(psutil.Process(worker).children()) == 1)
    family = running.family()
    assert len(family) == 5  # the server, its guard, two children and what one has forked off
    running.process.kill()
    running.process.wait()
    eventually(lambda: gone(family))


def test_what_a_killed_child_has_forked_off_goes_with_it(started: Starter) -> None:
    running = started({"worker": FORKING})
    worker = running.pid("worker")
    eventually(lambda: len(psutil.Process(worker).children()) == 1)
    [forked] = [process.pid for process in psutil.Process(worker).children()]
    os.kill(worker, signal.SIGKILL)
    eventually(lambda: not is_running(forked))
    running.pid("worker", times=2)


def test_a_killed_server_comes_back_with_everything(started: Starter) -> None:
    running = started({"api": IDLE}, served=True)
    first = running.pid("server")
    with Redis(unix_socket_path=str(running.data / "redis" / "server.sock")) as redis:
        redis.xadd("log", {"line": "1"}, id="1-0")
        os.kill(first, signal.SIGKILL)
        running.pid("server", times=2)
        assert redis.xlen("log") == 1
    assert running.said("died", "server")[0]["signal"] == "SIGKILL"
    assert not running.said("died", "api")


def test_it_says_where_to_look_once_the_api_answers(started: Starter) -> None:
    running = started({"api": ANSWERING})
    eventually(lambda: running.printed() == "it answers\n")


def test_what_dies_again_and_again_waits_longer_each_time() -> None:
    backoff = Backoff()
    assert [backoff.after(0.1) for _ in range(7)] == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


def test_what_has_lived_well_comes_back_soon() -> None:
    backoff = Backoff()
    for _ in range(5):
        backoff.after(0.1)
    assert [backoff.after(30.0), backoff.after(0.1)] == [0.2, 0.4]
